#include "blocks/plan/advice.h"

#include "blocks/plan/stage_plan.h"
#include "blocks/workers/worker_pool.h"
#include "core/byte_sizes.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <optional>

namespace preamar::blocks {
namespace {

// As "512,512".
std::string extents_text(const Shape& shape) {
  std::string words;
  for (int axis = 0; axis < shape.rank(); ++axis) words += text(axis == 0 ? "" : ",", shape[axis]);
  return words;
}

// Bytes of megabytes(bytes).
std::int64_t in_whole_megabytes(std::int64_t bytes) {
  constexpr std::int64_t mebibyte = 1 << 20;
  return bytes > INT64_MAX - mebibyte ? INT64_MAX : (bytes + mebibyte - 1) / mebibyte * mebibyte;
}

class Advice {
 public:
  Advice(const BlockSettings& settings, const Execution& on, std::int64_t needed, const PlanAgain& plan)
      : settings_(settings), on_(on), needed_(needed), plan_(plan) {}

  // Bytes with which the call can be planned: with more memory it may be planned otherwise, and then need even more.
  [[nodiscard]] std::int64_t enough() const {
    BlockSettings more = settings_;
    for (std::int64_t needed = needed_;;) {
      more.memory = in_whole_megabytes(needed);
      if (planned(more, on_, needed) || needed <= more.memory) return needed;
    }
  }

  [[nodiscard]] std::string words() const {
    return text(settings_.block.rank() > 0 ? other_block() : "", fewer_threads());
  }

 private:
  // The shape of the blocks; none if the call needs more memory, of which `needed` receives the bytes.
  std::optional<Shape> planned(const BlockSettings& settings, const Execution& on, std::int64_t& needed) const try {
    return plan_(settings, on);
  } catch (const MemoryError& error) {
    needed = error.needed();
    return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }

  [[nodiscard]] std::string other_block() const {
    BlockSettings other = settings_;
    other.block = {};
    std::int64_t needed = needed_;
    std::string memory;
    std::optional<Shape> block = planned(other, on_, needed);
    if (!block && needed < needed_) {
      other.memory = in_whole_megabytes(needed);
      memory = setting("memory", megabytes(needed));
      block = planned(other, on_, needed);
    }
    if (!block) return "";
    other.block = *block;
    const bool is_same = block->rank() > 0 && planned(other, on_, needed).has_value();
    const std::string words = is_same ? setting("block", extents_text(*block)) : "no block";
    return text(", or ", memory, memory.empty() ? "" : " and ", words);
  }

  [[nodiscard]] std::string fewer_threads() const {
    if (!can_share_threads(on_)) return "";
    Execution fewer = on_;
    std::int64_t needed = needed_;
    for (fewer.threads = worker_count_of(on_) / 2; fewer.threads > 0; fewer.threads /= 2)
      if (planned(settings_, fewer, needed)) return text(", or ", setting("threads", text(fewer.threads)));
    return "";
  }

  const BlockSettings& settings_;
  const Execution& on_;
  const std::int64_t needed_;
  const PlanAgain& plan_;
};

}  // namespace

MemoryError advised(const MemoryError& error, std::string_view name, const BlockSettings& settings, const Execution& on,
                    const PlanAgain& plan) {
  const Advice advice(settings, on, error.needed(), plan);
  const std::int64_t enough = advice.enough();
  const std::string words = enough == error.needed()
                                ? error.what()
                                : text(name, ": memory is ", size_text(memory_of(settings)), "; the call needs ",
                                       megabytes(enough), "; give ", setting("memory", megabytes(enough)));
  return {text(words, advice.words()), enough};
}

}  // namespace preamar::blocks
