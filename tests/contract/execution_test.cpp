// Execution: stopping, progress, the log, the memory limit.
#include <preamar/canny.h>
#include <preamar/distance.h>
#include <preamar/error.h>
#include <preamar/gaussian.h>
#include <preamar/generate.h>
#include <preamar/label.h>
#include <preamar/map.h>
#include <preamar/measure.h>
#include <preamar/polygons.h>
#include <preamar/reconstruct.h>
#include <preamar/sobel.h>
#include <preamar/watershed.h>

#include "tools/cases.h"
#include "tools/images.h"
#include "tools/oracle.h"
#include "tools/raises.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace preamar::test {
namespace {

Pair long_spiral(std::int64_t side) {
  Random random(1);
  return make_pair({.shape = {side, side}, .content = Content::spiral}, random);
}

TEST(Execution, stops_before_it_begins) {
  const Pair pair = long_spiral(65);
  std::stop_source source;
  source.request_stop();
  for (const char* device : {"cpu", "reference"})
    for (const int threads : {1, 2}) {
      Execution on{.device = device, .threads = threads};
      on.stop = source.get_token();
      EXPECT_RAISES_ABOUT((void)reconstruct(pair.marker, pair.mask, {}, on), ErrorKind::stopped, "stopped");
    }
}

TEST(Execution, stops_soon_while_it_works) {
  using Clock = std::chrono::steady_clock;
  const Pair pair = long_spiral(601);
  for (const char* device : {"cpu", "reference"})
    for (const int threads : {1, 2}) {
      std::stop_source source;
      Execution on{.device = device, .threads = threads};
      on.stop = source.get_token();
      Clock::time_point asked;
      std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        asked = Clock::now();
        source.request_stop();
      });
      bool stopped = false;
      while (!stopped) {  // a fast machine may finish the first call before the stop
        try {
          (void)reconstruct(pair.marker, pair.mask, {.connectivity = 1}, on);
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::stopped) << error.what();
          stopped = true;
        }
      }
      stopper.join();
      EXPECT_LT(Clock::now() - asked, std::chrono::seconds(30)) << device;
    }
}

TEST(Execution, can_be_stopped_by_its_own_progress) {
  const Pair pair = long_spiral(601);
  std::stop_source source;
  Execution on{.threads = 2};
  on.stop = source.get_token();
  on.progress = [&](double) { source.request_stop(); };
  EXPECT_RAISES_ABOUT((void)reconstruct(pair.marker, pair.mask, {.connectivity = 1}, on), ErrorKind::stopped,
                      "stopped");
}

TEST(Execution, works_again_after_a_stop) {
  const Pair pair = long_spiral(129);
  std::stop_source source;
  source.request_stop();
  Execution on{.threads = 2};
  on.stop = source.get_token();
  EXPECT_THROW((void)reconstruct(pair.marker, pair.mask, {}, on), Error);
  const Image found = reconstruct(pair.marker, pair.mask, {}, {.threads = 2});
  EXPECT_EQ(difference(oracle(pair.marker, pair.mask, Method::dilation, 2), found), "");
}

TEST(Execution, reports_progress_that_never_falls) {
  const Pair pair = long_spiral(601);
  for (const int threads : {1, 4}) {
    std::vector<double> parts;
    std::atomic<int> inside{0};
    Execution on{.threads = threads};
    on.progress = [&](double part) {
      EXPECT_EQ(inside++, 0) << "two calls at once";
      parts.push_back(part);
      --inside;
    };
    (void)reconstruct(pair.marker, pair.mask, {}, on);
    ASSERT_FALSE(parts.empty());
    EXPECT_GE(parts.front(), 0.0);
    EXPECT_EQ(parts.back(), 1.0);
    EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
  }
}

// One per kind of computation: sums, edges, distance passes, components, watershed, label sums, user functions.
TEST(Execution, reports_progress_of_every_kind_of_work) {
  const std::vector<Image> images = generate("tissue-seeds", 600);
  const ConstImageView image = images[0], seeds = images[1];
  const std::map<std::string, std::function<void(const Execution&)>> calls = {
      {"gaussian", [&](const Execution& on) { (void)gaussian(image, {.sigma = 2}, on); }},
      {"sobel", [&](const Execution& on) { (void)sobel(image, {}, on); }},
      {"canny", [&](const Execution& on) { (void)canny(image, {.sigma = 1, .low = 4, .high = 7}, on); }},
      {"distance", [&](const Execution& on) { (void)distance(seeds, {}, on); }},
      {"label", [&](const Execution& on) { (void)label(image, {}, on); }},
      {"watershed", [&](const Execution& on) { (void)watershed(image, seeds, {}, on); }},
      {"measure", [&](const Execution& on) { (void)measure(seeds, image, {}, on); }},
      {"polygons", [&](const Execution& on) { (void)polygons(seeds, {}, on); }},
      {"map", [&](const Execution& on) {
         Image out(image.type());
         map(
             image, out, [](float v) { return 2 * v; }, on);
       }}};
  for (const auto& [name, call] : calls)
    for (const int threads : {1, 3}) {
      std::vector<double> parts;
      call({.threads = threads, .progress = [&](double part) { parts.push_back(part); }});
      ASSERT_GT(parts.size(), 1U) << name;
      EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end())) << name;
      EXPECT_GE(parts.front(), 0.0) << name;
      EXPECT_EQ(parts.back(), 1.0) << name;
    }
}

TEST(Execution, passes_on_what_a_callback_throws) {
  const Pair pair = long_spiral(601);
  alarm(60);  // instead of waiting for a worker that has ended
  for (int round = 0; round < 20; ++round) {
    std::atomic<bool> thrown{false};
    Execution on{.threads = 1 + round % 4};
    on.progress = [&](double) {
      if (!thrown.exchange(true)) throw std::runtime_error("from the callback");
    };
    EXPECT_THROW((void)reconstruct(pair.marker, pair.mask, {}, on), std::runtime_error);
  }
  alarm(0);
}

TEST(Execution, logs_the_device_and_the_backend) {
  const Pair pair = long_spiral(65);
  for (const std::string device : {"cpu", "reference"}) {
    std::vector<std::string> lines;
    std::mutex mutex;
    Execution on{.device = device};
    on.log = [&](std::string_view line) {
      const std::lock_guard lock(mutex);
      lines.emplace_back(line);
    };
    (void)reconstruct(pair.marker, pair.mask, {}, on);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.front(), "device " + device + ": backend " + device);
    for (const std::string& line : lines) EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
}

TEST(Execution, logs_the_instruction_set) {
  const Pair pair = long_spiral(65);
  for (const std::int64_t target : targets()) {
    if (target == 0) continue;
    const ForcedTarget force(target);
    std::string lines;
    Execution on{.threads = 1};
    on.log = [&](std::string_view line) { lines.append(line).append("\n"); };
    (void)reconstruct(pair.marker, pair.mask, {}, on);
    EXPECT_NE(lines.find(target_name(target)), std::string::npos) << target_name(target) << " is not in\n" << lines;
  }
}

TEST(Execution, refuses_work_beyond_its_memory) {
  const Pair pair = long_spiral(601);
  Image out(pair.mask.type());
  Execution on{.threads = 1, .scratch_memory = 1000};
  EXPECT_RAISES_ABOUT(reconstruct(pair.marker, pair.mask, out, {}, on), ErrorKind::resource, "memory");
  on.scratch_memory = 64 << 20;
  EXPECT_NO_THROW(reconstruct(pair.marker, pair.mask, out, {}, on));
  EXPECT_EQ(difference(oracle(pair.marker, pair.mask, Method::dilation, 2), out), "");
}

// On any device, so that a program finds its mistake before it has one.
TEST(Execution, refuses_launch_shapes_that_kernels_do_not_have) {
  const Image image(DType::uint8, {3, 4});
  EXPECT_RAISES((void)gaussian(image, {.sigma = 1}, {.device_groups = -1}), ErrorKind::call,
                "gaussian: device_groups is -1; it must be from 0 to 2147483647");
  EXPECT_RAISES((void)gaussian(image, {.sigma = 1}, {.device_tile = 48}), ErrorKind::call,
                "gaussian: device_tile is 48; it must be 32 or 64, or 0 for the default of the device");
  EXPECT_NO_THROW((void)gaussian(image, {.sigma = 1}, {.device_groups = 7, .device_tile = 64}));
}

}  // namespace
}  // namespace preamar::test
