#include "nests/lines.h"

#include "refusals.h"

namespace preamar::convert {

std::vector<Refusal> at_original_lines(std::vector<Refusal> refusals, const std::vector<Inserted>& inserted) {
  for (Refusal& refusal : refusals) {
    unsigned before = 0;
    for (const Inserted& one : inserted) {
      const unsigned first = one.last + before + 1;
      if (refusal.file != one.file || refusal.line < first) continue;
      if (refusal.line >= first + one.count) {
        before += one.count;
        continue;
      }
      refusal.line = one.line + before;
      refusal.column = one.column;
      refusal.what = "in the function of a pixel that it becomes: " + refusal.what;
      break;
    }
    refusal.line -= before;
  }
  return refusals;
}

}  // namespace preamar::convert
