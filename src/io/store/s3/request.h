// One signed request to S3, and what its errors mean.
#pragma once

#include "io/store/http/http.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace preamar::io {

struct S3Request {
  std::string method = "GET";
  std::filesystem::path name;                                   // s3://bucket/key
  std::vector<std::pair<std::string, std::string>> query = {};  // of the bucket, if there is one
  std::vector<std::string> headers = {};                        // not signed
  std::span<const std::byte> body = {};
  std::function<void()> guard = {};
  std::int64_t most_bytes = INT64_MAX;
};

// With the settings of now: see current_s3_settings(). Retries as send(), and once more with other keys if the store
// refuses these and there are others by then.
[[nodiscard]] HttpResponse send(const S3Request& request);

// The text of the first element of this name, which is taken from `words` with all before it; empty if there is none.
[[nodiscard]] std::string_view take_element(std::string_view& words, std::string_view name);
// The code in the body of an error, as "NoSuchKey"; empty if there is none.
[[nodiscard]] std::string s3_code(const HttpResponse& response);
// Whether the store says that it has no writes on conditions. Other refusals have the same status.
[[nodiscard]] bool has_no_conditions(const HttpResponse& response);
// Throws Error (io) for an answer that is none of those expected.
[[noreturn]] void fail_s3(const std::filesystem::path& name, const HttpResponse& response);

}  // namespace preamar::io
