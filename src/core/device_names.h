// Names of devices: "cpu", "opencl:0", or several at once: "hybrid", "cpu+opencl:0".
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace preamar {

// "hybrid" means the CPU and every available device.
[[nodiscard]] inline bool names_several(std::string_view device) {
  return device == "hybrid" || device.find('+') != std::string_view::npos;
}

// Whether a device computes in host memory.
[[nodiscard]] inline bool is_host(std::string_view device) { return device == "cpu" || device == "reference"; }

// Splits a combined name: "cpu" and "opencl:0" from "cpu+opencl:0".
[[nodiscard]] inline std::vector<std::string> names_in(const std::string& device) {
  std::vector<std::string> names;
  std::istringstream list(device);
  for (std::string name; std::getline(list, name, '+');) names.push_back(name);
  return names;
}

}  // namespace preamar
