// The functions of floods over blocks, without files: local, merge, and finish.
#include "blocks/families/algorithm.h"
#include "blocks/families/flood/records.h"
#include "blocks/families/operation.h"
#include "core/box_border.h"

#include <benchmark/benchmark.h>
#include <preamar/generate.h>
#include <preamar/operator.h>

#include <string>

namespace preamar::blocks {
namespace {

// Two neighbouring blocks of an instance, inside a larger image, so all their sides are block borders.
class TwoBlocks {
 public:
  TwoBlocks(const std::string& op, const std::string& instance, std::int64_t side, const Values& options)
      : side_(side), images_(generate(instance, 2 * side)) {
    const Shape image{4 * side, 4 * side};
    std::vector<ImageType> types;
    for (const Image& input : images_) types.push_back({input.dtype(), image});
    task_ = operation_for(operator_named(op), types, options);
    seam_ = {box_of(0), box_of(1), {{side, side}, {side, 2 * side}}, 1};
  }

  [[nodiscard]] const Operation& operation() const { return task_; }
  [[nodiscard]] const Seam& seam() const { return seam_; }
  [[nodiscard]] const TreeKind& kind() const { return as_kind<TreeKind>(task_); }
  [[nodiscard]] Bytes summary(int which) const {
    const std::vector<ConstImageView> views = views_of(which);
    return kind().local(task_, {views, box_of(which), box_of(which), task_.image, task_.options, on_});
  }
  void finish(int which, const Bytes& border_result, ImageView out) const {
    const std::vector<ConstImageView> views = views_of(which);
    kind().pixels.finish(task_, {views, box_of(which), box_of(which), task_.image, task_.options, on_}, border_result,
                         {&out, 1});
  }

 private:
  [[nodiscard]] Box box_of(int which) const { return {{side_, side_ + which * side_}, {side_, side_}}; }
  [[nodiscard]] std::vector<ConstImageView> views_of(int which) const {
    std::vector<ConstImageView> views;
    for (std::size_t i = 0; i < task_.inputs.size(); ++i)
      views.push_back(part<ConstImageView>(images_[i], {{0, which * side_}, {side_, side_}}));
    return views;
  }

  std::int64_t side_;
  std::vector<Image> images_;
  Operation task_;
  Seam seam_;
  Execution on_{.threads = 1};
};

// The result for the border of the first block, without any flood from outside the two blocks.
Bytes border_result_for(const TwoBlocks& blocks) {
  const Merged merged =
      blocks.kind().steps.merge(blocks.operation(), blocks.seam(), blocks.summary(0), blocks.summary(1));
  const BoxBorder joined(blocks.seam().joined, blocks.operation().image);
  const RegionSummary<std::uint8_t> summary(merged.summary, joined.count());
  std::vector<std::uint8_t> levels;
  for (std::size_t n = 0; n < summary.levels.size(); ++n) levels.push_back(summary.levels[n]);
  const Bytes border_result = border_result_bytes<std::uint8_t>(false, levels);
  return blocks.kind().steps.split(blocks.operation(), blocks.seam(), merged.merge_record, border_result).first;
}

void register_all(const std::string& op, const std::string& instance, const Values& options) {
  for (const std::int64_t side : {512, 4096}) {
    const std::string name = op + "/" + instance + "/" + std::to_string(side);
    const auto report = [](benchmark::State& state, std::int64_t cells) {
      state.SetItemsProcessed(state.iterations() * cells);
    };
    benchmark::RegisterBenchmark(("local/" + name).c_str(), [=](benchmark::State& state) {
      const TwoBlocks blocks(op, instance, side, options);
      std::size_t bytes = 0;
      for (auto _ : state) bytes = blocks.summary(0).size();
      state.counters["summary_bytes"] = static_cast<double>(bytes);
      report(state, side * side);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("finish/" + name).c_str(), [=](benchmark::State& state) {
      const TwoBlocks blocks(op, instance, side, options);
      const Bytes border_result = border_result_for(blocks);
      Image out(blocks.operation().results[0].dtype, {side, side});
      for (auto _ : state) blocks.finish(0, border_result, out);
      report(state, side * side);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("merge/" + name).c_str(), [=](benchmark::State& state) {
      const TwoBlocks blocks(op, instance, side, options);
      const Bytes low = blocks.summary(0), high = blocks.summary(1);
      for (auto _ : state)
        benchmark::DoNotOptimize(blocks.kind().steps.merge(blocks.operation(), blocks.seam(), low, high));
      report(state, 8 * side);
    })->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace preamar::blocks

int main(int argc, char** argv) {
  using preamar::blocks::register_all;
  register_all("reconstruct", "tissue-100-h", {});
  register_all("fill_holes", "tissue", {});
  register_all("fill_holes", "spiral", {});
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
