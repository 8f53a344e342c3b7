// The device "cuda:0" over the stand-in CUDA driver.
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

// Replaces the driver by a new one. Returns what the old driver still held at its end, which must be nothing. `change`
// receives the table of functions.
inline Held renew_device(const std::function<void(cuda::Library&)>& change = {}) {
  static std::deque<cuda::Library> tables;  // each lives as long as its driver
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
