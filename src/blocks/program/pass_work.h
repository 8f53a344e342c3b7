// What each pass of a program does, for the whole image and with one block.
#pragma once

#include "blocks/program/program.h"

#include <vector>

namespace preamar::blocks {

// The steps that a pass processes, ascending.
struct PassWork {
  std::vector<std::size_t> exchanged;   // blocks exchange values over their borders
  std::vector<std::size_t> merged;      // summaries are merged along the tree
  std::vector<std::size_t> folded;      // summaries are folded
  std::vector<std::size_t> summarised;  // a visit of a block computes its summary, which is merged or folded
  std::vector<std::size_t> known;       // results for borders are known from earlier passes
  std::vector<std::size_t> split;       // results for borders become known by this pass
  std::vector<std::size_t> written;     // outputs, not steps

  // The steps that compute summaries or values from pixels, ascending.
  [[nodiscard]] std::vector<std::size_t> exchanged_or_summarised() const;
};
[[nodiscard]] PassWork work_of_pass(const Program& program, const Schedule& schedule, int pass);

// What one pass does with a block.
struct BlockWork {
  std::vector<std::size_t> summarised;  // steps whose summary is computed
  std::vector<std::size_t> written;     // outputs
  std::vector<bool> computed;           // per step: its pixels are needed
  std::vector<bool> read;               // per input
  [[nodiscard]] bool is_empty() const { return summarised.empty() && written.empty(); }
};

// The work for these summaries and outputs, with all images that they need.
[[nodiscard]] BlockWork work_for(const Program& program, const std::vector<std::size_t>& summarised,
                                 const std::vector<std::size_t>& written);

// How often a block of each input is read, if no block is read again because of its content.
[[nodiscard]] std::vector<int> reads_of_inputs(const Program& program);

}  // namespace preamar::blocks
