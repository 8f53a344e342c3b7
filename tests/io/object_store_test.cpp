// Images in a store of the caller: the transaction without renames, its lock, and the state of a run in blocks.
#include "io/store/lease.h"
#include "support.h"

#include <preamar/blocks.h>
#include <preamar/object_store.h>
#include <preamar/operator.h>
#include <preamar/pipeline.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace preamar::test {
namespace {

namespace fs = std::filesystem;

class MemoryStore : public ObjectStore {
 public:
  std::optional<Part> get(const std::string& key, std::int64_t first, std::int64_t bytes) override {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(key);
    if (found == objects_.end()) return std::nullopt;
    const std::vector<std::byte>& all = found->second.bytes;
    const std::int64_t size = std::ssize(all);
    const std::int64_t begin = first < 0 ? std::max<std::int64_t>(size + first, 0) : std::min(first, size);
    const std::int64_t end = first < 0 || bytes < 0 ? size : std::min(begin + bytes, size);
    return Part{{all.begin() + begin, all.begin() + end}, begin, size, std::to_string(found->second.version), age};
  }
  void put(const std::string& key, std::span<const std::byte> bytes) override {
    const bool is_chunk = key.find("/c/") != std::string::npos;
    if (is_chunk && chunks_left-- <= 0) throw Error(ErrorKind::io, "the store is full");
    if (key.find("/0/c/") != std::string::npos && throws_after_chunks) is_broken = true;
    const std::lock_guard lock(mutex_);
    objects_[key] = {{bytes.begin(), bytes.end()}, ++versions_};
  }
  std::optional<std::string> put_if(const std::string& key, std::span<const std::byte> bytes,
                                    const std::string& version) override {
    if (is_broken && !keeps_to_removes) fail();
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(key);
    const std::string now = found == objects_.end() ? "" : std::to_string(found->second.version);
    if (now != version && !ignores_conditions) return std::nullopt;
    objects_[key] = {{bytes.begin(), bytes.end()}, ++versions_};
    return std::to_string(versions_);
  }
  void remove(const std::string& key) override {
    if (is_broken) fail();
    const std::lock_guard lock(mutex_);
    objects_.erase(key);
  }
  std::vector<Entry> list(const std::string& prefix) override {
    if (is_broken && !keeps_to_removes) fail();
    const std::lock_guard lock(mutex_);
    std::vector<Entry> found;
    for (const auto& [key, object] : objects_)
      if (key.starts_with(prefix)) found.push_back({key, std::ssize(object.bytes), std::to_string(object.version)});
    return found;
  }

  std::vector<std::string> keys() {
    std::vector<std::string> all;
    for (const Entry& entry : list("")) all.push_back(entry.key);
    return all;
  }

  std::atomic<int> chunks_left = 1 << 20;  // that can be written
  std::chrono::seconds age{};
  bool ignores_conditions = false;
  // From the first chunk on, whatever clears up fails, with an exception of the caller's own.
  bool throws_after_chunks = false, throws_no_exception = false;
  bool keeps_to_removes = false;  // only these fail, so that a run ends well before
  std::atomic<bool> is_broken = false;

 private:
  [[noreturn]] void fail() const {
    if (throws_no_exception) throw 7;  // NOLINT: a caller may throw anything
    throw std::runtime_error("the store is gone");
  }

  struct Stored {
    std::vector<std::byte> bytes;
    int version = 0;
  };
  std::mutex mutex_;
  std::map<std::string, Stored> objects_;
  int versions_ = 0;
};

class CallerStores : public FileTest {
 protected:
  CallerStores() : root_(add_object_store(store_)) { setenv("PREAMAR_LOCK_SECONDS", "60", 1); }

  static const Operator& fill_holes() { return operator_named("fill_holes"); }
  void fill(const BlockSettings& more = {}, const std::string& name = "out.ome.zarr") {
    BlockSettings settings = more;
    settings.block = Shape({32, 32});
    settings.write.chunk = Shape({16, 16});
    (void)run_in_blocks(fill_holes(), std::vector{root_ / "in.ome.zarr"}, std::vector{root_ / name}, {}, settings,
                        {.threads = 2});
  }

  std::shared_ptr<MemoryStore> store_ = std::make_shared<MemoryStore>();
  fs::path root_;
  const Image image_ = noise(DType::uint8, {150, 170});
};

TEST_F(CallerStores, hold_images) {
  for (const char* const name : {"plain.zarr", "image.ome.zarr", "pyramid.ome.zarr"}) {
    WriteOptions options{.chunk = Shape({32, 32}), .shard = Shape({64, 64})};
    if (std::string_view(name).starts_with("pyramid")) options.pyramid = "mean";
    write_image(root_ / name, image_, options);
    EXPECT_TRUE(same(read_image(root_ / name), image_));
    EXPECT_EQ(describe(root_ / name).type, image_.type());
  }
  for (const std::string& key : store_->keys()) {
    EXPECT_EQ(key.find(".lock"), std::string::npos) << key;
    EXPECT_EQ(key.find(".work"), std::string::npos) << key;
  }
  EXPECT_THROW((void)read_image("store://9/image.ome.zarr"), Error);
}

TEST_F(CallerStores, hold_results_of_blocks) {
  write_image(root_ / "in.ome.zarr", image_, {.chunk = Shape({16, 16})});
  fill();
  Image right(image_.type());
  const ConstImageView in = image_;
  const ImageView out = right;
  (void)fill_holes().run({&in, 1}, {&out, 1}, {}, {});
  EXPECT_TRUE(same(read_image(root_ / "out.ome.zarr"), right));
  expect_error(ErrorKind::io, {"exists already"}, [&] { fill(); });
  BlockSettings again;
  again.write.overwrite = true;
  fill(again);
  EXPECT_TRUE(same(read_image(root_ / "out.ome.zarr"), right));
}

// Wherever it fails, there is no image, and a resumed run completes it.
TEST_F(CallerStores, resume_a_run_that_failed) {
  write_image(root_ / "in.ome.zarr", image_, {.chunk = Shape({16, 16})});
  fill({}, "right.ome.zarr");
  const Image right = read_image(root_ / "right.ome.zarr");
  for (const int chunks : {0, 1, 10, 30, 60, 90, 109}) {  // of 110
    store_->chunks_left = chunks;
    try {
      fill();
      ADD_FAILURE() << "it did not fail";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("the store is full"), std::string::npos) << error.what();
    }
    store_->chunks_left = 1 << 20;
    EXPECT_FALSE(store_->get("out.ome.zarr/zarr.json", 0, -1)) << chunks;
    BlockSettings settings;
    settings.resume = true;
    fill(settings);
    EXPECT_TRUE(same(read_image(root_ / "out.ome.zarr"), right));
    for (const auto& entry : store_->list("out.ome.zarr")) store_->remove(entry.key);
  }
}

TEST_F(CallerStores, are_written_by_one_run_at_a_time) {
  const auto begun = begin_output(root_ / "out.ome.zarr");
  expect_error(ErrorKind::io, {"another run", "process"}, [&] { write_image(root_ / "out.ome.zarr", image_); });
}

TEST_F(CallerStores, need_conditional_writes_or_no_lock) {
  store_->ignores_conditions = true;
  expect_error(ErrorKind::io, {"ignores conditions", "--no-lock"}, [&] { write_image(root_ / "a.zarr", image_); });
  write_image(root_ / "b.zarr", image_, {.lock = false});
  EXPECT_TRUE(same(read_image(root_ / "b.zarr"), image_));
}

TEST_F(CallerStores, give_an_expired_lock_to_another_run) {
  setenv("PREAMAR_LOCK_SECONDS", "1", 1);
  io::Lease first(root_ / "x.lock", root_ / "x");
  first.require();
  expect_error(ErrorKind::io, {"another run"}, [&] { const io::Lease second(root_ / "x.lock", root_ / "x"); });
  store_->age = std::chrono::seconds(2);
  {
    const io::Lease second(root_ / "x.lock", root_ / "x");
    expect_error(ErrorKind::io, {"taken over", "nothing more is written"}, [&] { first.renew(); });
    expect_error(ErrorKind::io, {"taken over"}, [&] { first.require(); });
    EXPECT_TRUE(store_->get("x.lock", 0, -1));
  }
  EXPECT_FALSE(store_->get("x.lock", 0, -1));
}

// Destructors and the thread that renews the lock end the process if they let an exception out.
TEST_F(CallerStores, may_throw_anything_while_a_run_clears_up) {
  setenv("PREAMAR_LOCK_SECONDS", "1", 1);
  write_image(root_ / "in.ome.zarr", image_, {.chunk = Shape({16, 16})});
  const Pipeline pipeline{{{"image", root_ / "in.ome.zarr", {}}},
                          {{"smooth", "gaussian", {"image"}, {{"sigma", 1.0}}},
                           {"otsu", "otsu", {"smooth"}, {}},
                           {"mask", "threshold", {"smooth"}, {{"value", std::string("otsu.level")}}}},
                          {{"mask", root_ / "mask.ome.zarr"}}};
  BlockSettings settings;
  settings.block = Shape({32, 32});
  settings.write.chunk = Shape({16, 16});
  const std::function<void()> calls[] = {[&] { (void)run_pipeline(pipeline, settings, {.threads = 2}); },
                                         [&] { fill(); }, [&] { write_image(root_ / "image.ome.zarr", image_); },
                                         [&] {
                                           const io::Lease lease(root_ / "x.lock", root_ / "x");
                                           store_->is_broken = true;
                                           std::this_thread::sleep_for(std::chrono::milliseconds(600));  // two renewals
                                         }};
  store_->throws_after_chunks = true;
  for (const int kind : {0, 1, 2, 3})
    for (const auto& call : calls) {
      store_->throws_no_exception = kind % 2 == 1;
      store_->keeps_to_removes = kind / 2 == 0;
      try {
        call();
      } catch (...) {
        EXPECT_TRUE(store_->is_broken);
      }
      EXPECT_TRUE(store_->is_broken);
      store_->is_broken = false;
      for (const std::string& key : store_->keys())
        if (!key.starts_with("in.ome.zarr")) store_->remove(key);
    }
}

TEST_F(CallerStores, lose_no_chunk_silently) {
  write_image(root_ / "out.ome.zarr", image_, {.chunk = Shape({32, 32})});
  store_->remove("out.ome.zarr/0/c/1/1");
  expect_error(ErrorKind::io, {"out.ome.zarr/0/c/1/1", "is missing"},
               [&] { (void)read_image(root_ / "out.ome.zarr"); });
}

}  // namespace
}  // namespace preamar::test
