// The contract of operators with one input and one output: for any dtype, shape, content, layout, number of threads and
// instruction set, the bytes equal those of an independent oracle.
#pragma once

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <preamar/execution.h>

#include <gtest/gtest.h>

#include <functional>
#include <string_view>

namespace preamar::test {

struct UnaryCase {
  Scene scene;
  int connectivity = 1;
  int variant = 0;  // the operator's result type
};

struct UnaryContract {
  std::string_view op = {};  // the operator's name in the table; empty if no device supports it
  int variants = 1;
  std::function<bool(DType)> takes = [](DType) { return true; };
  std::function<Image(ConstImageView, const UnaryCase&)> oracle;
  std::function<void(ConstImageView, ImageView, const UnaryCase&, const Execution&)> call;
  std::int64_t reference_pixels = 5000;  // maximum number of pixels for the reference backend
  bool nan = false;                      // whether NaN is accepted
};

// The reference backend as the oracle of a call that gives images of `result`.
inline auto plain_loops(DType result, decltype(UnaryContract::call) call) {
  return [=](ConstImageView image, const UnaryCase& c) {
    Image out(result, image.shape());
    call(image, out, c, {.device = "reference"});
    return out;
  };
}

namespace unary {

inline constexpr int thread_counts[] = {1, 2, 4};

struct Run {
  UnaryCase what;
  Layout image, out;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(test::name_of(what.scene.content), " ", what.scene.shape.text(), " ",
                preamar::name_of(what.scene.dtype), " ", test::name_of(what.scene.palette), " connectivity ",
                what.connectivity, ", variant ", what.variant, ", image ", test::name_of(image), ", out ",
                test::name_of(out), ", ", threads, " threads, ", target_name(target));
  }
};

inline Run run_of(const Choice& row, const UnaryContract& contract) {
  Run run{};
  run.what.scene = {.dtype = static_cast<DType>(row[0]),
                    .shape = shapes()[static_cast<std::size_t>(row[1])],
                    .content = static_cast<Content>(row[2]),
                    .palette = static_cast<Palette>(row[3])};
  while (!contract.takes(run.what.scene.dtype) || !is_taken(contract.op, run.what.scene.dtype))
    run.what.scene.dtype = static_cast<DType>((static_cast<int>(run.what.scene.dtype) + 1) % dtype_count);
  run.what.connectivity = 1 + row[4] % run.what.scene.shape.rank();
  run.what.variant = row[5];
  run.image = static_cast<Layout>(row[6]);
  run.out = static_cast<Layout>(row[7]);
  run.threads = thread_counts[row[8]];
  run.target = targets()[static_cast<std::size_t>(row[9])];
  return run;
}

inline void check(const Run& run, const UnaryContract& contract, Random& random) {
  const Placed image(make_pair(run.what.scene, random).mask, run.image, random);
  const Image expected = contract.oracle(dense_copy(image.view()), run.what);
  if (image.view().shape().count() <= contract.reference_pixels) {
    Image plain(expected.type());
    contract.call(image.view(), plain, run.what, {.device = "reference"});
    ASSERT_EQ(difference(expected, plain), "") << "reference";
  }
  const Placed out(make_noise(expected.dtype(), expected.shape(), Palette::spread, random), run.out, random);
  const ForcedTarget force(run.target);
  contract.call(image.view(), out.view(), run.what, {.device = tested_device(), .threads = run.threads});
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_TRUE(image.unchanged()) << "the image was written";
  ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
}

// What the table says a device does not support, it rejects.
inline void check_refusals(const UnaryContract& contract, Random& random) {
  for (int i = 0; i < dtype_count; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (!contract.takes(dtype) || is_taken(contract.op, dtype)) continue;
    const Image image = make_pair({.dtype = dtype, .shape = Shape{6, 7}}, random).mask;
    const UnaryCase what{.scene = {.dtype = dtype, .shape = image.shape()}};
    Image out(contract.oracle(image, what).type());
    EXPECT_THROW(contract.call(image, out, what, {.device = tested_device()}), Error) << preamar::name_of(dtype);
  }
}

}  // namespace unary

// Every pair of factors, then a random sample.
inline void expect_contract(const UnaryContract& contract, int extra = 100) {
  Random random(run_seed());
  const std::vector<int> counts = {dtype_count,
                                   static_cast<int>(shapes().size()),
                                   content_count,
                                   contract.nan ? palette_count : palette_count - 1,
                                   3,
                                   contract.variants,
                                   layout_count,
                                   layout_count - 1,  // an output has no pixels twice
                                   static_cast<int>(std::size(unary::thread_counts)),
                                   static_cast<int>(targets().size())};
  for (const Choice& row : choices(counts, tested_device() == "cpu" ? extra : 0, random)) {
    const unary::Run run = unary::run_of(row, contract);
    SCOPED_TRACE(run.describe());
    unary::check(run, contract, random);
    if (testing::Test::HasFatalFailure()) return;
  }
  unary::check_refusals(contract, random);
}

// A small image from its values, row by row.
template <class T>
Image image_of(const Shape& shape, std::initializer_list<T> values) {
  Image image(dtype_of<T>(), shape);
  std::copy(values.begin(), values.end(), static_cast<T*>(image.data()));
  return image;
}

// One of a constant value.
template <class T>
Image filled(const Shape& shape, T value) {
  Image image(dtype_of<T>(), shape);
  std::fill_n(static_cast<T*>(image.data()), shape.count(), value);
  return image;
}

}  // namespace preamar::test
