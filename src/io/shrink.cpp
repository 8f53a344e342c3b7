#include "io/shrink.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace preamar::io {
namespace {

template <class T>
T rounded_mean(const T* values, int count) {
  if constexpr (std::is_floating_point_v<T>) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += static_cast<double>(values[i]);
    return static_cast<T>(sum / count);
  } else {
    using Sum = std::conditional_t<sizeof(T) == 8, __int128, std::int64_t>;
    Sum sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i];
    const Sum doubled = 2 * sum + count;  // floor of (sum / count + 1/2)
    const Sum whole = doubled / (2 * count);
    return static_cast<T>(doubled % (2 * count) < 0 ? whole - 1 : whole);
  }
}

template <class T>
bool is_nodata(T value, double nodata) {
  const auto number = static_cast<double>(value);
  return number == nodata || (std::isnan(number) && std::isnan(nodata));
}

// `values` may be permuted.
template <class T>
T mean_of_data(T* values, int count, std::optional<double> nodata) {
  if (!nodata) return rounded_mean(values, count);
  const T first = values[0];
  T* const end = std::remove_if(values, values + count, [&](T value) { return is_nodata(value, *nodata); });
  return end == values ? first : rounded_mean(values, static_cast<int>(end - values));
}

std::int64_t halved(std::int64_t extent) { return extent / 2 + extent % 2; }

struct ShrinkRule {
  Shrink how;
  std::optional<double> nodata;
};

// One row of `out` from the rows that it covers, of `columns` pixels each.
template <class T>
void shrink_row(const std::vector<const std::byte*>& rows, std::int64_t step, std::int64_t columns,
                const ShrinkRule& rule, std::byte* out, std::int64_t out_step) {
  for (std::int64_t x = 0; x < halved(columns); ++x) {
    T values[8] = {};
    int count = 0;
    for (const std::byte* const from : rows)
      for (std::int64_t i = 2 * x; i < std::min(2 * x + 2, columns); ++i)
        std::memcpy(&values[count++], from + i * step, sizeof(T));
    const T value = rule.how == Shrink::nearest ? values[0] : mean_of_data(values, count, rule.nodata);
    std::memcpy(out + x * out_step, &value, sizeof(T));
  }
}

}  // namespace

Shrink shrink_named(const std::filesystem::path& file, DType dtype, std::string_view pyramid) {
  if (pyramid != "mean" && pyramid != "nearest")
    throw Error(ErrorKind::call, text(file.string(), ": pyramid '", pyramid, "' is neither mean nor nearest"));
  return pyramid == "nearest" || dtype == DType::boolean ? Shrink::nearest : Shrink::mean;
}

std::vector<Shape> level_shapes(const Shape& full, const Shape& chunk) {
  std::vector<Shape> shapes = {full};
  for (bool fits = false;;) {
    const Shape last = shapes.back();
    fits = true;
    std::int64_t next[max_rank] = {};
    for (int axis = 0; axis < full.rank(); ++axis) {
      fits = fits && last[axis] <= chunk[axis];
      next[axis] = halved(last[axis]);
    }
    if (fits) return shapes;
    shapes.emplace_back(next, full.rank());
  }
}

void shrink(Shrink how, std::optional<double> nodata, ConstImageView in, ImageView out) {
  const std::int64_t height = in.shape()[in.rank() - 2];
  const std::int64_t planes = in.rank() == 3 ? in.shape()[0] : 1;
  const std::int64_t out_height = out.shape()[out.rank() - 2];
  with_type(in.dtype(), [&]<class T>(std::type_identity<T>) {
    std::vector<const std::byte*> rows;
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i) {
      rows.clear();
      for (std::int64_t z = i / out_height * 2; z < std::min(i / out_height * 2 + 2, planes); ++z)
        for (std::int64_t y = i % out_height * 2; y < std::min(i % out_height * 2 + 2, height); ++y)
          rows.push_back(row(in, z * height + y));
      shrink_row<T>(rows, row_stride(in), row_length(in.shape()), {how, nodata}, row(out, i), row_stride(out));
    }
  });
}

}  // namespace preamar::io
