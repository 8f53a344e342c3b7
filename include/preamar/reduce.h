// A few numbers from all pixels, by functions of your own:
//
//   double sum = preamar::reduce(image, 0.0, [](double sum, double v) { return sum + v; }, std::plus<double>());
//
// Types are as for preamar::map.
#pragma once

#include <preamar/rows.h>

#include <array>
#include <cstddef>
#include <vector>

namespace preamar {

// fold(value, pixel) takes one more pixel into a value, combine(value, value) makes one of two; both begin with
// `identity`, which must not change what it is combined with, and neither may mind the order. Which pixels are taken
// together depends on the image's shape alone: eight values a row, pixels in turn; then rows, then pieces of some rows
// by twos. So a sum of floats is the same with any number of threads. Several threads call both at once; what they
// throw comes out of reduce(). The image has rank 2 or 3.
template <class Value, class Fold, class Combine>
[[nodiscard]] Value reduce(const ConstImage& image, const Value& identity, Fold fold, Combine combine,
                           const Execution& on = {}) {
  using Pixel = typename Signature<Fold>::template Argument<1>;
  struct Part {
    Value value;
  };
  struct Job {
    const Value& identity;
    const Fold& fold;
    const Combine& combine;
    std::vector<Part> parts;
  };
  const auto row = [](const void* context, const RowCall& call) {
    auto& job = *static_cast<Job*>(const_cast<void*>(context));
    const auto* from = static_cast<const Pixel*>(call.from[0]);
    constexpr std::size_t count = 8;
    const Value& none = job.identity;
    std::array<Value, count> values{none, none, none, none, none, none, none, none};
    std::int64_t x = 0;
    for (; x + static_cast<std::int64_t>(count) <= call.length; x += count)
      for (std::size_t i = 0; i < count; ++i) values[i] = job.fold(values[i], from[x + static_cast<std::int64_t>(i)]);
    for (std::size_t i = 0; x < call.length; ++x, ++i) values[i] = job.fold(values[i], from[x]);
    for (std::size_t step = 1; step < count; step *= 2)
      for (std::size_t i = 0; i < count; i += 2 * step) values[i] = job.combine(values[i], values[i + step]);
    Value& part = job.parts[static_cast<std::size_t>(call.piece)].value;
    part = job.combine(part, values[0]);
  };

  Job job{identity, fold, combine, {}};
  const auto pieces = static_cast<std::size_t>(row_pieces(image.shape()));
  job.parts.assign(pieces, Part{identity});
  reduce_rows(image, {dtype_of<Pixel>(), dtype_of<Pixel>(), {1, 1, 1}, row, &job}, on);
  for (std::size_t step = 1; step < pieces; step *= 2)
    for (std::size_t i = 0; i + step < pieces; i += 2 * step)
      job.parts[i].value = combine(job.parts[i].value, job.parts[i + step].value);
  return pieces == 0 ? identity : job.parts[0].value;
}

}  // namespace preamar
