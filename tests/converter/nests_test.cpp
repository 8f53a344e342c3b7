// Loops over pixels as textbooks write them: what each becomes, and which are refused with which messages.
#include "front/front.h"
#include "refusals.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace preamar::convert {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> sources_in(const std::string& folder) {
  const char* const root = std::getenv("PREAMAR_PROGRAMS");
  if (!root) throw std::runtime_error("PREAMAR_PROGRAMS names the folder of the programs");
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(fs::path(root) / folder))
    if (entry.path().extension() == ".c") all.push_back(entry.path());
  return all;
}

std::string expected_for(const fs::path& path) { return read(fs::path(path).replace_extension(".txt")); }

// With PREAMAR_RENEW set, writes the actual texts as the expected ones; review them before committing.
void compare(const std::string& text, const fs::path& path) {
  if (std::getenv("PREAMAR_RENEW")) std::ofstream(fs::path(path).replace_extension(".txt"), std::ios::binary) << text;
  EXPECT_EQ(text, expected_for(path)) << path.filename();
}

TEST(Nests, become_functions_of_a_pixel) {
  const auto sources = sources_in("nests");
  EXPECT_GE(sources.size(), 30U);
  for (const fs::path& path : sources) {
    const std::string name = path.filename().string();
    try {
      const ExtractedLoops found = extract_loops({name, read(path), {}, false});
      ASSERT_EQ(found.functions.size(), 1U) << name;
      compare(found.functions[0].description + "\n\n" + found.functions[0].text, path);
      // The result is C, at the place of insertion.
      EXPECT_NE(found.text.find("\n\n" + found.functions[0].text), std::string::npos) << name;
      EXPECT_NO_THROW((void)suggest_loops({name, found.text, {"-Werror=implicit-function-declaration"}, false}))
          << name;
    } catch (const Refused& refused) {
      ADD_FAILURE() << refused.what();
    }
  }
}

// Faults that the loops do not show are reported for the function that they become, at the lines of the source.
TEST(Nests, keep_their_lines_in_refusals) {
  const std::string text = read(fs::path(std::getenv("PREAMAR_PROGRAMS")) / "nests" / "invert.c");
  const std::string odd = "\n[[clang::annotate(\"preamar::filter\")]]\nint odd(int a) { return a; }\n";
  try {
    (void)understand({"invert.c", text + odd, {}, false});
    FAIL();
  } catch (const Refused& refused) {
    const std::string words = refused.what();
    EXPECT_NE(words.find("invert.c:7:3: error: 'preamar::filter' marks nothing\n"), std::string::npos) << words;
  }
  try {
    (void)understand(
        {"invert.c", "static int global;\n" + std::regex_replace(text, std::regex("255"), "global"), {}, false});
    FAIL();
  } catch (const Refused& refused) {
    const std::string words = refused.what();
    EXPECT_NE(words.find("invert.c:4:6: error: in the function of a pixel that it becomes: "), std::string::npos)
        << words;
  }
}

TEST(Nests, are_refused_in_these_words) {
  const auto sources = sources_in("nests_refused");
  EXPECT_GE(sources.size(), 30U);
  for (const fs::path& path : sources) {
    try {
      const ExtractedLoops found = extract_loops({path.filename().string(), read(path), {}, false});
      ADD_FAILURE() << path.filename() << "\n" << found.text;
    } catch (const Refused& refused) {
      compare(refused.what(), path);
    }
  }
}

TEST(Nests, are_proposed_where_nothing_is_marked) {
  const std::regex mark(R"(\[\[clang::annotate\("preamar::loop"\)\]\])");
  for (const fs::path& path : sources_in("nests")) {
    const std::string name = path.filename().string();
    const Suggestions found = suggest_loops({name, std::regex_replace(read(path), mark, ""), {}, false});
    EXPECT_EQ(found.proposed, 1) << name << "\n" << found.text;
    EXPECT_NE(found.text.find("; mark it [[clang::annotate(\"preamar::loop\")]]\n    // "), std::string::npos) << name;
    EXPECT_EQ(suggest_loops({name, read(path), {}, false}).proposed, 0) << name;
  }
  const fs::path mean = fs::path(std::getenv("PREAMAR_PROGRAMS")) / "nests_refused" / "mean.c";
  const Suggestions none = suggest_loops({"mean.c", std::regex_replace(read(mean), mark, ""), {}, false});
  EXPECT_EQ(none.proposed, 0);
  EXPECT_EQ(none.text,
            "mean.c:2:5: 'mean' cannot be extracted\n"
            "    mean.c:6:3: error: after the loops, 'return s / (w * h)' does more than return 's'\n"
            "        instead: return s, and let the caller do the rest\n");
}

}  // namespace
}  // namespace preamar::convert
