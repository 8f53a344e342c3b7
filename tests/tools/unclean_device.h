// Tests of a device with poisoned memory, and with fewer groups than parts of work.
#pragma once

#include "backends/device/devices.h"
#include "tools/device.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace preamar::test {

[[nodiscard]] inline Execution device_of_few_groups() {
  Execution on = device_under_test();
  on.device_groups = 3;
  return on;
}

class UncleanDevice : public testing::Test {
 protected:
  // oclgrind itself detects uninitialised memory.
  void SetUp() override { device::poison_new_memory(!std::getenv("OCLGRIND_UNINITIALIZED")); }
  void TearDown() override { device::poison_new_memory(false); }
};

}  // namespace preamar::test
