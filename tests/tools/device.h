// The device under test, named by the environment; and images in its memory.
#pragma once

#include "primitives/backend.h"

#include <preamar/error.h>
#include <preamar/image.h>
#include <preamar/operator.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace preamar::test {
using namespace primitives;

[[nodiscard]] inline Execution device_under_test() {
  const char* const name = std::getenv("PREAMAR_TEST_DEVICE");
  return {.device = name ? name : "opencl:0"};
}

// The device that a contract test compares with the oracle: "cpu" unless the environment names another.
[[nodiscard]] inline std::string tested_device() {
  const char* const name = std::getenv("PREAMAR_TEST_DEVICE");
  return name ? name : "cpu";
}

// Whether the device under test supports the operator with such a first input; otherwise it must throw.
[[nodiscard]] inline bool is_taken(std::string_view op, DType dtype) {
  return tested_device() == "cpu" || operator_named(op).on_devices.contains(dtype);
}

// An image in the memory of the device of `on`.
class Resident {
 public:
  Resident(const Execution& on, const ImageType& type)
      : backend_(backend_for(on)),
        view_(backend_.reserve(on, type.shape.count() * size_of(type.dtype)), type.dtype, type.shape) {}
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;
  ~Resident() { backend_.release(view_.data()); }
  [[nodiscard]] ImageView view() const { return view_; }

 private:
  const Backend& backend_;
  ImageView view_;
};

}  // namespace preamar::test
