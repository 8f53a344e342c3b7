// Operators on images of which some pixels are invalid, in blocks of any shape: the bytes are those of one block, and
// the result is that of an oracle. PREAMAR_VALID_CASES is the number of cases, PREAMAR_VALID_OPERATOR restricts them to
// one operator.
#include "../../io/support.h"
#include "cases.h"

#include "blocks/call/valid_steps.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/in_blocks.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace preamar::test {
namespace {

// A result, or the kind of the error.
struct Outcome {
  ValidResult result;
  std::optional<ErrorKind> error = {};
  std::string message = {};
};

template <class Work>
Outcome outcome_of(const Work& work) {
  try {
    return {.result = work()};
  } catch (const Error& error) {
    return {.result = {}, .error = error.kind(), .message = error.what()};
  }
}

// Pixels that may differ become those that were found.
void accept(ValidResult& expected, const ValidResult& found) {
  if (expected.tolerance == 0) return;
  with_type(expected.images[0].dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < expected.images[0].shape().count(); ++i) {
      T& one = static_cast<T*>(expected.images[0].data())[i];
      const T two = static_cast<const T*>(found.images[0].data())[i];
      const auto apart = static_cast<long double>(one) - static_cast<long double>(two);
      if (std::abs(apart) <= static_cast<long double>(expected.tolerance)) one = two;
    }
  });
}

// Empty if they are equal. Without images that are equal, numbers and tables are not compared.
std::string apart(Outcome& expected, const Outcome& found) {
  if (expected.error != found.error) return text("errors are '", expected.message, "' and '", found.message, "'");
  std::vector<Image>& one = expected.result.images;
  const std::vector<Image>& two = found.result.images;
  if (one.size() != two.size()) return text(one.size(), " and ", two.size(), " images");
  for (std::size_t i = 0; i < one.size(); ++i)
    if (one[i].view().type() != two[i].view().type()) return "types differ";
  accept(expected.result, found.result);
  for (std::size_t i = 0; i < one.size(); ++i)
    if (const std::string pixels = difference(one[i], two[i]); !pixels.empty()) return pixels;
  return test::apart(expected.result.found, found.result.found);
}

int case_count() {
  const char* const given = std::getenv("PREAMAR_VALID_CASES");
  return given ? std::atoi(given) : cases_of(200);
}

class ValidPixels : public FileTest {
 protected:
  // Intermediate results go to this test's folder.
  ValidPixels() { setenv("TMPDIR", folder_.c_str(), 1); }
  ~ValidPixels() override { unsetenv("TMPDIR"); }
};

TEST_F(ValidPixels, have_a_meaning_for_every_operator) {
  for (const Operator* op : operators()) {
    EXPECT_TRUE(blocks::takes_valid_pixels(*op)) << op->name;
    EXPECT_TRUE(has_valid_oracle(op->name)) << op->name;
  }
}

TEST_F(ValidPixels, give_what_an_oracle_gives) {
  const char* const only = std::getenv("PREAMAR_VALID_OPERATOR");
  std::int64_t failed = 0, errors = 0;
  for (int i = 0; i < case_count() && failed < 20; ++i) {
    const std::uint64_t seed = run_seed() + static_cast<std::uint64_t>(i);
    Random random(seed);
    const Operator& op = only ? operator_named(only) : *operators()[static_cast<std::size_t>(i) % operators().size()];
    const ValidCase c = random_case(op, random);
    const Shape block = random_block(c.valid.shape(), random);
    const int threads = 1 + static_cast<int>(random.below(3));
    SCOPED_TRACE(text("case ", i, ": ", describe(c), " in blocks of ", block.text(), ", ", threads, " threads"));
    Outcome expected = outcome_of([&] { return valid_oracle(c); });
    Outcome whole = outcome_of([&] { return run_case(c, c.valid.shape(), 1); });
    const Outcome parts = outcome_of([&] { return run_case(c, block, threads); });
    const std::string of_parts = apart(whole, parts), of_oracle = apart(expected, whole);
    EXPECT_EQ(of_parts, "") << "one block and several";
    EXPECT_EQ(of_oracle, "") << "oracle and one block";
    errors += expected.error.has_value();
    failed += !of_parts.empty() || !of_oracle.empty();
    ASSERT_EQ(entry_count(), 0);
  }
  EXPECT_LE(errors, 20 + case_count() / 5);
}

}  // namespace
}  // namespace preamar::test
