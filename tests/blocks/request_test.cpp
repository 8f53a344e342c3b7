// A run resumes only a run of the same identity: whatever changes a byte of the output changes the identity.
#include "../io/support.h"

#include "blocks/plan/plan.h"

#include <set>

namespace preamar::test {
namespace {

class RequestIdentity : public FileTest {
 protected:
  RequestIdentity() {
    fs::create_directories(folder_ / "in.zarr");
    store(folder_ / "in.zarr" / "zarr.json",
          R"({"zarr_format":3,"node_type":"array","shape":[3,60,70],"data_type":"uint8","fill_value":7,)"
          R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[1,32,32]}},)"
          R"("chunk_key_encoding":{"name":"default"},"codecs":[{"name":"bytes"}],"dimension_names":["c","y","x"]})");
  }

  std::string identity(const BlockSettings& settings) {
    const BlockInput inputs[] = {folder_ / "in.zarr"};
    const BlockOutput outputs[] = {folder_ / "out.ome.zarr"};
    const Operator& op = operator_named("fill_holes");
    const blocks::Plan plan(blocks::call_of(op, inputs, outputs, {}, settings), settings, {});
    return plan.identity(plan.identities());
  }
};

TEST_F(RequestIdentity, depends_on_all_that_is_read_and_written) {
  BlockSettings base;
  base.read.select = "c=0";
  EXPECT_EQ(identity(base), identity(base));
  std::vector<BlockSettings> others(5, base);
  others[0].read.select = "c=1";
  others[1].write.compression = "gzip";
  others[2].write.chunk = {16, 16};
  others[3].write.chunk = {16, 16};
  others[3].write.shard = {32, 32};
  others[4].write.pyramid = "mean";
  std::set<std::string> seen = {identity(base)};
  for (const BlockSettings& other : others) EXPECT_TRUE(seen.insert(identity(other)).second);
}

// The input has no colour: only what the settings say.
TEST_F(RequestIdentity, depends_on_the_channel) {
  std::vector<ReadOptions> all(8);
  for (std::size_t i = 1; i < all.size(); ++i) all[i].channel = "eosin";
  all[2].channel = "dab";
  all[3].stains = {0.6, 0.7, 0.3, 0.1, 0.9, 0.1};
  all[4].stains = {0.6, 0.7, 0.3, 0.1, 0.9, 0.1 + 1e-16};
  all[5].channel_range = {{0.1, 0.5}};
  all[6].channel_range = {{0.1, 0.6}};
  all[7].channel_if_colour = true;
  std::set<std::string> seen;
  for (const ReadOptions& options : all) EXPECT_TRUE(seen.insert(blocks::identity_text(options)).second);
}

TEST_F(RequestIdentity, depends_on_the_scale_of_outlines) {
  EXPECT_NE(blocks::identity_text(OutlineOptions{.scale = {4, 1}}),
            blocks::identity_text(OutlineOptions{.scale = {1, 4}}));
}

// Existing and missing chunks, and bytes changed by a program that restored the file times.
TEST_F(RequestIdentity, depends_on_the_state_of_every_file) {
  BlockSettings settings;
  settings.read.select = "c=0";
  std::set<std::string> seen = {identity(settings)};
  const auto differs = [&] { return seen.insert(identity(settings)).second; };
  const fs::path own = folder_ / "in.zarr" / "c" / "0" / "0", other = folder_ / "in.zarr" / "c" / "1" / "0";
  fs::create_directories(own);
  store(own / "0", std::string(32 * 32, 'a'));
  EXPECT_TRUE(differs());
  const auto time = fs::last_write_time(own / "0");
  store(own / "0", std::string(32 * 32, 'b'));
  fs::last_write_time(own / "0", time);
  EXPECT_TRUE(differs());
  store(own / "1", std::string(32 * 32, 'a'));
  EXPECT_TRUE(differs());
  // Another channel may be written at the same time.
  fs::create_directories(other);
  store(other / "0", std::string(32 * 32, 'a'));
  EXPECT_FALSE(differs());
}

}  // namespace
}  // namespace preamar::test
