#include "session.h"

#include "core/device_names.h"
#include "core/error_text.h"
#include "platform/terminal.h"

#include <preamar/devices.h>

#include <algorithm>
#include <thread>

namespace preamar::cli {
namespace {

Progress::Style style_for(Verbosity verbosity) {
  if (verbosity == Verbosity::quiet) return Progress::Style::none;
  if (os_error_is_terminal()) return Progress::Style::bar;
  return verbosity == Verbosity::progress ? Progress::Style::lines : Progress::Style::none;
}

}  // namespace

Session::Session(std::string_view command, const Settings& settings)
    : explains_(settings.explain),
      scope_(stop_.get_token()),
      signals_([this] { stop_.request_stop(); }),
      progress_(command, style_for(settings.verbosity)) {
  require_device(settings);
  execution_.device = settings.device;
  execution_.threads = settings.threads;
  execution_.scratch_memory = settings.memory;
  execution_.progress = [this](double part) { progress_.update(part); };
  execution_.stop = stop_.get_token();
  if (explains_) execution_.log = [this](std::string_view what) { progress_.line(what); };
}

void Session::stage(std::string_view what) {
  if (stop_.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
  progress_.stage(what);
}

void Session::explain(std::string_view what) {
  if (explains_) progress_.line(what);
}

void require_device(const Settings& settings) {
  if (settings.device == "cpu" || settings.device == oracle) return;  // no driver is opened for these
  const std::vector<Device> all = devices();
  for (const std::string& name : names_in(settings.device)) {
    if (std::ranges::find(all, name, &Device::name) != all.end()) continue;
    std::string names;
    for (const Device& device : all) names += text(names.empty() ? "" : ", ", device.name);
    throw Error(ErrorKind::device, text("device '", name, "' is not here; these are: ", names));
  }
}

BlockSettings block_settings(const Settings& settings) {
  BlockSettings blocks{.memory = settings.memory,
                       .block = settings.block,
                       .resume = settings.resume,
                       .read = settings.read,
                       .read_each = settings.read_each,
                       .write = settings.write};
  if (!settings.valid.empty()) blocks.valid = settings.valid;
  if (!settings.valid_out.empty()) blocks.valid_out = settings.valid_out;
  return blocks;
}

Execution execution_for(const Settings& settings) {
  Execution on;
  on.device = settings.device;
  on.threads = settings.threads;
  return on;
}

std::string backend_of(const Settings& settings) { return settings.device.substr(0, settings.device.find(':')); }

int thread_count(const Settings& settings) {
  if (settings.device == oracle) return 1;
  if (settings.threads > 0) return settings.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace preamar::cli
