// Requests to an HTTP server, with retries.
#pragma once

#include "core/bytes.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

struct HttpRequest {
  std::string method = "GET";
  std::string url;                   // encoded
  std::vector<std::string> headers;  // as "name: value"
  std::span<const std::byte> body = {};
  // Called before the request is sent and again right before its body is; if it throws, the server gets no whole
  // request.
  std::function<void()> guard = {};
  std::int64_t most_bytes = INT64_MAX;  // a longer body is not received
};

struct HttpResponse {
  int status = 0;                              // 0: no whole answer came
  std::string problem;                         // why not
  std::map<std::string, std::string> headers;  // names in lower case
  Bytes body;

  // Empty if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

// One answer of a server: redirects are not followed, certificates are verified, the length of the body is that of the
// header. Ends with Error (stopped) at most 100 ms after the thread's stop. Any thread.
[[nodiscard]] HttpResponse send_once(const HttpRequest& request, std::chrono::milliseconds limit);

// Seconds after which a request that fails is given up: those of the environment variable PREAMAR_REQUEST_SECONDS, or
// 120; fewer while the thread clears up. See core/stop_scope.h.
[[nodiscard]] double request_seconds();

// Sends until an answer comes that would not change if the request were sent again, with growing pauses. `make` makes
// the request of each try: signatures carry a date. The last answer, whatever it is, once request_seconds() are over.
[[nodiscard]] HttpResponse send(const std::function<HttpRequest()>& make);

}  // namespace preamar::io
