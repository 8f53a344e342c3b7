// Times operators on generated images. A wrong result is refused, never timed.
#include "commands.h"
#include "core/error_text.h"
#include "generate.h"
#include "registry/example.h"
#include "report.h"
#include "session.h"
#include "trial.h"

#include <preamar/version.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>

namespace preamar::cli {
namespace {

// One row to come.
struct Job {
  const Operator& op;
  Values options;
  const Instance& instance;
};

struct Timing {
  const Operator& op;
  const Instance& instance;
  ImageType type;
  double seconds, copy_seconds;

  [[nodiscard]] double ns_per_pixel() const { return seconds * 1e9 / static_cast<double>(type.shape.count()); }
  [[nodiscard]] double copies() const { return seconds / copy_seconds; }
};

void require_same(const TrialResult& a, const TrialResult& b, const std::string& what) {
  if (!are_same(a, b)) throw Error(ErrorKind::device, text("bench: ", what, "; a wrong result is not timed"));
}

void check_against_oracle(const Trial& work, const Instance& instance, const Execution& on) {
  TrialResult ours = result_for(work), truth = result_for(work);
  Execution plain = on;
  plain.device = oracle;
  run_into(ours, work, on);
  run_into(truth, work, plain);
  require_same(ours, truth, text(work.op.name, " of ", instance.name, " on ", on.device, " differs from ", oracle));
}

// The median time of `repeat` calls, each followed by a check that is not timed.
double seconds_of(
    int repeat, const std::function<void()>& call, const std::function<void()>& check = [] {}) {
  std::vector<double> times;
  for (int i = 0; i < repeat; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    check();
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

// A memcpy, on one thread, of as many bytes as the inputs and the results have.
double copy_seconds(int repeat, const Trial& work, const TrialResult& result) {
  std::vector<const Image*> images;
  for (const Image& image : work.inputs) images.push_back(&image);
  for (const Image& image : result.images) images.push_back(&image);
  std::vector<Image> copies;
  for (const Image* image : images) copies.emplace_back(image->type());
  const auto copy = [&] {
    for (std::size_t i = 0; i < images.size(); ++i)
      std::memcpy(copies[i].data(), images[i]->data(), static_cast<std::size_t>(bytes_of(images[i]->type())));
  };
  copy();  // touches the pages
  return seconds_of(repeat, copy);
}

Timing time_one(const Job& job, const BenchRequest& request, Session& session) {
  const auto& [op, options, instance] = job;
  const Execution& on = session.execution();
  const std::int64_t side = std::min(request.size, check_side[instance.rank]);
  session.stage(text(instance.name, ": check"));
  check_against_oracle(trial_on(op, options, instance, side, on), instance, on);

  session.stage(text(instance.name, ": generate"));
  const Trial work = trial_on(op, options, instance, request.size, on);
  TrialResult first = result_for(work), again = result_for(work);
  session.stage(text(instance.name, ": time"));
  run_into(first, work, on);
  const double seconds = seconds_of(
      request.repeat, [&] { run_into(again, work, on); },
      [&, &op = op, &instance = instance] {
        require_same(first, again, text(op.name, " of ", instance.name, " gave two results"));
      });
  return {op, instance, work.inputs.front().type(), seconds, copy_seconds(request.repeat, work, first)};
}

std::vector<const Instance*> instances_for(const BenchRequest& request, const Operator& op, const Values& options) {
  const int images = required_images(op);
  std::vector<const Instance*> chosen;
  for (const std::string& name : request.instances) {
    const Instance& instance = instance_named("bench", name);
    if (instance.images >= images)
      chosen.push_back(&instance);
    else if (request.operators.size() == 1)
      throw Error(ErrorKind::call, text("bench: ", name, " has ", instance.images, " of the ", images, " images that ",
                                        op.name, " takes"));
  }
  if (request.instances.empty())
    for (const Instance& instance : instances())
      if (instance.images == images && instance.rank == 2 && is_taken(op, options, instance))
        chosen.push_back(&instance);
  return chosen;
}

void print_header() {
  std::cout << std::left << std::setw(28) << "operator" << std::setw(20) << "instance" << std::setw(20) << "image"
            << std::right << std::setw(10) << "ms" << std::setw(12) << "ns/pixel" << std::setw(12) << "memcpies\n";
}

void print_timing(const Timing& timing) {
  std::cout << std::left << std::setw(28) << timing.op.name << std::setw(20) << timing.instance.name << std::setw(20)
            << type_text(timing.type) << std::right << std::fixed << std::setprecision(2) << std::setw(10)
            << timing.seconds * 1e3 << std::setw(12) << timing.ns_per_pixel() << std::setw(11) << timing.copies()
            << std::endl;
}

Record timing_record(const Timing& timing) {
  return {{{"operator", std::string(timing.op.name)},
           {"instance", std::string(timing.instance.name)},
           {"shape", extents(timing.type.shape)},
           {"dtype", std::string(name_of(timing.type.dtype))},
           {"milliseconds", timing.seconds * 1e3},
           {"ns_per_pixel", timing.ns_per_pixel()},
           {"memcpy_milliseconds", timing.copy_seconds * 1e3},
           {"memcpy_multiple", timing.copies()}}};
}

}  // namespace

void run(const BenchRequest& request) {
  const Settings& settings = request.settings;
  std::vector<Job> jobs;
  for (const Operator* op : request.operators) {
    const Values options = options_for(*op, request.options);
    for (const Instance* instance : instances_for(request, *op, options)) jobs.push_back({*op, options, *instance});
  }

  std::vector<Record> results;
  if (settings.report == Report::text) print_header();
  for (const Job& job : jobs) {
    Session session("bench", settings);
    const Timing timing = time_one(job, request, session);
    if (settings.report == Report::text) print_timing(timing);
    results.push_back(timing_record(timing));
  }
  if (settings.report == Report::json)
    print_json({{{"version", std::string(version())},
                 {"device", settings.device},
                 {"threads", std::int64_t{thread_count(settings)}},
                 {"repeat", std::int64_t{request.repeat}},
                 {"results", results}}});
}

}  // namespace preamar::cli
