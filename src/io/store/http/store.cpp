#include "io/store/http/store.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/url.h"
#include "io/store/remote_object.h"

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

constexpr int most_redirects = 5;

std::string web_address(const Url& url) {
  return text(url.scheme == UrlScheme::https ? "https://" : "http://", url.host, "/", url_encoded(url.path, true));
}

// The address of a redirect within the same server; empty for any other.
std::string same_server(const Url& url, std::string_view location) {
  const std::string server = text(url.scheme == UrlScheme::https ? "https://" : "http://", url.host);
  if (location.starts_with('/') && !location.starts_with("//")) return text(server, location);
  const bool is_same = location.starts_with(server) && location.substr(server.size()).starts_with('/');
  return is_same ? std::string(location) : std::string();
}

bool is_redirect(int status) { return status == 301 || status == 302 || status == 307 || status == 308; }

std::optional<RangeAnswer> fetch_from_web(const fs::path& name, const ByteRange& range) {
  const Url url = parse_url(name);
  std::string address = web_address(url);
  HttpResponse response;
  for (int hops = 0; hops <= most_redirects; ++hops) {
    response = send([&] {
      HttpRequest request{.url = address, .headers = {}, .most_bytes = range.most_bytes()};
      if (range.bytes >= 0) request.headers.push_back(range.header());
      return request;
    });
    if (!is_redirect(response.status)) break;
    const std::string next = same_server(url, response.header("location"));
    if (next.empty()) fail(name, response);
    address = next;
  }
  if (response.status == 404) return std::nullopt;
  if (response.status == 416 && range.first == 0) {  // of an empty object
    response.status = 200;
    response.body.clear();
  }
  if (response.status == 401 || response.status == 403)
    fail(name, response, "the server refuses access; for a bucket with credentials give s3://");
  if (response.status != 200 && response.status != 206) fail(name, response);
  return range_answer(name, std::move(response), range);
}

class HttpStore : public Store {
 public:
  [[nodiscard]] std::unique_ptr<Object> open(const fs::path& name, const fs::path&, const fs::path&,
                                             ReadFirst first) const override {
    return RemoteObject::open(
        name, [name](const ByteRange& range) { return fetch_from_web(name, range); }, first);
  }
  void put(const fs::path& name, std::span<const std::byte>, const std::function<void()>&) const override {
    refuse(name);
  }
  void remove(const fs::path& name) const override { refuse(name); }
  void remove_below(const fs::path& folder) const override { refuse(folder); }
  [[nodiscard]] std::optional<FileStamp> stamp(const fs::path& name) const override {
    const auto answer = fetch_from_web(name, {.first = 0, .bytes = 1});
    if (!answer) return std::nullopt;
    const std::uint64_t tag = digest(std::as_bytes(std::span(answer->tag)));
    return FileStamp{0, tag, answer->total, 0, static_cast<std::int64_t>(tag)};
  }
  bool list(const fs::path&, const Visit&) const override { return false; }

 private:
  [[noreturn]] static void refuse(const fs::path& name) {
    throw Error(ErrorKind::call,
                text(name.string(), ": web servers are read, not written; write to a folder or s3://"));
  }
};

}  // namespace

const Store& http_store() {
  static const HttpStore store;
  return store;
}

}  // namespace preamar::io
