// Templates are filled, and lines left out, as in templates.h.
#include "writers/templates.h"
#include "writers/format.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace preamar::convert {
namespace {

TEST(Fill, PlacesBecomeValues) {
  EXPECT_EQ(fill("@Pixel@* a@_i@;", {{"Pixel", "float"}, {"_i", "_2"}}), "float* a_2;");
  EXPECT_EQ(fill("@a@@b@", {{"a", "x"}, {"b", ""}}), "x");
}

TEST(Fill, OtherSignsStay) { EXPECT_EQ(fill("a@b.c, @ and @@", {}), "a@b.c, @ and @@"); }

TEST(Fill, ValuesAreNotFilledAgain) { EXPECT_EQ(fill("@a@", {{"a", "@b@"}}), "@b@"); }

TEST(Fill, LinesStandOrFallWithTheirCondition) {
  const char* const text = "one\n@two?@two @two@\nthree\n";
  EXPECT_EQ(fill(text, {{"two", "2"}}), "one\ntwo 2\nthree\n");
  EXPECT_EQ(fill(text, {{"two", ""}}), "one\nthree\n");
  EXPECT_EQ(fill(text, {}), "one\nthree\n");
}

TEST(Fill, AMissingValueIsAnError) { EXPECT_THROW((void)fill("@a@", {}), std::logic_error); }

TEST(Templates, UnknownNamesAreErrors) { EXPECT_THROW((void)template_named("cpp/none"), std::logic_error); }

TEST(Format, LaysOutCode) {
  EXPECT_EQ(formatted("int f( int a ){return a ;}\n", "f.c"), "int f(int a) { return a; }\n");
}

}  // namespace
}  // namespace preamar::convert
