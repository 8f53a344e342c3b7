// The table of operators: what every interface may rely on.
#include <preamar/error.h>
#include <preamar/operator.h>
#include <preamar/reconstruct.h>

#include "tools/images.h"
#include "tools/raises.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace preamar {
namespace {

constexpr std::string_view words[] = {"left", "right"};
template <auto value>
std::optional<Value> constant() {
  return Value(value);
}
constexpr Option whole = {
    .name = "size", .kind = OptionKind::integer, .help = "a size", .fallback = constant<std::int64_t{1}>};
constexpr Option real = {.name = "level", .kind = OptionKind::real, .help = "a level", .fallback = constant<0.5>};
constexpr Option flag = {.name = "line", .kind = OptionKind::flag, .help = "a line", .fallback = constant<false>};
constexpr Option word = {
    .name = "side", .kind = OptionKind::word, .help = "a side", .choices = words, .fallback_words = "the nearer"};
constexpr Option list = {.name = "sides", .kind = OptionKind::words, .help = "the sides", .choices = words};
constexpr Option reals = {.name = "spacing", .kind = OptionKind::reals, .help = "a spacing"};
constexpr Option range_row = {.name = "range", .kind = OptionKind::reals, .help = "a range", .count = 2};
constexpr Option bounds = {.name = "intervals", .kind = OptionKind::intervals, .help = "intervals"};
constexpr Operator op = {.name = "op", .summary = "", .inputs = {}, .options = {}, .example = ""};

TEST(Operators, are_sorted_unique_and_complete) {
  std::string_view before;
  ASSERT_FALSE(operators().empty());
  for (const Operator* row : operators()) {
    EXPECT_LT(before, row->name);
    before = row->name;
    EXPECT_FALSE(row->summary.empty()) << row->name;
    EXPECT_FALSE(row->inputs.empty()) << row->name;
    EXPECT_TRUE(row->example.starts_with("preamar " + std::string(row->name) + " ")) << row->example;
    EXPECT_NE(row->results, nullptr);
    EXPECT_NE(row->run, nullptr);
    EXPECT_EQ(&operator_named(row->name), row);
    std::set<std::string_view> names;
    Presence last = Presence::mandatory;
    for (const Input& input : row->inputs) {
      EXPECT_TRUE(names.insert(input.name).second && !input.help.empty());
      EXPECT_GE(input.presence, last) << input.name << " must not follow an optional one";
      last = input.presence;
    }
    for (const Option& option : row->options) {
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_EQ(option.kind == OptionKind::word || option.kind == OptionKind::words, !option.choices.empty())
          << option.name;
      EXPECT_FALSE(option.fallback && !option.fallback_words.empty()) << option.name;
      if (option.fallback && !is_required(option)) {
        EXPECT_EQ(parse_value(*row, option, default_text(option)), *option.fallback()) << option.name;
      }
      if (is_required(option)) {
        EXPECT_NE(row->example.find(" --" + std::string(option.name) + " "), std::string_view::npos)
            << row->name << ": the example must give " << option.name << ", which has no default";
      }
    }
  }
}

TEST(Operators, have_outputs_in_order_that_flags_may_ask_for) {
  for (const Operator* row : operators()) {
    EXPECT_FALSE(row->outputs.empty()) << row->name;
    OutputKind last = OutputKind::image;
    std::set<std::string_view> names;
    int tables = 0;
    for (const Output& output : row->outputs) {
      EXPECT_TRUE(names.insert(output.name).second && !output.help.empty()) << row->name;
      EXPECT_GE(output.kind, last) << row->name << ": " << output.name;
      last = output.kind;
      tables += output.kind == OutputKind::table ? 1 : 0;
      const auto asked = std::ranges::find(row->options, output.with, &Option::name);
      EXPECT_TRUE(output.with.empty() || (asked != row->options.end() && asked->kind == OptionKind::flag))
          << row->name << ": " << output.with << " is no flag";
    }
    EXPECT_LE(tables, 1) << row->name;
  }
}

TEST(Operators, that_are_duals_name_another) {
  for (const Operator* row : operators())
    if (!row->dual_of.empty()) {
      EXPECT_NE(&operator_named(row->dual_of), row);
    }
}

TEST(Operators, name_the_nearest_of_an_unknown_name) {
  EXPECT_RAISES((void)operator_named("reconstuct"), ErrorKind::call,
                "operator 'reconstuct' is unknown; the nearest name is 'reconstruct'");
  EXPECT_RAISES((void)operator_named("Reconstruct"), ErrorKind::call,
                "operator 'Reconstruct' is unknown; the nearest name is 'reconstruct'");
  EXPECT_RAISES((void)operator_named("version"), ErrorKind::call,
                "operator 'version' is unknown; no operator has a similar name");
  EXPECT_RAISES((void)option_named(operator_named("fill_holes"), "sigma"), ErrorKind::call,
                "fill_holes: option 'sigma' is unknown; it takes connectivity");
}

TEST(Values, are_parsed_from_text) {
  EXPECT_EQ(parse_value(op, whole, "-12"), Value(std::int64_t{-12}));
  EXPECT_EQ(parse_value(op, whole, "9223372036854775807"), Value(INT64_MAX));
  EXPECT_EQ(parse_value(op, real, "0.25"), Value(0.25));
  EXPECT_EQ(parse_value(op, real, "3"), Value(3.0));
  EXPECT_EQ(parse_value(op, flag, "true"), Value(true));
  EXPECT_EQ(parse_value(op, flag, "false"), Value(false));
  EXPECT_EQ(parse_value(op, word, "right"), Value(std::string("right")));
  EXPECT_EQ(parse_value(op, list, "right,left"), Value(std::vector<std::string>{"right", "left"}));
  EXPECT_EQ(parse_value(op, range_row, "0,255"), Value(std::vector{0.0, 255.0}));
  EXPECT_EQ(parse_value(op, reals, "2,1,0.5"), Value(std::vector{2.0, 1.0, 0.5}));
  EXPECT_EQ(parse_value(op, reals, "2"), Value(std::vector{2.0}));
  EXPECT_EQ(parse_value(op, bounds, "-2:-1.5,3:inf"), Value(std::vector{-2.0, -1.5, 3.0, HUGE_VAL}));
}

TEST(Values, that_do_not_parse_are_named) {
  for (const char* given : {"", "x", "1.5", "1 ", "9223372036854775808"})
    EXPECT_RAISES((void)parse_value(op, whole, given), ErrorKind::call,
                  "op: size is '" + std::string(given) + "'; it must be an integer");
  for (const char* given : {"", "x", "0,5"})
    EXPECT_RAISES((void)parse_value(op, real, given), ErrorKind::call,
                  "op: level is '" + std::string(given) + "'; it must be a number");
  for (const char* given : {"", "x", "1,", ",1", "1,,2", "1;2", "1, 2"})
    EXPECT_RAISES(
        (void)parse_value(op, reals, given), ErrorKind::call,
        "op: spacing is '" + std::string(given) + "'; it must be a number, or one for each axis, such as 2,1,1");
  for (const char* given : {"", "1", "1:", ":1", "1:2,", "1:2:3", "1,2", "x:2", "1:2, 3:4"})
    EXPECT_RAISES((void)parse_value(op, bounds, given), ErrorKind::call,
                  "op: intervals is '" + std::string(given) +
                      "'; it must be one or more pairs of bounds, such as 80:120,121:255 or [(80, 120), (121, 255)]");
  EXPECT_RAISES_ABOUT((void)check_value(op, bounds, Value(std::vector{1.0, 2.0, 3.0})), ErrorKind::call, "1,2,3");
  EXPECT_RAISES_ABOUT((void)check_value(op, bounds, Value(2.0)), ErrorKind::call, "one or more pairs");
  for (const char* given : {"", "yes", "1", "True"})
    EXPECT_RAISES((void)parse_value(op, flag, given), ErrorKind::call,
                  "op: line is '" + std::string(given) + "'; it must be true or false");
  for (const char* given : {"", "up", "Left"})
    EXPECT_RAISES((void)parse_value(op, word, given), ErrorKind::call,
                  "op: side is '" + std::string(given) + "'; it must be left or right");
  for (const auto& [given, unknown] :
       {std::pair("", "is ''"), {"up", "is 'up'"}, {"left,", "has ''"}, {"left,up", "has 'up'"}})
    EXPECT_RAISES((void)parse_value(op, list, given), ErrorKind::call,
                  "op: sides " + std::string(unknown) + "; it must be one or more of left, right");
  for (const char* given : {"1", "1,2,3"})
    EXPECT_RAISES((void)parse_value(op, range_row, given), ErrorKind::call,
                  "op: range is '" + std::string(given) + "'; it must be two numbers, such as 0,255");
}

TEST(Options, say_what_they_are_by_default) {
  EXPECT_EQ(default_text(whole), "1");
  EXPECT_EQ(default_text(real), "0.5");
  EXPECT_EQ(default_text(flag), "false");
  EXPECT_EQ(default_text(word), "the nearer");
  EXPECT_TRUE(is_required(reals));
  EXPECT_EQ(default_text(reals), "");
}

TEST(Values, with_a_type_are_checked) {
  EXPECT_EQ(check_value(op, whole, std::int64_t{3}), Value(std::int64_t{3}));
  EXPECT_EQ(check_value(op, real, std::int64_t{3}), Value(3.0)) << "integers pass as floating-point numbers";
  EXPECT_EQ(check_value(op, real, 0.5), Value(0.5));
  EXPECT_EQ(check_value(op, reals, std::int64_t{3}), Value(std::vector{3.0})) << "one number passes for all axes";
  EXPECT_EQ(check_value(op, reals, 0.5), Value(std::vector{0.5}));
  EXPECT_EQ(check_value(op, reals, std::vector{1.0, 2.0}), Value(std::vector{1.0, 2.0}));
  EXPECT_RAISES((void)check_value(op, reals, std::vector<double>{}), ErrorKind::call,
                "op: spacing is ''; it must be a number, or one for each axis, such as 2,1,1");
  EXPECT_EQ(check_value(op, flag, true), Value(true));
  EXPECT_EQ(check_value(op, word, std::string("left")), Value(std::string("left")));
  EXPECT_RAISES((void)check_value(op, whole, 0.5), ErrorKind::call, "op: size is '0.5'; it must be an integer");
  EXPECT_RAISES((void)check_value(op, word, std::string("up")), ErrorKind::call,
                "op: side is 'up'; it must be left or right");
  EXPECT_RAISES((void)check_value(op, word, std::int64_t{7}), ErrorKind::call,
                "op: side is '7'; it must be left or right");
  EXPECT_EQ(check_value(op, list, std::string("left")), Value(std::vector<std::string>{"left"}));
  EXPECT_EQ(check_value(op, list, std::vector<std::string>{"left"}), Value(std::vector<std::string>{"left"}));
  EXPECT_RAISES((void)check_value(op, whole, true), ErrorKind::call, "op: size is 'true'; it must be an integer");
}

TEST(Operators, run_reconstruct_from_its_row) {
  const Operator& row = operator_named("reconstruct");
  test::Random random(1);
  const test::Pair pair = test::make_pair({.shape = {20, 30}, .method = ReconstructOptions::Method::erosion}, random);
  const std::vector<ImageType> types{pair.marker.type(), pair.mask.type()};
  const Values options{{"method", std::string("erosion")}, {"connectivity", std::int64_t{1}}};
  const auto results = row.results(types, options);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0], pair.mask.type());
  Image out(results[0]);
  const std::vector<ConstImageView> inputs{pair.marker.view(), pair.mask.view()};
  const std::vector<ImageView> outs{out.view()};
  EXPECT_TRUE(row.run(inputs, outs, options, {}).numbers.empty());
  const Image expected = reconstruct(pair.marker, pair.mask, {ReconstructOptions::Method::erosion, 1});
  EXPECT_EQ(test::difference(expected, out), "");
}

}  // namespace
}  // namespace preamar
