// The kinds of algorithms, and what passes do with steps of each kind.
#include "blocks/program/pass_work.h"

#include <gtest/gtest.h>
#include <preamar/operator.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace preamar::test {
namespace {

using blocks::PassWork;
using Steps = std::vector<std::size_t>;

// A kind without one of its functions, or with a null one, does not compile.
template <class Part>
concept accepts_null = requires {
  Part{nullptr};
};
template <class Kind>
concept needs_no_more_than_pixels = requires {
  Kind{.pixels = std::declval<blocks::Pixels>()};
};
static_assert(!std::is_default_constructible_v<blocks::Pixels>);
static_assert(!std::is_default_constructible_v<blocks::TreeSteps>);
static_assert(!accepts_null<blocks::Findings>);
static_assert(needs_no_more_than_pixels<blocks::IndependentKind>);
static_assert(!needs_no_more_than_pixels<blocks::TreeKind>);
static_assert(!needs_no_more_than_pixels<blocks::RelaxationKind>);
static_assert(!needs_no_more_than_pixels<blocks::FoldKind>);

// The work of each pass of one operator on images of these types.
std::vector<PassWork> passes_of(const std::string& op, const std::vector<DType>& dtypes, const Values& options = {}) {
  std::vector<ImageType> types;
  for (const DType dtype : dtypes) types.push_back({dtype, {40, 50}});
  const blocks::Program program = blocks::program_of(blocks::operation_for(operator_named(op), types, options));
  const blocks::Schedule schedule(program);
  std::vector<PassWork> passes;
  for (int pass = 0; pass < schedule.passes(); ++pass) passes.push_back(blocks::work_of_pass(program, schedule, pass));
  return passes;
}

TEST(Algorithm, IndependentBlocksAreWrittenInTheOnlyPass) {
  const auto passes = passes_of("sobel", {DType::uint8});
  ASSERT_EQ(passes.size(), 1);
  EXPECT_TRUE(passes[0].exchanged_or_summarised().empty() && passes[0].known.empty());
  EXPECT_EQ(passes[0].written, Steps{0});
}

TEST(Algorithm, TreesAndSlabsMergeSummariesThenSplitResults) {
  for (const auto& passes :
       {passes_of("reconstruct", {DType::uint8, DType::uint8}), passes_of("distance", {DType::uint8})}) {
    ASSERT_EQ(passes.size(), 2);
    EXPECT_EQ(passes[0].summarised, Steps{0});
    EXPECT_EQ(passes[0].merged, Steps{0});
    EXPECT_EQ(passes[0].split, Steps{0});
    EXPECT_TRUE(passes[0].written.empty() && passes[0].known.empty() && passes[0].exchanged.empty());
    EXPECT_TRUE(passes[1].exchanged_or_summarised().empty() && passes[1].split.empty());
    EXPECT_EQ(passes[1].known, Steps{0});
    EXPECT_EQ(passes[1].written, Steps{0});
  }
}

TEST(Algorithm, FoldsHaveNoResultsForBorders) {
  const auto numbers = passes_of("minmax", {DType::uint8});
  ASSERT_EQ(numbers.size(), 1);
  EXPECT_EQ(numbers[0].folded, Steps{0});
  EXPECT_EQ(numbers[0].summarised, Steps{0});
  EXPECT_TRUE(numbers[0].written.empty() && numbers[0].merged.empty());
  const auto pixels = passes_of("relabel", {DType::uint32});
  ASSERT_EQ(pixels.size(), 2);
  EXPECT_EQ(pixels[0].folded, Steps{0});
  EXPECT_TRUE(pixels[1].known.empty());
  EXPECT_EQ(pixels[1].written, Steps{0});
}

TEST(Algorithm, RelaxationComputesSummariesInItsOwnVisits) {
  const auto paths = passes_of("geodesic_distance", {DType::boolean, DType::boolean});
  ASSERT_EQ(paths.size(), 2);
  EXPECT_EQ(paths[0].exchanged, Steps{0});
  EXPECT_TRUE(paths[0].merged.empty() && paths[0].summarised.empty());
  EXPECT_TRUE(paths[1].known.empty());
}

}  // namespace
}  // namespace preamar::test
