#include "progress.h"

#include "core/error_text.h"
#include "platform/terminal.h"

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace preamar::cli {
namespace {

constexpr auto period = std::chrono::milliseconds(100);
constexpr auto patience = std::chrono::seconds(2);  // shorter work shows no bar

// As "1:05" or "2:00:09".
std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  std::ostringstream stream;
  stream << std::setfill('0');
  if (whole >= 3600) stream << whole / 3600 << ':' << std::setw(2);
  stream << whole / 60 % 60 << ':' << std::setw(2) << whole % 60;
  return stream.str();
}

// As "12 s", "4 min" or "2 h 10 min".
std::string duration_text(double seconds) {
  if (seconds < 59.5) return text(static_cast<int>(seconds + 0.5), " s");
  const auto minutes = static_cast<long long>(seconds / 60 + 0.5);
  if (minutes < 60) return text(minutes, " min");
  return text(minutes / 60, " h ", minutes % 60, " min");
}

}  // namespace

Progress::Progress(std::string_view command, Style style) : command_(command), style_(style) {
  if (style_ != Style::none) ticker_ = std::jthread([this](const std::stop_token& over) { tick(over); });
}

Progress::~Progress() {
  ticker_ = {};
  clear();
}

void Progress::stage(std::string_view what) {
  const std::lock_guard lock(mutex_);
  stage_ = what;
  stage_begin_ = Clock::now();
  phase_.clear();
  left_ = {};
  tenths_told_ = 0;
  part_ = 0;
  if (style_ == Style::lines) std::cerr << text("preamar: ", command_, ": ", stage_, "\n");
}

void Progress::phase(std::string_view what, double begin, double end) {
  const std::lock_guard lock(mutex_);
  left_.update(part_, seconds());
  if (phase_ == what) return left_.skip(begin, seconds());
  left_.phase(begin, end, seconds());
  phase_ = stage_ = what;
  if (style_ == Style::lines) std::cerr << text("preamar: ", command_, ": ", stage_, "\n");
}

void Progress::line(std::string_view what) {
  const std::lock_guard lock(mutex_);
  clear();
  std::cerr << text("preamar: ", command_, ": ", what, "\n");
}

void Progress::tick(const std::stop_token& over) {
  std::unique_lock lock(mutex_);
  while (!over.stop_requested()) {
    draw();
    wake_.wait_for(lock, over, period, [] { return false; });
  }
}

void Progress::draw() {
  const double part = std::clamp(part_.load(), 0.0, 1.0);
  left_.update(part, seconds());
  if (style_ == Style::lines) draw_line(part);
  if (style_ == Style::bar && Clock::now() - begin_ >= patience) draw_bar(part);
}

// Since the stage began.
double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - stage_begin_).count(); }

// As "43 %, 12 s left", or "43 %, 0:05" with the time since the stage began while the time left is not known. Without
// the percentage while nothing is done: some stages report no progress.
std::string Progress::state_text(double part) const {
  const std::optional<double> left = left_.at(seconds());
  const std::string time = left ? duration_text(*left) + " left" : clock_text(seconds());
  return part > 0 ? text(static_cast<int>(part * 100), " %, ", time) : time;
}

void Progress::draw_line(double part) {
  const int tenths = static_cast<int>(part * 10);
  if (tenths <= tenths_told_) return;
  tenths_told_ = tenths;
  std::cerr << text("preamar: ", command_, ": ", stage_, ", ", state_text(part), "\n");
}

// "label: block pass 1 of 2 [#####.....] 43 %, 4 min left", without the bar, and then cut, where that is too wide.
void Progress::draw_bar(double part) {
  const std::string before = text(command_, ": ", stage_, " "), after = text(" ", state_text(part));
  const int columns = os_error_columns() - 1;  // a full last column would wrap
  const int room = std::min(60, columns - static_cast<int>(before.size() + after.size()) - 2);
  std::string bar;
  if (room >= 5) {
    bar.assign(static_cast<std::size_t>(room), '.');
    std::fill_n(bar.begin(), static_cast<int>(part * room), '#');
    bar = "[" + bar + "]";
  }
  const std::string whole = before + bar + after;
  std::cerr << text("\r", whole.substr(0, static_cast<std::size_t>(std::max(0, columns))), "\x1b[K") << std::flush;
  bar_shown_ = true;
}

void Progress::clear() {
  if (bar_shown_) std::cerr << "\r\x1b[K" << std::flush;
  bar_shown_ = false;
}

}  // namespace preamar::cli
