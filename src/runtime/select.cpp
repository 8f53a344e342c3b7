#include <preamar/devices.h>

#include "backends/cpu/backend.h"
#include "backends/reference/backend.h"
#include "core/error_text.h"
#include "core/os_process.h"
#include "skeletons/backend.h"

namespace preamar {

const Backend& backend_for(const Execution& on) {
  const auto chosen = [&](const Backend& backend) -> const Backend& {
    if (on.log) on.log(text("device ", on.device, ": backend ", backend.name));
    return backend;
  };
  if (on.device == "cpu") return chosen(cpu::backend());
  if (on.device == "reference") return chosen(reference::backend());
  throw Error(ErrorKind::device, text("device '", on.device, "' is not here; 'cpu' and 'reference' are"));
}

std::vector<Device> devices() {
  return {
      {"cpu", text(os_processor_name(), ", ", cpu::describe())},
      {"reference", "plain serial loops, the oracle of the tests"},
  };
}

}  // namespace preamar
