// URLs in messages. A query may be a signature, and a user part a password: both are secrets.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace preamar {

// A name, or a message with names: the URLs in it without users, queries and fragments. A query ends at a space, a
// quote or a bracket, and at the colon, comma or semicolon before a space.
[[nodiscard]] inline std::string shown_url(std::string_view words) {
  std::string shown;
  for (auto colon = words.find(":/"); colon != std::string_view::npos; colon = words.find(":/")) {
    const std::size_t host = std::min(words.find_first_not_of('/', colon + 1), words.size());
    shown += words.substr(0, host);
    words.remove_prefix(host);
    const std::string_view authority = words.substr(0, words.find_first_of("/?# '\"()<>"));
    if (const auto user = authority.rfind('@'); user != std::string_view::npos) words.remove_prefix(user + 1);
    const std::size_t secret = words.substr(0, words.find(":/")).find_first_of("?#");
    if (secret == std::string_view::npos) continue;
    shown += words.substr(0, secret);
    words.remove_prefix(secret);
    std::size_t end = std::min(words.find_first_of(" \n'\"()<>"), words.size());
    if (end < words.size() && end > 0 && std::string_view(":,;").find(words[end - 1]) != std::string_view::npos) --end;
    words.remove_prefix(end);
  }
  return shown.append(words);
}

}  // namespace preamar
