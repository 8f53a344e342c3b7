#include "io/store/s3/sign.h"

#include "core/bytes.h"
#include "core/error_text.h"
#include "core/sha256.h"
#include "core/url.h"

#include <algorithm>
#include <iomanip>

namespace preamar::io {
namespace {

// As 20150830T123600Z.
std::string time_text(std::chrono::sys_seconds now) {
  const auto day = std::chrono::floor<std::chrono::days>(now);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(now - day);
  std::ostringstream words;
  words << std::setfill('0') << std::setw(4) << static_cast<int>(date.year()) << std::setw(2)
        << static_cast<unsigned>(date.month()) << std::setw(2) << static_cast<unsigned>(date.day()) << 'T'
        << std::setw(2) << time.hours().count() << std::setw(2) << time.minutes().count() << std::setw(2)
        << time.seconds().count() << 'Z';
  return words.str();
}

}  // namespace

std::string query_text(std::vector<std::pair<std::string, std::string>> query) {
  for (auto& [name, value] : query) {
    name = url_encoded(name, false);
    value = url_encoded(value, false);
  }
  std::ranges::sort(query);
  std::string words;
  for (const auto& [name, value] : query) words += text(words.empty() ? "" : "&", name, "=", value);
  return words;
}

std::vector<std::string> sign(const SignedParts& parts, const Keys& keys, const std::string& region,
                              std::chrono::sys_seconds now, const std::string& service) {
  const std::string time = time_text(now), day = time.substr(0, 8);
  auto headers = parts.headers;
  headers.emplace_back("host", parts.host);
  headers.emplace_back("x-amz-date", time);
  if (service == "s3") headers.emplace_back("x-amz-content-sha256", parts.body_sha256);
  if (!keys.token.empty()) headers.emplace_back("x-amz-security-token", keys.token);
  std::ranges::sort(headers);
  std::string lines, names;
  for (const auto& [name, value] : headers) {
    lines += text(name, ":", value, "\n");
    names += text(names.empty() ? "" : ";", name);
  }
  const std::string request = text(parts.method, "\n", parts.path, "\n", query_text(parts.query), "\n", lines, "\n",
                                   names, "\n", parts.body_sha256);
  const std::string scope = text(day, "/", region, "/", service, "/aws4_request");
  const std::string to_sign = text("AWS4-HMAC-SHA256\n", time, "\n", scope, "\n", sha256(text_bytes(request)));
  Sha256Digest key = hmac_sha256(text_bytes("AWS4" + keys.secret), text_bytes(day));
  for (const std::string& part : {region, service, std::string("aws4_request")})
    key = hmac_sha256(key, text_bytes(part));
  const std::string signature = hexadecimal(hmac_sha256(key, text_bytes(to_sign)));
  std::vector<std::string> sent = {text("Authorization: AWS4-HMAC-SHA256 Credential=", keys.id, "/", scope,
                                        ", SignedHeaders=", names, ", Signature=", signature)};
  for (const auto& [name, value] : headers)
    if (name.starts_with("x-amz-")) sent.push_back(text(name, ": ", value));
  return sent;
}

}  // namespace preamar::io
