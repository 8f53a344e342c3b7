// Mutates words rather than bytes, so that much of the result is still C.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

bool is_letter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_'; }
bool is_space(char letter) { return std::isspace(static_cast<unsigned char>(letter)); }

// Words and signs, each with the space after it.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (is_letter(text[at]) && end < text.size() && is_letter(text[end])) ++end;
    while (end < text.size() && is_space(text[end])) ++end;
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

void change(std::vector<std::string>& words, std::mt19937& numbers) {
  const auto place = [&] { return static_cast<std::ptrdiff_t>(numbers() % words.size()); };
  const std::ptrdiff_t one = place(), other = place();
  switch (numbers() % 4) {
    case 0:
      words.erase(words.begin() + one);
      break;
    case 1:
      std::swap(words[static_cast<std::size_t>(one)], words[static_cast<std::size_t>(other)]);
      break;
    case 2:
      words[static_cast<std::size_t>(one)] = words[static_cast<std::size_t>(other)];
      break;
    default: {
      const auto length = std::min<std::ptrdiff_t>(1 + numbers() % 12, std::ssize(words) - one);
      const std::vector<std::string> part(words.begin() + one, words.begin() + one + length);
      words.insert(words.begin() + other, part.begin(), part.end());
    }
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::mt19937 numbers(seed);
  std::vector<std::string> words = words_of({reinterpret_cast<const char*>(data), size});
  if (words.size() < 2 || numbers() % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  for (unsigned left = 1 + numbers() % 3; left > 0 && words.size() > 1; --left) change(words, numbers);
  std::string text;
  for (const std::string& word : words) text += word;
  const std::size_t length = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), length);
  return length;
}
