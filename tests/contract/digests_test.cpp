// Every operator gives the same bytes as in all earlier versions, on every machine. digests.inc holds their digests; a
// failure prints the line that would make it pass, for intended changes of a result.
#include <preamar/generate.h>
#include <preamar/operator.h>

#include "core/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::test {
namespace {

using std::string_literals::operator""s;

struct Case {
  std::string_view op, instance;
  Values options = {};
  bool as_bool = false;  // the last image of the instance, if it is not 0
};

const std::vector<Case>& cases() {
  static const Values radius{{"radius", std::int64_t{5}}}, h{{"h", 25.0}}, size{{"size", std::int64_t{20}}};
  static const Values levels{{"low", 165.0}, {"high", 190.0}};
  static const Values edges{{"sigma", 1.4}, {"low", 4.0}, {"high", 7.0}};
  static const Values crossings{{"sigma", 1.4}, {"low", 4.0}, {"high", 7.0}, {"method", std::string("differential")}};
  static const std::vector<Case> all = {
      {"and", "tissue-seeds"},
      {"canny", "photo", edges},
      {"canny", "photo", crossings},
      {"canny", "tissue3d", edges},
      {"canny", "tissue3d", crossings},
      {"cast", "tissue", {{"dtype", "float32"s}}},
      {"clear_border", "tissue-bin"},
      {"clear_border", "tissue-bin", {}, true},
      {"closing", "tissue", radius},
      {"closing_by_reconstruction", "tissue", radius},
      {"compare_edges", "spiral-pair"},
      {"dilate", "tissue3d", radius},
      {"distance", "circles16"},
      {"distance", "ball3d", {{"spacing", std::vector<double>{2.5, 1, 1}}}},
      {"distance", "random-bg1", {{"squared", true}, {"indices", true}}},
      {"erode", "tissue", radius},
      {"expand_labels", "tissue-bin", {{"distance", 9.0}}},
      {"fill_depressions", "tissue"},
      {"fill_holes", "tissue"},
      {"fill_holes", "tissue3d-bin", {}, true},
      {"gaussian", "tissue", {{"sigma", 2.0}}},
      {"gaussian", "tissue3d", {{"sigma", 1.5}, {"border", "reflect"s}, {"dtype", "float64"s}}},
      {"geodesic_distance", "serpentine-pair"},
      {"gradient", "tissue", {{"sigma", 1.5}, {"direction", true}}},
      {"gradient", "tissue3d", {{"sigma", 1.0}, {"border", "wrap"s}}},
      {"h_maxima", "tissue", h},
      {"h_minima", "tissue3d", h},
      {"histogram", "tissue", {{"bins", std::int64_t{40}}}},
      {"hysteresis", "tissue", levels},
      {"invert", "tissue3d"},
      {"label", "random-50"},
      {"label", "random3d-20", {{"connectivity", std::int64_t{2}}}},
      {"label", "tissue", {{"by_value", true}}},
      {"measure", "tissue-bin"},
      {"measure", "tissue3d-h"},
      {"minmax", "tissue"},
      {"opening", "tissue", radius},
      {"opening_by_reconstruction", "tissue", radius},
      {"otsu", "tissue"},
      {"polygons", "tissue-bin"},
      {"reconstruct", "tissue-100-h"},
      {"reconstruct", "tissue3d-border"},
      {"regional_maxima", "tissue"},
      {"regional_minima", "tissue3d"},
      {"relabel", "tissue"},
      {"remove_small_holes", "tissue-bin", size, true},
      {"remove_small_objects", "tissue-bin", size},
      {"sobel", "photo", {{"direction", true}}},
      {"sobel", "tissue3d"},
      {"subtract", "tissue-100-h"},
      {"threshold", "tissue3d", {{"value", 165.0}}},
      {"top_hat", "tissue", radius},
      {"valid", "tissue", {{"nodata", 165.0}}},
      {"watershed", "tissue-seeds"},
      {"watershed", "tissue-seeds", {{"line", true}}},
  };
  return all;
}

struct Kept {
  std::string_view op, instance;
  int which;  // of the cases with these two
  std::string_view hash;
};

constexpr Kept kept[] = {
#include "contract/digests.inc"
};

void add(Sha256& digest, ConstImageView image) {
  digest.add({static_cast<const std::byte*>(image.data()),
              static_cast<std::size_t>(image.shape().count() * size_of(image.dtype()))});
}

std::vector<Image> inputs_of(const Case& c, const Operator& op) {
  const auto known = std::ranges::find(instances(), c.instance, &Instance::name);
  std::vector<Image> images = generate(c.instance, known->rank == 2 ? 257 : 40);
  const auto wanted = static_cast<std::size_t>(std::ranges::count(op.inputs, Presence::mandatory, &Input::presence));
  if (images.size() > op.inputs.size() || (c.as_bool && images.size() > wanted)) images.erase(images.begin());
  if (c.as_bool) {
    Image mask(DType::boolean, images.back().shape());
    const auto* from = static_cast<const std::uint8_t*>(images.back().data());
    std::transform(from, from + mask.shape().count(), static_cast<bool*>(mask.data()),
                   [](std::uint8_t value) { return value != 0; });
    images.back() = std::move(mask);
  }
  return images;
}

std::string digest_of(const Case& c, const Execution& on) {
  const Operator& op = operator_named(c.op);
  const std::vector<Image> inputs = inputs_of(c, op);
  std::vector<ConstImageView> views(inputs.begin(), inputs.end());
  std::vector<ImageType> types;
  for (const ConstImageView& view : views) types.push_back(view.type());
  std::vector<Image> outputs;
  for (const ImageType& type : op.results(types, c.options)) outputs.emplace_back(type);
  const std::vector<ImageView> outs(outputs.begin(), outputs.end());
  const Results found = op.run(views, outs, c.options, on);
  Sha256 digest;
  for (const Image& output : outputs) add(digest, output);
  for (const Column& column : found.table.columns) add(digest, column.cells);
  for (const Number& number : found.numbers) {
    if (const auto* real = std::get_if<double>(&number.value)) {
      digest.add(std::as_bytes(std::span(real, 1)));
      continue;
    }
    const std::string words = std::to_string(std::get<std::int64_t>(number.value));
    digest.add(std::as_bytes(std::span(words)));
  }
  return hexadecimal(digest.finish());
}

TEST(Digests, are_the_same_on_every_machine) {
  std::map<std::pair<std::string_view, std::string_view>, int> seen;
  for (const Case& c : cases()) {
    const int which = seen[{c.op, c.instance}]++;
    const std::string hash = digest_of(c, {.threads = 2});
    const bool found = std::ranges::any_of(kept, [&](const Kept& line) {
      return line.op == c.op && line.instance == c.instance && line.which == which && line.hash == hash;
    });
    EXPECT_TRUE(found) << "not in digests.inc:\n{\"" << c.op << "\", \"" << c.instance << "\", " << which << ", \""
                       << hash << "\"},";
  }
}

TEST(Digests, are_those_of_the_plain_loops) {
  for (const Case& c : cases()) {
    if (c.instance.find("serpentine") != std::string_view::npos) continue;  // for which the reference takes minutes
    EXPECT_EQ(digest_of(c, {.device = "reference"}), digest_of(c, {.threads = 1})) << c.op << " on " << c.instance;
  }
}

TEST(Digests, leave_no_operator_out) {
  for (const Operator* op : operators())
    EXPECT_TRUE(std::ranges::any_of(cases(), [&](const Case& c) { return c.op == op->name; })) << op->name;
}

}  // namespace
}  // namespace preamar::test
