// Corridors one pixel wide with walls one pixel wide. Each pixel is computed from its coordinates only.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

using Corridor = bool (*)(std::int64_t size, std::int64_t row, std::int64_t column) noexcept;

// Winds inwards from the corner at the origin.
[[nodiscard]] bool on_spiral(std::int64_t size, std::int64_t row, std::int64_t column) noexcept;
// Even rows, connected at alternating ends, the right end first.
[[nodiscard]] bool on_snake(std::int64_t size, std::int64_t row, std::int64_t column) noexcept;
// The same along columns, the lower end first.
[[nodiscard]] bool on_serpentine(std::int64_t size, std::int64_t row, std::int64_t column) noexcept;
// Teeth on even columns, connected by the last row.
[[nodiscard]] bool on_comb(std::int64_t size, std::int64_t row, std::int64_t column) noexcept;

// `value` in the corridor, 0 elsewhere.
Painter corridor(const Window& window, Corridor on, int value);
// A marker: 255 at the origin, where all corridors begin.
Painter corridor_start(const Window& window);

// Even planes contain the corridor; odd planes connect successive corridors at alternating ends.
Painter spiral3d(const Window& window);
Painter snake3d(const Window& window);

}  // namespace preamar::painters
