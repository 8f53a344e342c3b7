// The lines around a line, for sums across them. A line is a row of x-sums, or a block of a plane.
#pragma once

#include "core/border.h"
#include "core/memory.h"

#include <algorithm>
#include <cstdint>

namespace preamar::cpu {

// Holds the lines from `radius` before the current one to `radius` after it; computes each when it comes into reach. If
// that covers the whole axis, holds each line once.
template <class F>
class Window {
 public:
  Window(Border border, std::int64_t extent, std::int64_t radius, std::int64_t cells)
      : border_(border),
        extent_(extent),
        radius_(radius),
        cells_(cells),
        slots_(std::min(extent, 2 * radius + 1)),
        lines_((slots_ + 1) * cells) {
    std::fill_n(nothing(), cells, F{0});
  }

  // Starts at line `at` and discards the held lines.
  void begin(std::int64_t at) { next_ = is_whole() ? 0 : at - radius_; }

  // Brings the lines around `at` into reach; make(line, to) computes a line of the image.
  template <class Make>
  void reach(std::int64_t at, const Make& make) {
    const std::int64_t end = is_whole() ? extent_ : at + radius_ + 1;
    for (; next_ < end; ++next_)
      if (has_place(next_)) make(border_index(border_, next_, extent_), line(place_of(next_)));
  }

  // The lines from `radius` before `at` to `radius` after it, all in reach.
  void around(std::int64_t at, std::int64_t radius, const F** lines) const {
    std::int64_t place = place_of(at - radius);
    for (std::int64_t i = at - radius; i <= at + radius; ++i) {
      *lines++ = has_place(i) ? line(place) : beyond(i);
      if (++place == slots_) place = 0;
    }
  }

  [[nodiscard]] static std::int64_t cells(std::int64_t extent, std::int64_t radius, std::int64_t cells) {
    return (std::min(extent, 2 * radius + 1) + 1) * cells;
  }

 private:
  [[nodiscard]] bool is_whole() const { return slots_ == extent_; }
  // Lines beyond the ends repeat a line in reach, or zeros. With wrap-around they are lines of the other end, which
  // need their own slots.
  [[nodiscard]] bool has_place(std::int64_t at) const {
    return (at >= 0 && at < extent_) || (border_ == Border::wrap && !is_whole());
  }
  [[nodiscard]] const F* beyond(std::int64_t at) const {
    const std::int64_t index = border_index(border_, at, extent_);
    return index == outside ? nothing() : line(place_of(index));
  }
  [[nodiscard]] F* line(std::int64_t place) const { return lines_.data() + place * cells_; }
  [[nodiscard]] std::int64_t place_of(std::int64_t at) const { return (at % slots_ + slots_) % slots_; }
  [[nodiscard]] F* nothing() const { return line(slots_); }

  Border border_;
  std::int64_t extent_, radius_, cells_, slots_;
  Buffer<F> lines_;
  std::int64_t next_ = 0;
};

}  // namespace preamar::cpu
