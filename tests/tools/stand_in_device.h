// The device "cuda:0" over the stand-in of a CUDA driver.
#pragma once

#include "backends/cuda/driver.h"
#include "backends/device/devices.h"
#include "tools/stand_in_cuda.h"

#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace preamar::test::stand_in {

// A new driver in the place of the one before, whose end must leave nothing: what is held then is returned. `change` is
// given the table of functions.
inline Held renew_device(const std::function<void(cuda::Library&)>& change = {}) {
  static std::deque<cuda::Library> tables;  // each stays as long as its driver
  tables.push_back(library());
  if (change) change(tables.back());
  fail_after(-1);
  std::string why;
  auto drivers = cuda::open(tables.back(), fatbins(), targets(), why);
  if (drivers.empty()) throw std::runtime_error(why);
  if (device::Device* const there = device::named("cuda:0"))
    there->driver = std::move(drivers.front());
  else
    device::add(std::move(drivers.front()));
  return held();
}

}  // namespace preamar::test::stand_in
