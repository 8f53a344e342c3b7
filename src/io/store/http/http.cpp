#include "io/store/http/http.h"

#include "core/error_text.h"
#include "core/stop_scope.h"
#include "io/header_text.h"
#include "io/store/http/curl.h"
#include "platform/process.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>

namespace preamar::io {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A handle, and the connections that it keeps open.
struct Connection {
  CurlHandle* handle;
  CurlMulti* pool;
};

// Those of a parent process are its own.
class Connections {
 public:
  Connection take() {
    const std::lock_guard lock(mutex_);
    if (const std::int64_t process = os_process_id(); process != process_) {
      process_ = process;
      free_.clear();
    }
    if (!free_.empty()) {
      const Connection found = free_.back();
      free_.pop_back();
      return found;
    }
    const Connection made{curl().easy_init(), curl().multi_init()};
    if (!made.handle || !made.pool)
      throw Error(ErrorKind::resource, "libcurl cannot open a connection: memory is too low");
    return made;
  }
  void give_back(const Connection& connection) {
    curl().easy_reset(connection.handle);
    const std::lock_guard lock(mutex_);
    free_.push_back(connection);
  }

 private:
  std::mutex mutex_;
  std::int64_t process_ = 0;
  std::vector<Connection> free_;
};

// Never destroyed: threads may still send when the program ends.
Connections& connections() {
  static auto* const all = new Connections;
  return *all;
}

// Sleeps in short parts, to see a stop.
void pause_for(milliseconds time) {
  for (const auto end = Clock::now() + time; Clock::now() < end;) {
    require_going_on();
    std::this_thread::sleep_for(std::min<Clock::duration>(milliseconds(50), end - Clock::now()));
  }
}

std::optional<std::int64_t> number_in(std::string_view words) {
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(words.data(), words.data() + words.size(), number);
  if (code != std::errc() || end != words.data() + words.size() || number < 0) return std::nullopt;
  return number;
}

// One request while it is sent. What the functions throw may not pass through libcurl.
struct Exchange {
  const HttpRequest& request;
  HttpResponse response = {};
  std::size_t sent = 0;
  bool is_too_long = false;
  std::exception_ptr thrown = nullptr;

  static std::size_t on_header(const char* line, std::size_t size, std::size_t count, Exchange* self) {
    return self->guarded(0, [&] { return self->take_header({line, size * count}); });
  }
  static std::size_t on_write(const std::byte* from, std::size_t size, std::size_t count, Exchange* self) {
    return self->guarded(0, [&] { return self->take_body({from, size * count}); });
  }
  static std::size_t on_read(std::byte* to, std::size_t size, std::size_t count, Exchange* self) {
    return self->guarded(curl_read_abort, [&] { return self->give_body({to, size * count}); });
  }

 private:
  template <class Work>
  std::size_t guarded(std::size_t if_thrown, Work work) noexcept {
    try {
      return work();
    } catch (...) {
      thrown = std::current_exception();
      return if_thrown;
    }
  }

  std::size_t take_header(std::string_view line) {
    const std::string_view words = line.substr(0, line.find_first_of("\r\n"));
    if (words.starts_with("HTTP/")) response.headers.clear();  // of an interim answer
    const auto colon = words.find(':');
    if (colon != std::string_view::npos)
      response.headers[lower_case(words.substr(0, colon))] = trimmed(words.substr(colon + 1));
    return line.size();
  }

  // 0, which ends the transfer, for a body that is too long.
  std::size_t take_body(std::span<const std::byte> bytes) {
    Bytes& body = response.body;
    if (body.empty())
      if (const auto length = number_in(response.header("content-length"))) {
        is_too_long = *length > request.most_bytes;
        if (!is_too_long) body.reserve(static_cast<std::size_t>(*length));
      }
    is_too_long |= static_cast<std::int64_t>(body.size() + bytes.size()) > request.most_bytes;
    if (is_too_long) return 0;
    body.insert(body.end(), bytes.begin(), bytes.end());
    return bytes.size();
  }

  std::size_t give_body(std::span<std::byte> room) {
    if (request.guard) request.guard();
    const std::size_t bytes = std::min(room.size(), request.body.size() - sent);
    if (bytes > 0) std::memcpy(room.data(), request.body.data() + sent, bytes);
    sent += bytes;
    return bytes;
  }
};

std::string ca_file() {
  for (const char* const name : {"AWS_CA_BUNDLE", "SSL_CERT_FILE"})
    if (const char* const given = std::getenv(name); given && *given) return given;
  return {};
}

void set_up(CurlHandle* handle, Exchange& exchange, CurlList* headers, milliseconds limit) {
  const Curl& c = curl();
  const HttpRequest& request = exchange.request;
  c.easy_setopt(handle, curl_url, request.url.c_str());
  c.easy_setopt(handle, curl_http_header, headers);
  c.easy_setopt(handle, curl_no_signal, 1L);
  c.easy_setopt(handle, curl_path_as_is, 1L);
  c.easy_setopt(handle, curl_quick_exit, 1L);  // a name that is being looked up does not hold a stop
  c.easy_setopt(handle, curl_protocols, curl_http_and_https);
  c.easy_setopt(handle, curl_http_version, curl_http_1_1);
  c.easy_setopt(handle, curl_connect_timeout_ms, static_cast<long>(std::min(limit, milliseconds(10'000)).count()));
  c.easy_setopt(handle, curl_timeout_ms, static_cast<long>(limit.count()));
  c.easy_setopt(handle, curl_low_speed_limit, 1L);
  c.easy_setopt(handle, curl_low_speed_time, 30L);
  if (const std::string file = ca_file(); !file.empty()) c.easy_setopt(handle, curl_ca_file, file.c_str());
  c.easy_setopt(handle, curl_header_function, &Exchange::on_header);
  c.easy_setopt(handle, curl_header_data, &exchange);
  c.easy_setopt(handle, curl_write_function, &Exchange::on_write);
  c.easy_setopt(handle, curl_write_data, &exchange);
  if (request.method == "GET") return;
  c.easy_setopt(handle, curl_custom_request, request.method.c_str());
  if (request.method != "PUT") return;
  c.easy_setopt(handle, curl_upload, 1L);
  c.easy_setopt(handle, curl_upload_size, static_cast<std::int64_t>(request.body.size()));
  c.easy_setopt(handle, curl_read_function, &Exchange::on_read);
  c.easy_setopt(handle, curl_read_data, &exchange);
}

// Performs the request; empty, or why there is no whole answer. easy_perform() would see a stop after a second only.
std::string transfer(const Connection& connection) {
  constexpr milliseconds longest_wait(100), with_nothing_to_wait_for(1);
  const Curl& c = curl();
  int code = c.multi_add_handle(connection.pool, connection.handle);
  std::string problem;
  for (int running = 1, descriptors = 0; code == 0 && !current_stop().is_over();) {
    code = c.multi_perform(connection.pool, &running);
    if (code != 0 || running == 0) break;
    const auto begun = Clock::now();
    code = c.multi_wait(connection.pool, nullptr, 0, static_cast<int>(longest_wait.count()), &descriptors);
    // While a name is looked up there is nothing to wait for.
    if (descriptors == 0 && Clock::now() - begun < with_nothing_to_wait_for)
      std::this_thread::sleep_for(with_nothing_to_wait_for);
  }
  if (code != 0) problem = c.multi_strerror(code);
  int left = 0;
  while (const CurlMessage* const message = c.multi_info_read(connection.pool, &left))
    if (message->handle == connection.handle && message->code != 0) problem = c.easy_strerror(message->code);
  c.multi_remove_handle(connection.pool, connection.handle);
  return problem;
}

// Without a length of its own or of its chunks, a body that was cut off looks whole.
bool has_length(const HttpResponse& response) {
  return response.body.empty() || !response.header("content-length").empty() ||
         lower_case(std::string(response.header("transfer-encoding"))).find("chunked") != std::string::npos;
}

bool is_worth_a_retry(int status) {
  constexpr int passing[] = {0, 408, 425, 429, 500, 502, 503, 504};
  return std::ranges::find(passing, status) != std::end(passing);
}

// Between half of it and all, so that many clients do not come back at one moment.
milliseconds jittered(milliseconds pause) {
  thread_local std::minstd_rand random(std::random_device{}());
  return pause / 2 + milliseconds(std::uniform_int_distribution<std::int64_t>(0, pause.count() / 2)(random));
}

}  // namespace

std::string_view HttpResponse::header(std::string_view name) const {
  const auto found = headers.find(std::string(name));
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

HttpResponse send_once(const HttpRequest& request, milliseconds limit) {
  const Curl& c = curl();
  require_going_on();
  if (request.guard) request.guard();
  Exchange exchange{request};
  const Connection connection = connections().take();
  CurlList* headers = nullptr;
  for (const std::string& line : request.headers) headers = c.slist_append(headers, line.c_str());
  headers = c.slist_append(headers, "Expect:");  // no pause before a body
  set_up(connection.handle, exchange, headers, limit);
  std::string problem = transfer(connection);
  long status = 0;
  c.easy_getinfo(connection.handle, curl_response_code, &status);
  connections().give_back(connection);
  c.slist_free_all(headers);
  if (exchange.thrown) std::rethrow_exception(exchange.thrown);
  require_going_on();
  HttpResponse& response = exchange.response;
  response.status = static_cast<int>(status);
  if (exchange.is_too_long) {
    response.problem = text("the body is longer than ", request.most_bytes, " bytes");
    response.body.clear();
  } else if (!problem.empty()) {
    response.status = 0;
    response.problem = std::move(problem);
  } else if (!has_length(response)) {
    response.status = 0;
    response.problem = "the server gives no length, so that a body that is cut off looks whole";
  }
  return std::move(exchange.response);
}

double request_seconds() {
  double seconds = 120;
  if (const char* const given = std::getenv("PREAMAR_REQUEST_SECONDS"); given && *given)
    if (const auto number = number_in(given); number && *number > 0) seconds = static_cast<double>(*number);
  return std::min(seconds, current_stop().seconds());
}

HttpResponse send(const std::function<HttpRequest()>& make) {
  constexpr milliseconds longest_pause(10'000), shortest_try(1'000);
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(request_seconds()));
  const auto left = [&] { return std::chrono::duration_cast<milliseconds>(end - Clock::now()); };
  for (milliseconds pause(100);; pause = std::min(2 * pause, longest_pause)) {
    HttpResponse response = send_once(make(), std::max(left(), shortest_try));
    const milliseconds wait = jittered(pause);
    if (!is_worth_a_retry(response.status) || wait > left()) return response;
    pause_for(wait);
  }
}

}  // namespace preamar::io
