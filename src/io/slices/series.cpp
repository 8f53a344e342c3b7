#include "io/slices/series.h"

#include "core/error_text.h"
#include "io/header_text.h"

#include <preamar/error.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffixes[] = {".tif", ".tiff", ".png"};

[[noreturn]] void fail(const fs::path& folder, const std::string& why) {
  throw Error(ErrorKind::io,
              text(folder.string(), ": is a folder; give an image file, or a folder that holds only the ",
                   "numbered slices of one volume (.tif or .png): ", why));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_zeros(std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

bool is_less(std::string_view a, std::string_view b) {
  a = without_zeros(a);
  b = without_zeros(b);
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

bool is_same(std::string_view a, std::string_view b) { return without_zeros(a) == without_zeros(b); }

// One more than a number of any length.
std::string after(std::string_view number) {
  std::string digits(without_zeros(number));
  std::size_t at = digits.size();
  while (at > 0 && digits[at - 1] == '9') digits[--at] = '0';
  if (at == 0) return "1" + digits;
  ++digits[at - 1];
  return digits;
}

std::vector<NumberedName> names_in(const fs::path& folder) try {
  std::vector<NumberedName> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.')) continue;
    const std::string suffix = lower_case(entry.path().extension().string());
    const bool is_image = std::ranges::find(suffixes, suffix) != std::end(suffixes) && entry.is_regular_file();
    names.emplace_back(name);
    if (!is_image || names.back().numbers.empty()) fail(folder, text("'", name, "' is none"));
  }
  if (names.empty()) fail(folder, "it holds none");
  return names;
} catch (const fs::filesystem_error& error) {
  throw Error(ErrorKind::io, text(folder.string(), ": ", error.code().message()));
}

// Which of the numbers counts the slices.
std::size_t counter_of(const fs::path& folder, const std::vector<NumberedName>& names) {
  const NumberedName& first = names.front();
  std::optional<std::size_t> counter;
  for (const NumberedName& other : names) {
    bool is_of_series = other.texts == first.texts;
    for (std::size_t i = 0; is_of_series && i < first.numbers.size(); ++i) {
      if (is_same(other.numbers[i], first.numbers[i])) continue;
      is_of_series = !counter || *counter == i;
      counter = i;
    }
    if (!is_of_series)
      fail(folder, text("'", first.name, "' and '", other.name, "' are of two series; move one to another folder"));
  }
  return counter.value_or(first.numbers.size() - 1);
}

}  // namespace

NumberedName::NumberedName(const std::string& given) : name(given), texts(1) {
  // The digits of a suffix count nothing.
  const std::size_t end = std::min(name.rfind('.'), name.size());
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i >= end || !is_digit(name[i])) {
      texts.back() += name[i];
      continue;
    }
    if (i == 0 || !is_digit(name[i - 1])) {
      numbers.emplace_back();
      texts.emplace_back();
    }
    numbers.back() += name[i];
  }
}

std::vector<fs::path> slices_in(const fs::path& folder) {
  std::vector<NumberedName> names = names_in(folder);
  // The order in the folder is the file system's: sorted, messages are the same everywhere.
  std::ranges::sort(names, {}, &NumberedName::name);
  const std::size_t counter = counter_of(folder, names);
  const auto number = [counter](const NumberedName& name) -> std::string_view { return name.numbers[counter]; };
  std::ranges::stable_sort(names, is_less, number);
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < names.size(); ++i) {
    files.push_back(folder / names[i].name);
    if (i == 0) continue;
    const NumberedName& before = names[i - 1];
    if (is_same(number(before), number(names[i])))
      fail(folder, text("'", before.name, "' and '", names[i].name, "' have the same number; remove one"));
    if (!is_same(after(number(before)), number(names[i])))
      fail(folder, text("number ", after(number(before)), " is missing between '", before.name, "' and '",
                        names[i].name, "'; add the slice or number the files anew"));
  }
  return files;
}

}  // namespace preamar::io
