// Where S3 is, and who asks: from the environment and the files that the AWS programs use.
#pragma once

#include "io/store/s3/sign.h"

#include <memory>
#include <optional>
#include <string>

namespace preamar::io {

struct S3Settings {
  std::optional<Keys> keys;  // none: requests are anonymous
  std::string region = "us-east-1";
  std::string endpoint;  // as "https://host:port"; empty: that of AWS
};

// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or the profile AWS_PROFILE ("default") of the files
// AWS_SHARED_CREDENTIALS_FILE (~/.aws/credentials) and AWS_CONFIG_FILE (~/.aws/config); AWS_REGION or
// AWS_DEFAULT_REGION; AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL. AWS_NO_SIGN_REQUEST=YES: anonymous.
// Throws Error (call) if credentials are set up in a way that is not supported, such as a login by SSO, or an endpoint
// is not a URL. Never prints a value.
[[nodiscard]] S3Settings s3_settings();

// The settings as they are now, for a request: programs that renew credentials change the files while a run goes on.
// Read again if a variable of the environment has changed, once per second, or at once with Age::new_ones. A file that
// is being written, and so has no whole keys, leaves the settings as they were. Thread-safe.
enum class Age { any, new_ones };
[[nodiscard]] std::shared_ptr<const S3Settings> current_s3_settings(Age age = Age::any);

}  // namespace preamar::io
