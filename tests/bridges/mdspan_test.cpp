// <preamar/mdspan.h>: the same pixels as an mdspan and as a view, and what each rejects. Compiled with libc++, as are
// the few library files that it needs; so it uses neither the built library nor GoogleTest.
#include <preamar/mdspan.h>
#include <preamar/mdspan.h>  // may be included twice

#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  ++failures;
  std::printf("does not hold: %s\n", what);
}
#define EXPECT(condition) expect(condition, #condition)

template <class Function>
void expect_refused(Function call, const std::string& part) {
  try {
    call();
    expect(false, ("nothing was thrown about " + part).c_str());
  } catch (const preamar::Error& error) {
    expect(error.kind() == preamar::ErrorKind::call, "the kind of the error is call");
    expect(std::string(error.what()).find(part) != std::string::npos, error.what());
  }
}

void test_layouts() {
  std::vector<std::uint16_t> pixels(24);
  const std::mdspan right(pixels.data(), 2, 3, 4);
  const preamar::ImageView seen = preamar::view(right);
  EXPECT(seen.dtype() == preamar::DType::uint16);
  EXPECT((seen.shape() == preamar::Shape{2, 3, 4}));
  EXPECT(seen.is_dense());
  seen.at<std::uint16_t>(1, 2, 3) = 7;
  EXPECT((right[1, 2, 3] == 7));

  const std::mdspan<std::uint16_t, std::dextents<int, 2>, std::layout_left> left(pixels.data(), 4, 6);
  EXPECT(preamar::view(left).stride(0) == 2);
  EXPECT(preamar::view(left).stride(1) == 8);
  EXPECT((&preamar::view(left).at<std::uint16_t>(3, 5) == &left[3, 5]));

  using Fixed = std::extents<std::size_t, 2, 3>;
  const std::layout_stride::mapping<Fixed> spaced(Fixed(), std::array<std::size_t, 2>{8, 2});
  const std::mdspan<const std::uint16_t, Fixed, std::layout_stride> strided(pixels.data(), spaced);
  static_assert(std::is_same_v<decltype(preamar::view(strided)), preamar::ConstImageView>);
  EXPECT((&preamar::view(strided).at<std::uint16_t>(1, 2) == &strided[1, 2]));
}

void test_spans() {
  preamar::Image image(preamar::DType::float32, {3, 5});
  const auto span = preamar::mdspan_of<float, 2>(image);
  span[2, 4] = 6;
  EXPECT(image.at<float>(2, 4) == 6);
  EXPECT(span.extent(0) == 3 && span.extent(1) == 5);
  const auto seen = preamar::mdspan_of<float, 2>(std::as_const(image));
  static_assert(std::is_same_v<decltype(seen[0, 0]), const float&>);
  EXPECT((&seen[2, 4] == &span[2, 4]));
  EXPECT(preamar::view(span).data() == image.data());

  std::vector<float> pixels(24);
  const auto part = preamar::mdspan_of<float, 3>(preamar::view(pixels.data(), {2, 2, 3}, {48, 16, 4}));
  EXPECT((&part[1, 1, 2] == &pixels[12 + 4 + 2]));
  const auto transposed = preamar::mdspan_of<float, 2>(preamar::view(pixels.data(), {4, 6}, {4, 16}));
  EXPECT((&transposed[3, 5] == &pixels[3 + 20]));
  EXPECT((preamar::mdspan_of<float, 2>(preamar::view(pixels.data(), {1, 4}, {-3, 4})).extent(1) == 4));
  EXPECT((preamar::mdspan_of<float, 2>(preamar::view(pixels.data(), {3, 0})).empty()));
}

void test_refusals() {
  std::vector<float> pixels(24);
  const auto span_of = [&](const preamar::Shape& shape, const preamar::Strides& strides) {
    return [=, &pixels] { (void)preamar::mdspan_of<float, 2>(preamar::view(pixels.data(), shape, strides)); };
  };
  expect_refused(span_of({2, 3}, {-12, 4}), "a stride of -12 bytes along axis 0");
  expect_refused(span_of({2, 3}, {0, 4}), "a stride of 0 bytes along axis 0");
  expect_refused(span_of({2, 3}, {14, 4}), "a stride of 14 bytes along axis 0");
  expect_refused(span_of({2, 3}, {4, 4}), "several indices lead to one pixel");
  expect_refused(span_of({2, 3, 4}, {48, 16, 4}), "the image has rank 3 and was asked for with 2");
  preamar::Image image(preamar::DType::float32, {3, 5});
  expect_refused([&] { (void)preamar::mdspan_of<double, 2>(image); }, "are float32 and were asked for as float64");
  const preamar::ImageView there(pixels.data(), preamar::DType::float32, {2, 3}, {12, 4}, preamar::Location::device);
  expect_refused([&] { (void)preamar::mdspan_of<float, 2>(there); }, "memory of a device");
}

}  // namespace

int main() {
  test_layouts();
  test_spans();
  test_refusals();
  return failures != 0;
}
