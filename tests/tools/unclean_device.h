// Tests of a device with poisoned memory, and with fewer groups than parts of work.
#pragma once

#include "backends/device/devices.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace preamar::test {

class UncleanDevice : public testing::Test {
 protected:
  // oclgrind itself detects uninitialised memory.
  void SetUp() override {
    device::poison_new_memory(!std::getenv("OCLGRIND_UNINITIALIZED"));
    device::limit_groups(3);
  }
  void TearDown() override {
    device::poison_new_memory(false);
    device::limit_groups(0);
  }
};

}  // namespace preamar::test
