// Each operator that devices support, with types of each kind and each launch shape: the same results, and launches as
// asked for. As threads for the sanitizers and in oclgrind, images are small but have more tiles than the device has
// groups. Contracts are tested elsewhere, on larger images.
#include "backends/device/devices.h"
#include "core/error_text.h"
#include "primitives/map.h"
#include "registry/example.h"
#include "tools/device.h"
#include "tools/host_kernels.h"
#include "tools/images.h"
#include "tools/stand_in_device.h"
#include "tools/stand_in_launches.h"

#include <preamar/error.h>
#include <preamar/operator.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <ostream>
#include <set>

namespace preamar::test {
using namespace primitives;
namespace {

struct Case {
  const Operator* op;
  DType dtype;
};

void PrintTo(const Case& item, std::ostream* out) { *out << item.op->name << " " << name_of(item.dtype); }

// An operator and its dual have the same kernels; so have types of the same kind.
std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const Operator* op : operators()) {
    if (!op->dual_of.empty()) continue;
    const bool has_levels = op->on_devices.contains(DType::uint8);
    for (const DType dtype : {has_levels ? DType::uint8 : DType::boolean, DType::float32})
      if (op->on_devices.contains(dtype)) all.push_back({op, dtype});
  }
  return all;
}

std::string device_name() {
  const char* const given = std::getenv("PREAMAR_TEST_DEVICE");
  return given ? given : "cuda:0";
}

// Required options have the values of the operator's example; then the same with each flag.
std::vector<Values> options_of(const Operator& op) {
  const Values options = options_for(op);
  std::vector<Values> all = {options};
  for (const Option& option : op.options) {
    if (option.kind != OptionKind::flag) continue;
    all.push_back(options);
    all.back()[std::string(option.name)] = true;
  }
  return all;
}

struct Outcome {
  std::vector<Image> images;
  Results found;
};

Outcome run(const Case& item, std::span<const ConstImageView> inputs, const Values& options, const Execution& on) {
  std::vector<ImageType> types;
  for (const ConstImageView& input : inputs) types.push_back(input.type());
  Outcome outcome;
  for (const ImageType& type : item.op->results(types, options)) outcome.images.emplace_back(type);
  const std::vector<ImageView> outs(outcome.images.begin(), outcome.images.end());
  outcome.found = run_operator(*item.op, inputs, outs, options, on);
  return outcome;
}

bool runs_as_threads() { return device_name() == "cuda:0"; }
bool is_in_oclgrind() { return std::getenv("OCLGRIND_UNINITIALIZED") != nullptr; }

// Counts what runs as threads: a kernel that no case reaches is not checked.
class Device : public testing::Environment {
 public:
  void SetUp() override {
    if (runs_as_threads()) stand_in::renew_device(stand_in::record_launches);
    device::poison_new_memory(!is_in_oclgrind());  // which detects uninitialised memory
  }
  void TearDown() override {
    if (!runs_as_threads() || testing::GTEST_FLAG(filter) != "*") return;
    for (const std::string& name : idle_host_kernels()) std::cout << "no case reaches the kernel " << name << "\n";
  }
};
const testing::Environment* const environment = testing::AddGlobalTestEnvironment(new Device);

// Between views of device memory.
TEST(Kernels, copy) {
  Random random(13);
  const Execution on{.device = device_name(), .device_groups = 2};
  for (const DType dtype : {DType::uint8, DType::int16, DType::float32, DType::float64}) {
    const Image image = make_noise(dtype, Shape{9, 11}, Palette::spread, random);
    Image out(image.type());
    const Resident there(on, image.type());
    const ImageView turned(there.view().data(), dtype, Shape{9, 11}, {size_of(dtype), 9 * size_of(dtype)});
    map(on, {.pixel = Pixel::copy}, image, turned);
    map(on, {.pixel = Pixel::copy}, turned, out);
    EXPECT_EQ(difference(image, out), "") << name_of(dtype);
  }
}

bool is_slow() { return runs_as_threads() || is_in_oclgrind(); }

std::vector<Execution> launch_shapes() {
  const std::string device = device_name();
  if (is_slow()) return {{.device = device, .device_groups = 2}};
  return {{.device = device, .device_groups = 1, .device_tile = 32},
          {.device = device, .device_groups = 2, .device_tile = 64},
          {.device = device, .device_groups = 7, .device_tile = 32},
          {.device = device, .device_groups = 1000, .device_tile = 64}};
}

void compare(const Case& item, std::span<const ConstImageView> inputs, const Values& options) {
  Outcome expected;
  try {
    expected = run(item, inputs, options, {.device = "reference"});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::call && error.kind() != ErrorKind::input) throw;
    return;  // it does not accept such images on any device
  }
  const std::string shape = inputs[0].shape().text();
  for (const Execution& on : launch_shapes()) {
    SCOPED_TRACE(text(shape, ", groups ", on.device_groups, ", tile ", on.device_tile));
    stand_in::launches().clear();
    const Outcome found = run(item, inputs, options, on);
    for (const stand_in::Launch& launch : stand_in::launches()) EXPECT_LE(launch.groups, on.device_groups);
    for (std::size_t i = 0; i < expected.images.size(); ++i)
      EXPECT_EQ(difference(expected.images[i], found.images[i]), "");
    EXPECT_EQ(expected.found.numbers, found.found.numbers);
  }
}

// Several tiles of each side; few where each item takes long.
std::vector<Shape> shapes() {
  if (is_in_oclgrind()) return {Shape{7, 37}, Shape{3, 9, 10}};
  if (runs_as_threads()) return {Shape{9, 70}, Shape{3, 9, 17}};
  return {Shape{70, 150}, Shape{9, 17, 40}};
}

class Operators : public testing::TestWithParam<Case> {};

TEST_P(Operators, give_what_reference_gives) {
  const Case& item = GetParam();
  Random random(11);
  for (const Shape& shape : shapes()) {
    const Pair pair = make_pair({.dtype = item.dtype, .shape = shape, .content = Content::plateaus}, random);
    std::vector<ConstImageView> inputs = {pair.marker, pair.mask, pair.mask};
    const auto needed = std::ranges::count(item.op->inputs, Presence::mandatory, &Input::presence);
    if (needed == 1) inputs[0] = pair.mask;
    inputs.resize(static_cast<std::size_t>(needed));
    for (const Values& options : options_of(*item.op)) compare(item, inputs, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Operators, testing::ValuesIn(all_cases()), [](const auto& item) {
  return std::string(item.param.op->name) + "_" + std::string(name_of(item.param.dtype));
});

}  // namespace
}  // namespace preamar::test
