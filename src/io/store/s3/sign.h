// Signatures of requests to S3: AWS Signature Version 4.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace preamar::io {

struct Keys {
  std::string id, secret, token;  // the token may be empty

  bool operator==(const Keys&) const = default;
};

struct SignedParts {
  std::string method;
  std::string host;                                               // with its port unless it is the usual one
  std::string path;                                               // encoded, from the first slash on
  std::vector<std::pair<std::string, std::string>> query;         // not encoded
  std::vector<std::pair<std::string, std::string>> headers = {};  // to sign besides host and x-amz-*; lower case
  std::string body_sha256;
};

// The headers to send, as "name: value": Authorization, x-amz-date, x-amz-content-sha256, and x-amz-security-token if
// there is a token. `service` is "s3" but in tests.
[[nodiscard]] std::vector<std::string> sign(const SignedParts& parts, const Keys& keys, const std::string& region,
                                            std::chrono::sys_seconds now, const std::string& service = "s3");

// The query as it is signed and sent: sorted and encoded, without the question mark.
[[nodiscard]] std::string query_text(std::vector<std::pair<std::string, std::string>> query);

}  // namespace preamar::io
