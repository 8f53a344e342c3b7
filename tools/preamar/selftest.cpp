// Compares a device with the plain loops, on the user's own machine: a report for when something is wrong, or is not.
#include "commands.h"
#include "core/device_names.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "platform/process.h"
#include "registry/example.h"
#include "report.h"
#include "session.h"
#include "trial.h"

#include <preamar/blocks.h>
#include <preamar/devices.h>
#include <preamar/version.h>

#include <algorithm>
#include <chrono>
#include <iostream>

namespace preamar::cli {
namespace {

// Instances with little and with much to do, of both ranks; those of two images serve operators of one too.
constexpr std::string_view selftest_instances[] = {"tissue-100-h", "random-50", "spiral-pair", "tissue3d-h",
                                                   "spiral3d"};

struct Tally {
  const Operator* op;
  DType dtype;
  int cases = 0;
  std::vector<std::string> failures;
};

Device device_named(const Settings& settings) {
  require_device(settings);
  const std::vector<Device> all = devices();
  const auto found = std::ranges::find(all, settings.device, &Device::name);
  return found != all.end() ? *found : Device{settings.device, "at once, block by block", DeviceKind::all};
}

// Levels 0 to 255 in another type; in bool, whether there is one.
Image converted(const Image& image, DType dtype) {
  Image out(dtype, image.shape());
  const std::int64_t count = image.shape().count();
  with_type(image.dtype(), [&]<class From>(std::type_identity<From>) {
    with_type(dtype, [&]<class To>(std::type_identity<To>) {
      const auto* const from = static_cast<const From*>(image.data());
      auto* const to = static_cast<To*>(out.data());
      for (std::int64_t i = 0; i < count; ++i)
        to[i] = dtype == DType::boolean ? static_cast<To>(from[i] != From{0}) : static_cast<To>(from[i]);
    });
  });
  return out;
}

bool is_for(const Device& device, const Operator& op, DType dtype) {
  return device.kind != DeviceKind::accelerator || op.on_devices.contains(dtype);
}

// Several devices work in blocks.
bool is_for(const Execution& on, const Trial& trial) {
  std::vector<ImageType> types;
  for (const Image& input : trial.inputs) types.push_back(input.type());
  return !names_several(on.device) || works_in_blocks(trial.op, types, trial.options);
}

// One case; adds what went wrong.
void compare(Tally& tally, const Instance& instance, const Values& options, const Execution& on) {
  Trial trial = trial_on(*tally.op, options, instance, check_side[instance.rank], on);
  for (Image& input : trial.inputs)
    if (input.dtype() != tally.dtype) input = converted(input, tally.dtype);
  TrialResult expected, found;
  try {
    expected = result_for(trial);
    if (!is_for(on, trial)) return;
    Execution plain = on;
    plain.device = oracle;
    run_into(expected, trial, plain);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::call || error.kind() == ErrorKind::input) return;  // the operator has no such case
    throw;
  }
  ++tally.cases;
  try {
    found = result_for(trial);
    run_into(found, trial, on);
    if (!are_same(expected, found)) tally.failures.push_back(text(instance.name, ": another result"));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::stopped) throw;
    tally.failures.push_back(text(instance.name, ": ", error.what()));
  }
}

Tally examine(const Operator& op, DType dtype, const Execution& on) {
  Tally tally{&op, dtype, 0, {}};
  const Values options = options_for(op, {});
  for (const std::string_view name : selftest_instances) {
    const auto found = std::ranges::find(instances(), name, &Instance::name);
    if (found != instances().end() && found->images >= required_images(op)) compare(tally, *found, options, on);
  }
  return tally;
}

void print_tally(const Tally& tally) {
  std::cout << text(tally.op->name, " ", name_of(tally.dtype), ": ",
                    static_cast<std::size_t>(tally.cases) - tally.failures.size(), " of ", tally.cases, "\n");
  for (const std::string& failure : tally.failures) std::cout << text("  ", failure, "\n");
  std::cout.flush();
}

Record record_of(const Tally& tally) {
  std::vector<Record> failures;
  for (const std::string& failure : tally.failures) failures.push_back({{{"what", failure}}});
  return {{{"operator", std::string(tally.op->name)},
           {"dtype", std::string(name_of(tally.dtype))},
           {"cases", std::int64_t{tally.cases}},
           {"failures", failures}}};
}

}  // namespace

void run(const SelftestRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  const Device device = device_named(request.settings);
  Session session("selftest", request.settings);
  std::int64_t cases = 0, failures = 0;
  std::vector<Record> rows;
  for (const Operator* op : operators())
    for (int i = 0; i < dtype_count; ++i) {
      const auto dtype = static_cast<DType>(i);
      if (!is_for(device, *op, dtype)) continue;
      session.stage(text(op->name, " ", name_of(dtype)));
      const Tally tally = examine(*op, dtype, session.execution());
      if (tally.cases == 0) continue;
      cases += tally.cases;
      failures += static_cast<std::int64_t>(tally.failures.size());
      if (request.settings.report == Report::text) print_tally(tally);
      rows.push_back(record_of(tally));
    }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (request.settings.report == Report::json)
    print_json({{{"version", std::string(version())},
                 {"device", device.name},
                 {"description", device.description},
                 {"processor", std::string(os_processor_name())},
                 {"cases", cases},
                 {"failed", failures},
                 {"seconds", seconds},
                 {"results", rows}}});
  else
    std::cout << text("preamar ", version(), " on ", device.name, " (", device.description, "): ", cases - failures,
                      " of ", cases, " cases give the bytes of the plain loops, ", seconds_text(seconds), "\n");
  if (failures > 0)
    throw Error(ErrorKind::device, text("selftest: ", failures, " of ", cases, " cases failed on ", device.name,
                                        "; please report it with the lines above"));
}

}  // namespace preamar::cli
