// The converter's description of its interpretation.
#include "writers/meaning.h"

#include "front/front.h"

#include <gtest/gtest.h>

namespace preamar::convert {
namespace {

std::string meaning(const std::string& text) {
  std::string all;
  for (const Kernel& kernel : understand({"file.c", text, {}}).kernels) all += meaning_of(kernel);
  return all;
}

TEST(Meaning, of_a_number_behind_the_pixel_is_a_parameter) {
  EXPECT_EQ(meaning(R"([[clang::annotate("preamar::map")]]
static unsigned char binarise(unsigned char v, int threshold, float gain) { return v * gain > threshold ? 255 : 0; })"),
            "binarise: map, result unsigned char\n"
            "  v          pixel (unsigned char)\n"
            "  threshold  parameter (int), given once and the same for every pixel\n"
            "  gain       parameter (float), given once and the same for every pixel\n");
  EXPECT_EQ(meaning(R"([[clang::annotate("preamar::stencil border=wrap")]]
static int between(int p[3][5], int low, int high) { return p[1][2] > low && p[1][2] < high; })"),
            "between: stencil, result int\n"
            "  p     window of 3 x 5 pixels (int), beyond the edges wrap\n"
            "  low   parameter (int), given once and the same for every pixel\n"
            "  high  parameter (int), given once and the same for every pixel\n");
}

TEST(Meaning, of_positions_and_further_images_is_by_name_or_mark) {
  EXPECT_EQ(
      meaning(R"(typedef struct { int by; } shift;
static const shift usual = {3};
[[clang::annotate("preamar::map")]]
static int mixed(int a, [[clang::annotate("preamar::pixel")]] int b, int column, int row, int index,
                 [[clang::annotate("preamar::y")]] int line, [[clang::annotate("preamar::width")]] int w,
                 [[clang::annotate("preamar::parameter")]] int x, const shift* s) {
  return a + b + column + row + index + line + w + x + s->by;
})"),
      "mixed: map, result int\n"
      "  a       pixel (int)\n"
      "  b       pixel of image 2 (int)\n"
      "  column  position: column (int)\n"
      "  row     position: row (int)\n"
      "  index   position: number of the pixel (int)\n"
      "  line    position: row (int)\n"
      "  w       width of the image (int)\n"
      "  x       parameter (int), given once and the same for every pixel\n"
      "  s       structure of parameters (shift), given once and the same for every pixel; the check takes 'usual'\n");
}

TEST(Meaning, of_the_older_form_is_by_place) {
  EXPECT_EQ(meaning("#P2P_FUNC\nstatic int f(int pixel, int number) { return pixel + number; }\n"
                    "#N2P_FUNC\nstatic int g(int p[3][3], int a, int b) { return p[1][1] + a - b; }\n"
                    "#R2V_FUNC\nstatic void h(int v, int* out, int n) { out[v] += 1; }\n"),
            "f: map, result int\n"
            "  pixel   pixel (int)\n"
            "  number  position: number of the pixel (int)\n"
            "g: stencil, result int\n"
            "  p  window of 3 x 3 pixels (int), beyond the edges nearest\n"
            "  a  position: column (int)\n"
            "  b  position: row (int)\n"
            "h: histogram, result int\n"
            "  v    pixel (int)\n"
            "  out  bins, which are added to (int)\n"
            "  n    number of bins\n");
}

}  // namespace
}  // namespace preamar::convert
