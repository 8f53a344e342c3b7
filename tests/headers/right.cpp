// Calls that a program may contain: each compiles without a warning.
#include <preamar/dilate.h>
#include <preamar/gaussian.h>
#include <preamar/histogram.h>
#include <preamar/io.h>
#include <preamar/label.h>
#include <preamar/map.h>
#include <preamar/reconstruct.h>
#include <preamar/reduce.h>
#include <preamar/stencil.h>
#include <preamar/threshold.h>

#include <cstdint>
#include <functional>
#include <vector>

using preamar::ConstImageView;
using preamar::Execution;
using preamar::Image;
using preamar::ImageView;
using preamar::Position;

void the_opening_of_the_readme() {
  const Image marker = preamar::read_image("marker.tif");
  const Image mask = preamar::read_image("mask.tif");
  preamar::write_image("out.tif", preamar::reconstruct(marker, mask));
}

std::int64_t results_as_arguments(const Image& image) {
  preamar::write_image("smooth.tif", preamar::gaussian(preamar::gaussian(image, {.sigma = 2}), {.sigma = 1}));
  return preamar::label(preamar::threshold(image, {.value = 7})).count;
}

void pixels_of_a_program(std::vector<float>& pixels, const std::vector<std::uint8_t>& others) {
  const ImageView image = preamar::view(pixels.data(), {2, 3});
  const ConstImageView other = preamar::view(others.data(), {2, 3}, {6, 2});
  preamar::map(other, image, [](float v) { return v; });
  image.at<float>(1, 2) = image.row<float>(0)[1] + image.as<float>()[0];
  for (float& v : image.row<float>(1)) v += 1;
}

float twice(float v) { return v * 2; }

void maps(const Image& a, const Image& b, Image& out, const Execution& on) {
  preamar::map(a, out, [](float v) { return v / 2; });
  preamar::map(a, out, twice, on);
  preamar::map(out, out, [](std::uint16_t v) noexcept { return v > 3; }, {.threads = 2});
  preamar::map({a}, out, [](const float& v) { return v; });
  preamar::map({a, b}, out, [](float v, bool is_inside) { return is_inside ? v : 0.0F; });
  preamar::map(
      {a, b, out}, out, [](float v, std::uint8_t w, std::int64_t x) { return v > 0 ? w : x; }, on);
  preamar::map({preamar::gaussian(a, {.sigma = 1}), b}, out, std::minus<float>());
  preamar::map(a, out, [](std::int64_t v, Position at) { return at.x + at.y + at.z == 0 ? v : at.index; });
  preamar::map<float>(a, out, [](auto v) { return v * 2; });
  preamar::map<float>(a, out, [](auto v, Position at) { return at.x < 10 ? v : 0; });
  preamar::map<float, float>({a, b}, out, std::plus<>());
}

void stencils(const Image& image, Image& out) {
  preamar::stencil<3, 3>(image, out, [](const preamar::Window<float, 3, 3>& w) { return w(0, 1) - w(0, -1); });
  preamar::stencil<float, 1, 3, 3>(image, out, [](const auto& w) { return w(0, 0, 1); },
                                   {preamar::Border::constant, 7});
}

double reductions(const Image& image, const Execution& on) {
  const bool any = preamar::reduce(image, false, std::logical_or<>());
  const std::uint8_t sum = preamar::reduce(image, std::uint8_t{0}, std::plus<>(), {.threads = 2});
  const double squares = preamar::reduce(
      image, 0.0, [](double some, double v) { return some + v * v; }, std::plus<>(), on);
  const int most = preamar::reduce(
      image, 0, [](int a, int b) { return a < b ? b : a; }, on);
  const double floats = preamar::reduce<float>(image, 0.0, std::plus<>());
  return any ? sum : squares + most + floats;
}

void histograms(const Image& image) {
  const Image sixteen = preamar::histogram(image, 16, [](std::uint8_t v) { return v / 16; });
  const Image ten = preamar::histogram<float>(image, 10, [](auto v) { return static_cast<int>(v); });
}
