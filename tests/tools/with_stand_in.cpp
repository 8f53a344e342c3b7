// In a program that tests "cuda:0", that device is the stand-in.
#include "tools/stand_in_device.h"

#include <cstdlib>
#include <string_view>

namespace preamar::test {
namespace {

const bool is_there = [] {
  const char* const name = std::getenv("PREAMAR_TEST_DEVICE");
  if (!name || std::string_view(name) != "cuda:0") return false;
  stand_in::renew_device();
  return true;
}();

}  // namespace
}  // namespace preamar::test
