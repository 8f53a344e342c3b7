// Progress on standard error, from a thread of its own.
#pragma once

#include "time_left.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace preamar::cli {

class Progress {
 public:
  enum class Style {
    none,
    bar,    // one line of a terminal, redrawn; gone at the end
    lines,  // a line a stage and a line every tenth of it
  };

  Progress(std::string_view command, Style style);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // What is being done from now on; the part done begins again.
  void stage(std::string_view what);
  // A phase of the stage, whose progress goes from `begin` to `end`; again with a larger `begin` if an earlier run did
  // a part of it. From any thread.
  void phase(std::string_view what, double begin, double end);
  // The part of the stage that is done, 0 to 1; from any thread.
  void update(double part) noexcept { part_ = part; }
  // A line that stays, above the bar.
  void line(std::string_view what);

 private:
  using Clock = std::chrono::steady_clock;

  void tick(const std::stop_token& over);
  void draw();
  [[nodiscard]] double seconds() const;
  [[nodiscard]] std::string state_text(double part) const;
  void draw_bar(double part);
  void draw_line(double part);
  void clear();

  const std::string command_;
  const Style style_;
  const Clock::time_point begin_ = Clock::now();
  std::atomic<double> part_{0};

  std::mutex mutex_;  // guards what follows and standard error
  std::condition_variable_any wake_;
  std::string stage_, phase_;
  TimeLeft left_;
  Clock::time_point stage_begin_ = begin_;
  int tenths_told_ = 0;
  bool bar_shown_ = false;

  std::jthread ticker_;  // last: it ends before the rest does
};

}  // namespace preamar::cli
