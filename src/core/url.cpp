#include "core/url.h"

#include "core/error_text.h"
#include "core/shown_url.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace preamar {
namespace {

constexpr std::array schemes = {
    std::pair{std::string_view("http:"), UrlScheme::http}, std::pair{std::string_view("https:"), UrlScheme::https},
    std::pair{std::string_view("s3:"), UrlScheme::s3}, std::pair{std::string_view("store:"), UrlScheme::store}};

std::string_view prefix_of(UrlScheme scheme) {
  return std::ranges::find(schemes, scheme, [](const auto& row) { return row.second; })->first;
}

std::optional<UrlScheme> scheme_of(std::string_view name) {
  for (const auto& [prefix, scheme] : schemes)
    if (name.starts_with(prefix) && name.substr(prefix.size()).starts_with('/')) return scheme;
  return std::nullopt;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~").find(c) != std::string_view::npos;
}

int digit_of(char c) {
  const auto at = std::string_view("0123456789abcdef").find(static_cast<char>(c | 0x20));
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

}  // namespace

std::string Url::text() const { return preamar::text(prefix_of(scheme), "//", host, path.empty() ? "" : "/", path); }

Url parse_url(const std::filesystem::path& name) {
  const std::string_view all = name.native();
  const auto scheme = scheme_of(all);
  if (!scheme) throw Error(ErrorKind::call, text(all, ": is not a URL; give s3://, https:// or http://"));
  std::string_view rest = all.substr(prefix_of(*scheme).size());
  const std::string shown = shown_url(all);
  if (!rest.starts_with("//"))
    throw Error(ErrorKind::call, text(shown, ": has one slash after ", prefix_of(*scheme),
                                      "; give the URL as text with two, since a Path drops one"));
  rest.remove_prefix(2);
  const std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
  if (host.find('@') != std::string_view::npos)
    throw Error(ErrorKind::call, text(shown,
                                      ": a URL with a user or a password is not read, since names are printed; give "
                                      "credentials in the environment"));
  if (all.find_first_of("?#") != std::string_view::npos)
    throw Error(ErrorKind::call, text(shown,
                                      ": a URL with a query is not read, since a query can be a secret and names "
                                      "are printed; give the address without it"));
  if (host.empty()) throw Error(ErrorKind::call, text(all, ": names no host or bucket"));
  std::string_view path = rest.substr(host.size());
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  for (std::string_view left = path; !left.empty();) {
    const std::string_view part = left.substr(0, left.find('/'));
    if (part == "." || part == ".." || part.empty())
      throw Error(ErrorKind::call, text(all, ": has an empty part or '", part, "' in its path; give the path without"));
    left.remove_prefix(std::min(part.size() + 1, left.size()));
  }
  return {*scheme, std::string(host), std::string(path)};
}

std::string url_encoded(std::string_view words, bool keep_slash) {
  std::string coded;
  for (const char c : words) {
    if (is_plain(c) || (keep_slash && c == '/')) {
      coded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    coded += '%';
    coded += "0123456789ABCDEF"[byte >> 4];
    coded += "0123456789ABCDEF"[byte & 15];
  }
  return coded;
}

std::string url_decoded(std::string_view words) {
  std::string plain;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_coded =
        words[i] == '%' && i + 2 < words.size() && digit_of(words[i + 1]) >= 0 && digit_of(words[i + 2]) >= 0;
    const char letter = words[i] == '+' ? ' ' : words[i];
    plain += is_coded ? static_cast<char>(digit_of(words[i + 1]) * 16 + digit_of(words[i + 2])) : letter;
    if (is_coded) i += 2;
  }
  return plain;
}

}  // namespace preamar
