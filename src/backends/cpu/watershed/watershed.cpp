#include "backends/cpu/watershed/watershed.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/watershed/rank_width.h"
#include "backends/cpu/watershed/write_labels.h"

namespace preamar::cpu {
namespace {

void tell(const Execution& on, double part) {
  if (on.progress) on.progress(part);
}

template <class K>
void label(const WatershedJob& job, const K* ranks) {
  Forest<K> forest(job, ranks);
  tell(job.on, 0.4);
  contract_tiles(job, forest);
  tell(job.on, 0.8);
  const std::int64_t nodes = forest.names.size(), edges = forest.edges.size();
  name_nodes(forest, join_tiles(job, forest));
  write_block(part_of(job.on, 0.8, 1), job, forest, {});
  if (job.on.log)
    job.on.log(text("watershed: ", std::min<std::int64_t>(worker_count(job.on), job.grid.count()), " threads, ",
                    job.grid.count(), " tiles of ", job.grid.depth, "x", job.grid.side, "x", job.grid.side,
                    ", ranks of ", sizeof(K), " bytes, ", nodes, " parts and ", edges, " edges between them"));
}

}  // namespace

void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& mask, ImageView labels, const Tuning& tuning) {
  const Box all = whole(image.shape());
  const WatershedJob job(on, spec, {all, all, image.shape(), image, mask, labels, {}}, labels, tuning);
  with_ranks(job, [&](const auto&, const auto* ranks) { label(job, ranks); });
}

void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& mask, ImageView labels) {
  watershed(on, spec, image, mask, labels, {});
}

}  // namespace preamar::cpu
