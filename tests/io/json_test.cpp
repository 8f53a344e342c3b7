// JSON: which text is accepted, and what is written, byte for byte.
#include "io/json.h"

#include "io/json_field.h"
#include "support.h"

namespace preamar::test {
namespace {

using io::Json;

class JsonFile : public FileTest {};

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

std::string again(std::string_view words, int indent = -1) {
  const std::optional<Json> json = Json::parse(words);
  return json ? json->dump(indent) : "nothing";
}

TEST(Json, is_an_object_if_its_items_are_named) {
  const std::vector<double> numbers = {1, 0.5};
  const std::vector<std::string> words = {"a", "b"};
  Json json = {{"b", {1, 2U, -3}}, {"a", {{"x", true}}}, {"c", {{"x", "y"}, 1}}, {"d", {{"x", 1, 2}}}};
  EXPECT_EQ(json.dump(), R"({"a":{"x":true},"b":[1,2,-3],"c":[["x","y"],1],"d":[["x",1,2]]})");
  json["a"]["numbers"] = numbers;
  json["d"] = nullptr;
  json["e"] = words;
  json.erase("b");
  json.erase("c");
  EXPECT_EQ(json.dump(), R"({"a":{"numbers":[1.0,0.5],"x":true},"d":null,"e":["a","b"]})");
  Json list = Json::array({{"x", 1}});
  list.push_back({{"x", 1}});
  EXPECT_EQ(list.dump(), R"([["x",1],{"x":1}])");
  EXPECT_EQ(Json().dump() + Json::array().dump() + Json::object().dump(), "null[]{}");
}

TEST(Json, copies_share_nothing) {
  const Json json = {{"a", {1, 2}}};
  Json copy = json;
  copy["a"].push_back(3);
  EXPECT_EQ(json.dump(), R"({"a":[1,2]})");
  EXPECT_EQ(copy.dump(), R"({"a":[1,2,3]})");
}

TEST(Json, is_written_as_it_was_read) {
  for (const char* words :
       {"0", "-1", "18446744073709551615", "-9223372036854775808", "0.1", "-0.0", "1e+300", "5e-324",
        "1.8446744073709552e+19", R"("\"\\\b\f\n\r\t\u0001/é")", R"({"":[],"A":{},"a":[[]]})"})
    EXPECT_EQ(again(words), words);
  EXPECT_EQ(again("\xef\xbb\xbf [1E2, 18446744073709551616,-0]\r\n"), "[100.0,1.8446744073709552e+19,0]");
  EXPECT_EQ(again(R"("\ud83d\ude00\/")"), "\"\xf0\x9f\x98\x80/\"");
  EXPECT_EQ(again(R"({"b":[1,{}],"a":1,"a":null})", 1), "{\n \"a\": null,\n \"b\": [\n  1,\n  {}\n ]\n}");
}

TEST(Json, has_the_kind_of_number_that_was_written) {
  EXPECT_TRUE(Json::parse("1")->is_number_unsigned());
  EXPECT_TRUE(Json::parse("-1")->is_number_integer() && !Json::parse("-1")->is_number_unsigned());
  EXPECT_TRUE(Json::parse("1.0")->is_number_float() && !Json::parse("1.0")->is_number_integer());
  EXPECT_EQ(Json::parse("18446744073709551615")->get<std::uint64_t>(), UINT64_MAX);
  EXPECT_EQ(Json::parse("-2")->get<double>(), -2);
}

TEST(Json, refuses_other_text) {
  for (const char* words :
       {"",          " ",       "nul",    "[1,]",        "{\"a\":1,}", "{1:2}",        "[1 2]",
        "1 2",       "01",      "+1",     "1.",          "1e400",      "NaN",          "'a'",
        "\"a",       "// a\n1", "\"\t\"", "\"\\ud800\"", "\"\xff\"",   "\"\xc0\xaf\"", "\"\xed\xa0\x80\"",
        "\xef\xbb{}"})
    EXPECT_FALSE(Json::parse(words)) << words;
}

TEST(Json, has_a_greatest_depth) {
  EXPECT_EQ(again(nested(Json::deepest)), nested(Json::deepest));
  for (const std::size_t levels : {Json::deepest + 1, std::size_t{1'000'000}}) {
    EXPECT_FALSE(Json::parse(nested(levels)));
    EXPECT_FALSE(Json::parse(std::string(levels, '[')));
  }
}

TEST(Json, holds_utf8_only) {
  expect_error(ErrorKind::input, {"UTF-8"}, [] { (void)Json({{"a", "\xff"}}).dump(); });
  EXPECT_EQ(io::json_string("\"\xff\n"), "\"\\\"\xef\xbf\xbd\\n\"");
}

TEST_F(JsonFile, is_an_object_of_few_levels) {
  const fs::path file = folder_ / "a.json";
  store(file, R"({"a":{"c":1,"b":[2]}})");
  const Json json = io::read_json(file, folder_);
  const io::JsonField a = io::JsonField(file, json).at("a");
  EXPECT_EQ(a.names(), (std::vector<std::string>{"b", "c"}));
  expect_error(ErrorKind::io, {"a.json", "'a.b[0]' is not text"}, [&] { (void)a.at("b").list()[0].word(); });
  expect_error(ErrorKind::io, {"a.json", "'a.c' is not an object"}, [&] { (void)a.at("c").names(); });
  for (const std::string& words : {std::string("[]"), std::string("{"), "{\"a\":" + nested(Json::deepest) + "}"}) {
    store(file, words);
    expect_error(ErrorKind::io, {"a.json", "is not a JSON object of at most 1000 levels"},
                 [&] { (void)io::read_json(file, folder_); });
  }
}

}  // namespace
}  // namespace preamar::test
