// Error messages from their parts: text("reconstruct: connectivity ", 4, " is not one of 1 to ", rank).
#pragma once

#include <preamar/error.h>

#include <charconv>
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

namespace preamar {

// A part of a text, valid during the call. Floating-point numbers have up to six digits. One function joins the parts
// of all messages, so that the compiler does not expand a stream for each of them.
class TextPart {
 public:
  TextPart(const TextPart&) = delete;
  TextPart& operator=(const TextPart&) = delete;

  template <std::convertible_to<std::string_view> T>
  explicit TextPart(const T& words) noexcept : view_(words) {}
  explicit TextPart(const char& letter) noexcept : view_(&letter, 1) {}
  template <std::signed_integral T>
  explicit TextPart(T number) noexcept {
    set(static_cast<long long>(number));
  }
  template <std::unsigned_integral T>
  explicit TextPart(T number) noexcept {
    set(static_cast<unsigned long long>(number));
  }
  explicit TextPart(double number) noexcept {
    view_ = {digits_, std::to_chars(digits_, digits_ + sizeof digits_, number, std::chars_format::general, 6).ptr};
  }

  [[nodiscard]] std::string_view view() const noexcept { return view_; }

 private:
  template <class T>
  void set(T number) noexcept {
    view_ = {digits_, std::to_chars(digits_, digits_ + sizeof digits_, number).ptr};
  }

  std::string_view view_;
  char digits_[24];
};

[[gnu::noinline]] inline std::string joined_text(std::initializer_list<TextPart> parts) {
  std::string all;
  for (const TextPart& part : parts) all += part.view();
  return all;
}

template <class... Parts>
[[nodiscard]] std::string text(const Parts&... parts) {
  return joined_text({TextPart(parts)...});
}

}  // namespace preamar
