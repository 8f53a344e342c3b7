// Tasks of an exchange of border values (RelaxationKind in blocks/families/algorithm.h), in rounds. A round visits the
// blocks that are awake. Each publishes its values under the number of the round and names the neighbours that they may
// change; the last task of the round collects these for the next one. A task reads only values of earlier rounds, which
// nobody changes: so it may be done twice, also late. A block that finds no value below those it assumed publishes
// none. All values are upper bounds of the final ones and fall, so the rounds end; then no block would compute others.
#include "blocks/job/task.h"
#include "blocks/run/seam_exchange.h"
#include "blocks/state/seam_store.h"
#include "core/error_text.h"

#include <algorithm>
#include <span>

namespace preamar::blocks {
namespace {

constexpr int at_rest = -1;  // as the number of a round: after the last one

// Values and summary of a block.
Bytes published(const SeamValues& values) {
  ByteWriter writer;
  writer.put_list(std::span<const std::byte>(to_bytes(values)));
  writer.put_list(std::span<const std::byte>(values.summary));
  return writer.take();
}

}  // namespace

JobTask::Exchange JobTask::exchange_of(int step, int round) {
  Exchange exchange;
  if (round == 0) {
    exchange.versions.assign(job_.groups().blocks().size(), -1);
    for (std::size_t i = 0; i < exchange.versions.size(); ++i) exchange.awake.push_back(static_cast<std::uint32_t>(i));
    return exchange;
  }
  const Bytes bytes = state().require({StateKind::exchange, static_cast<std::size_t>(step), round});
  ByteReader reader(bytes);
  exchange.versions = reader.get_list<std::int32_t>();
  exchange.awake = reader.get_list<std::uint32_t>();
  const std::size_t blocks = job_.groups().blocks().size();
  if (exchange.versions.size() != blocks || std::ranges::any_of(exchange.awake, [&](auto i) { return i >= blocks; }))
    throw Error(ErrorKind::io, text(plan_.plan.file.string(), ": its exchange is not of this job; plan the job again"));
  return exchange;
}

std::size_t JobTask::number_of(std::int64_t block) const {
  const auto& blocks = job_.groups().blocks();
  return static_cast<std::size_t>(std::ranges::lower_bound(blocks, block) - blocks.begin());
}

SeamValues JobTask::seam_values(int step, int version, std::int64_t block) {
  const Bytes bytes = state().require({StateKind::seam, static_cast<std::size_t>(step), version, block});
  ByteReader reader(bytes);
  SeamValues values = seam_values_from(reader.get_bytes());
  values.summary = reader.get_bytes();
  return values;
}

SeamValues JobTask::values_at_rest(std::size_t step, std::int64_t block) {
  const int number = static_cast<int>(step);
  if (!rest_.contains(number)) rest_[number] = exchange_of(number, at_rest).versions;
  return seam_values(number, rest_[number][number_of(block)], block);
}

// With everything that later tasks need of it.
bool JobTask::is_exchange_done(int step, int round, std::int64_t block) {
  const auto own = static_cast<std::size_t>(step);
  const auto wakes = state().get({StateKind::wakes, own, round, block});
  if (!wakes) return false;
  if (ByteReader(*wakes).get<std::uint8_t>() == 0) return true;
  const BlockWork work = work_for(program(), {own}, {});
  return knows_inputs(digests_of(block), work, block) && state().get({StateKind::seam, own, round, block}).has_value();
}

void JobTask::run_exchange() {
  const int step = plan_.exchanged, round = plan_.round;
  const Exchange exchange = exchange_of(step, round);
  require_task(index_, std::ssize(exchange.awake));
  const std::int64_t block = job_.groups().blocks()[exchange.awake[static_cast<std::size_t>(index_)]];
  const auto own = static_cast<std::size_t>(step);
  if (is_exchange_done(step, round, block)) {
    report_.was_done = true;
    return;
  }
  const Shape& image = program().image();
  const Box box = job_.tree().node(block).box;
  const auto version = [&](std::int64_t of) { return exchange.versions[number_of(of)]; };
  std::vector<std::uint64_t> around;
  if (version(block) >= 0) around = seam_values(step, version(block), block).around;
  std::map<std::int64_t, SeamValues> neighbours;
  bool has_news = round == 0;
  const std::vector<std::uint64_t> assumed = around;
  for (const BlockNeighbour& neighbour : neighbours_of(job_.tree(), box)) {
    if (round == 0) {
      neighbours.try_emplace(neighbour.block);
      continue;
    }
    const Box other = job_.tree().node(neighbour.block).box;
    const SeamValues& values =
        neighbours.emplace(neighbour.block, seam_values(step, version(neighbour.block), neighbour.block)).first->second;
    if (smallest_below(image, other, values.border, box, assumed) == no_value) continue;
    has_news = true;
    lower_around(image, other, values.border, box, around);
  }
  std::vector<std::uint32_t> wakes;
  if (has_news) {
    SeamValues values;
    BlockVisit block_visit{block, box, work_for(program(), {own}, {}), {}, {}};
    const std::vector<Bytes> none(program().steps.size());
    block_visit.border_results = block_visit.root_results = none;
    block_visit.around.emplace_back(own, std::move(around));
    visit(
        block_visit,
        [&](std::size_t, const BlockView& view) {
          values = as_kind<RelaxationKind>(operation(own)).relax(operation(own), view);
        },
        [&] {
          state().put({StateKind::seam, own, round, block}, published(values));
        });
    for (const auto& [other, theirs] : neighbours) {
      const Box to = job_.tree().node(other).box;
      const std::vector<std::uint64_t> unknown(
          theirs.around.empty() ? static_cast<std::size_t>(BoxRing(to, image).count()) : 0, no_value);
      if (smallest_below(image, box, values.border, to, theirs.around.empty() ? unknown : theirs.around) != no_value)
        wakes.push_back(static_cast<std::uint32_t>(number_of(other)));
    }
  }
  ByteWriter writer;
  writer.put<std::uint8_t>(has_news);
  writer.put_list(std::span<const std::uint32_t>(wakes));
  state().put({StateKind::wakes, own, round, block}, writer.take());
}

void JobTask::run_round() {
  const int step = plan_.exchanged, round = plan_.round;
  const auto own = static_cast<std::size_t>(step);
  Exchange exchange = exchange_of(step, round);
  std::vector<Bytes> found(exchange.awake.size());
  IoThreads threads(job_.stage_plan().load.io_threads, on_.stop);
  threads.each(std::ssize(found), [&](std::int64_t i) {
    const auto at = static_cast<std::size_t>(i);
    found[at] = state().require({StateKind::wakes, own, round, job_.groups().blocks()[exchange.awake[at]]});
  });
  Exchange next{exchange.versions, {}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    ByteReader reader(found[i]);
    if (reader.get<std::uint8_t>() != 0) next.versions[exchange.awake[i]] = round;
    const std::vector<std::uint32_t> wakes = reader.get_list<std::uint32_t>();
    next.awake.insert(next.awake.end(), wakes.begin(), wakes.end());
  }
  std::ranges::sort(next.awake);
  next.awake.erase(std::unique(next.awake.begin(), next.awake.end()), next.awake.end());
  const bool is_at_rest = next.awake.empty();
  ByteWriter writer;
  writer.put_list(std::span<const std::int32_t>(next.versions));
  writer.put_list(std::span<const std::uint32_t>(next.awake));
  state().put({StateKind::exchange, own, is_at_rest ? at_rest : round + 1}, writer.take());
  const PlanFile plan =
      is_at_rest ? plan_after_exchange(job_, plan_, outputs_) : plan_of_round(plan_, std::ssize(next.awake));
  write_plan(plan, [this] { require_lock(); });
  end_plan(plan.plan.file);
}

}  // namespace preamar::blocks
