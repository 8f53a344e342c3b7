// A source file made of the input. The result must be a program or a refusal; nothing of it is run.
#include "front/front.h"
#include "refusals.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace preamar::convert;
  try {
    const Source source{"input.c", std::string(reinterpret_cast<const char*>(data), size), {}, false};
    if (source.text.find("preamar::") == std::string::npos) (void)suggest_loops(source);
    (void)understand(source);
  } catch (const Refused& refused) {
    if (refused.refusals().empty()) std::abort();
  }
  return 0;
}
