// A source file made of the input. Whatever it is, the answer is a program or a refusal; nothing of it is run.
#include "front/front.h"
#include "refusals.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace preamar::convert;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    (void)understand({"input.c", text, {}, false});
  } catch (const Refused& refused) {
    if (refused.refusals().empty()) std::abort();
  }
  return 0;
}
