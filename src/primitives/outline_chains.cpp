#include "primitives/outline_chains.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace preamar::primitives {
namespace {

// A run is a number of 7 bits per byte, the lowest first; all bytes but the last have this bit. The two lowest bits of
// the number are the turn.
constexpr std::byte more{0x80};

struct Head {
  std::int64_t y, x, end_y, end_x;
  std::uint64_t bytes_and_directions;
};
static_assert(sizeof(Head) == chain_head_bytes);

[[noreturn]] void contradict() { throw Error(ErrorKind::io, "an outline contradicts itself"); }

void put_run(std::vector<std::byte>& bytes, OutlineRun run) {
  auto number = static_cast<std::uint64_t>(run.length) << 2 | static_cast<std::uint64_t>(run.turn);
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<std::byte>(number) | more);
  bytes.push_back(static_cast<std::byte>(number));
}

OutlineEdge after(const OutlineEdge& edge, const OutlineRun& run) {
  return {edge.y + step_y[edge.direction] * run.length, edge.x + step_x[edge.direction] * run.length,
          turned(edge.direction, run.turn)};
}

// Joins the open chains of two rows.
class Joiner {
 public:
  void add(std::span<const std::byte> row) {
    while (!row.empty())
      if (const OutlineChain chain = next_chain(row); !chain.is_ring()) open_.push_back({chain, false, false});
  }

  // The joined chains, ascending.
  std::vector<OutlineChain> join() {
    std::ranges::sort(open_, {}, [](const Link& link) { return link.chain.begin; });
    for (const Link& link : open_)
      if (Link* const next = starting_at(link.chain.end)) next->is_continuation = true;
    for (Link& link : open_)
      if (!link.is_continuation) follow(link);
    for (Link& link : open_)
      if (!link.is_used) follow(link);
    for (std::size_t i = 0; i < joined_.size(); ++i) joined_[i].runs = runs_[i].bytes();
    std::ranges::sort(joined_, {}, &OutlineChain::begin);
    return joined_;
  }

 private:
  struct Link {
    OutlineChain chain;
    bool is_continuation, is_used;
  };

  Link* starting_at(const OutlineEdge& edge) {
    const auto found = std::ranges::lower_bound(open_, edge, {}, [](const Link& link) { return link.chain.begin; });
    return found != open_.end() && found->chain.begin == edge ? &*found : nullptr;
  }

  void follow(Link& first) {
    OutlineChain chain{first.chain.begin, first.chain.begin, {}};
    OutlineRuns runs;
    for (Link* link = &first; link && !link->is_used; link = starting_at(link->chain.end)) {
      link->is_used = true;
      runs.add(link->chain.runs);
      chain.end = link->chain.end;
    }
    if (chain.is_ring()) {
      OutlineRuns rotated;
      chain.runs = runs.bytes();
      rotate_to_smallest(chain, rotated);
      runs = std::move(rotated);
    }
    joined_.push_back(chain);
    runs_.push_back(std::move(runs));
  }

  std::vector<Link> open_;
  std::vector<OutlineChain> joined_;
  std::vector<OutlineRuns> runs_;  // of the joined chains
};

// The rings of a row, one at a time.
class Rings {
 public:
  explicit Rings(std::span<const std::byte> row) : rest_(row) { advance(); }
  [[nodiscard]] const std::optional<OutlineChain>& ring() const { return ring_; }
  void advance() {
    ring_.reset();
    while (!ring_ && !rest_.empty())
      if (const OutlineChain chain = next_chain(rest_); chain.is_ring()) ring_ = chain;
  }

 private:
  std::span<const std::byte> rest_;
  std::optional<OutlineChain> ring_;
};

}  // namespace

void OutlineRuns::add(OutlineRun run) {
  if (!bytes_.empty() && (bytes_.back() & more) == std::byte{}) {
    std::size_t last = bytes_.size() - 1;
    while (last > 0 && (bytes_[last - 1] & more) != std::byte{}) --last;
    std::span<const std::byte> bytes = std::span<const std::byte>(bytes_).subspan(last);
    if (const OutlineRun before = next_run(bytes); before.turn == Turn::none) {
      bytes_.resize(last);
      run.length += before.length;
    }
  }
  put_run(bytes_, run);
}

void OutlineRuns::add(std::span<const std::byte> runs) {
  if (runs.empty()) return;
  add(next_run(runs));
  bytes_.insert(bytes_.end(), runs.begin(), runs.end());
}

OutlineRun next_run(std::span<const std::byte>& runs) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < runs.size() && i < 10; ++i) {
    number |= static_cast<std::uint64_t>(runs[i] & ~more) << (7 * i);
    if ((runs[i] & more) != std::byte{}) continue;
    runs = runs.subspan(i + 1);
    return {static_cast<std::int64_t>(number >> 2), static_cast<Turn>(number & 3)};
  }
  contradict();
}

std::int64_t run_count(std::span<const std::byte> runs) {
  return std::ranges::count_if(runs, [](std::byte byte) { return (byte & more) == std::byte{}; });
}

void append_chain(const OutlineChain& chain, LabelRowsWriter& to) {
  const Head head{
      chain.begin.y, chain.begin.x, chain.end.y, chain.end.x,
      chain.runs.size() << 4 | static_cast<std::uint64_t>(chain.begin.direction) << 2 | chain.end.direction};
  to.append(std::as_bytes(std::span(&head, 1)));
  to.append(chain.runs);
}

OutlineChain next_chain(std::span<const std::byte>& row) {
  Head head{};
  if (row.size() < sizeof head) contradict();
  std::memcpy(&head, row.data(), sizeof head);
  const std::uint64_t bytes = head.bytes_and_directions >> 4;
  if (bytes > row.size() - sizeof head) contradict();
  const auto direction = static_cast<Direction>(head.bytes_and_directions >> 2 & 3);
  const auto end_direction = static_cast<Direction>(head.bytes_and_directions & 3);
  const OutlineChain chain{
      {head.y, head.x, direction}, {head.end_y, head.end_x, end_direction}, row.subspan(sizeof head, bytes)};
  row = row.subspan(sizeof head + bytes);
  return chain;
}

void rotate_to_smallest(OutlineChain& ring, OutlineRuns& rotated) {
  OutlineEdge smallest = ring.begin, edge = ring.begin;
  std::size_t first = 0;
  for (std::span<const std::byte> rest = ring.runs; !rest.empty();) {
    const std::size_t at = ring.runs.size() - rest.size();
    if (edge < smallest) smallest = edge, first = at;
    edge = after(edge, next_run(rest));
  }
  ring.begin = ring.end = smallest;
  rotated.clear();
  rotated.add(ring.runs.subspan(first));
  rotated.add(ring.runs.first(first));
}

void join_chains(std::span<const std::byte> left, std::span<const std::byte> right, LabelRowsWriter& to) {
  Joiner joiner;
  joiner.add(left);
  joiner.add(right);
  const std::vector<OutlineChain> joined = joiner.join();
  Rings of_left(left), of_right(right);
  for (auto next = joined.begin(); of_left.ring() || of_right.ring() || next != joined.end();) {
    Rings* from = nullptr;
    if (of_left.ring()) from = &of_left;
    if (of_right.ring() && (!from || of_right.ring()->begin < from->ring()->begin)) from = &of_right;
    if (next != joined.end() && (!from || next->begin < from->ring()->begin)) {
      append_chain(*next++, to);
    } else {
      append_chain(*from->ring(), to);
      from->advance();
    }
  }
}

}  // namespace preamar::primitives
