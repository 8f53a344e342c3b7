#include "io/store/s3/store.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/url.h"
#include "io/store/remote_object.h"
#include "io/store/s3/request.h"

#include <charconv>
#include <ctime>
#include <iomanip>
#include <locale>
#include <sstream>
#include <vector>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

std::optional<RangeAnswer> fetch_from_s3(const fs::path& name, const ByteRange& range) {
  S3Request request{.name = name, .most_bytes = range.most_bytes()};
  if (range.bytes >= 0) request.headers.push_back(range.header());
  HttpResponse response = send(request);
  if (response.status == 404 && s3_code(response) == "NoSuchKey") return std::nullopt;
  if (response.status == 416 && range.first == 0) {  // of an empty object
    response.status = 200;
    response.body.clear();
  }
  if (response.status != 200 && response.status != 206) fail_s3(name, response);
  return range_answer(name, std::move(response), range);
}

std::string without_quotes(std::string_view tag) {
  while (tag.starts_with('"')) tag.remove_prefix(1);
  while (tag.ends_with('"')) tag.remove_suffix(1);
  return std::string(tag);
}

// Without quotes, as Ceph wants it in a condition.
std::string s3_tag(const HttpResponse& response) { return without_quotes(response.header("etag")); }

// Only a store gives a tag: a page that says something else with status 200 does not.
void require_written(const fs::path& name, const HttpResponse& response) {
  if (s3_tag(response).empty())
    throw Error(ErrorKind::io,
                text(name.string(), ": the server does not confirm that it was written; check AWS_ENDPOINT_URL"));
}

FileStamp stamp_of_tag(std::string_view tag, std::int64_t bytes) {
  const std::string plain = without_quotes(tag);
  const std::uint64_t sum = digest(std::as_bytes(std::span(plain)));
  return {0, sum, bytes, 0, static_cast<std::int64_t>(sum)};
}

// As "Sun, 06 Nov 1994 08:49:37 GMT", whatever the language of the program.
std::optional<std::time_t> parse_date(std::string_view words) {
  std::tm time{};
  std::istringstream stream{std::string(words)};
  stream.imbue(std::locale::classic());
  if (!(stream >> std::get_time(&time, "%a, %d %b %Y %H:%M:%S"))) return std::nullopt;
  return timegm(&time);
}

std::string_view element(std::string_view words, std::string_view name) { return take_element(words, name); }

std::string without_entities(std::string_view words) {
  std::string plain(words);
  for (const auto& [entity, letter] : {std::pair{"&quot;", "\""}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})
    for (std::size_t at = 0; (at = plain.find(entity, at)) != std::string::npos; ++at)
      plain.replace(at, std::string_view(entity).size(), letter);
  return plain;
}

// The objects in one part of a list. A key without the prefix was encoded in another way than AWS documents: to leave
// it out would make a folder look empty.
void visit_listed(const fs::path& folder, const std::string& prefix, std::string_view body, const Store::Visit& visit) {
  const bool is_encoded = element(body, "EncodingType") == "url";
  for (std::string_view rest = body; !rest.empty();) {
    const std::string_view entry = take_element(rest, "Contents");
    if (entry.empty()) continue;
    const std::string words = without_entities(element(entry, "Key"));
    const std::string key = is_encoded ? url_decoded(words) : words;
    if (!key.starts_with(prefix))
      throw Error(ErrorKind::io, text(folder.string(), ": the server lists the object '", key,
                                      "', which is not in this folder; give the folder a name of letters, digits, '-', "
                                      "'_' and '.'"));
    const std::string_view size = element(entry, "Size");
    std::int64_t bytes = 0;
    std::from_chars(size.data(), size.data() + size.size(), bytes);
    if (key.size() > prefix.size())
      visit(folder / key.substr(prefix.size()), stamp_of_tag(without_entities(element(entry, "ETag")), bytes));
  }
}

class S3Store : public Store {
 public:
  [[nodiscard]] std::unique_ptr<Object> open(const fs::path& name, const fs::path&, const fs::path&,
                                             ReadFirst first) const override;
  void put(const fs::path& name, std::span<const std::byte> bytes, const std::function<void()>& guard) const override;
  void remove(const fs::path& name) const override;
  [[nodiscard]] std::optional<std::string> put_if(const fs::path& name, std::span<const std::byte> bytes,
                                                  const std::string& tag) const override;
  [[nodiscard]] std::optional<ObjectVersion> version(const fs::path& name) const override;
  [[nodiscard]] std::optional<FileStamp> stamp(const fs::path& name) const override;
  bool list(const fs::path& folder, const Visit& visit) const override;
};

std::unique_ptr<Object> S3Store::open(const fs::path& name, const fs::path&, const fs::path&, ReadFirst first) const {
  return RemoteObject::open(
      name, [name](const ByteRange& range) { return fetch_from_s3(name, range); }, first);
}

void S3Store::put(const fs::path& name, std::span<const std::byte> bytes, const std::function<void()>& guard) const {
  const HttpResponse response = send(S3Request{.method = "PUT", .name = name, .body = bytes, .guard = guard});
  if (response.status != 200) fail_s3(name, response);
  require_written(name, response);
}

std::optional<FileStamp> S3Store::stamp(const fs::path& name) const {
  const auto answer = fetch_from_s3(name, {.first = 0, .bytes = 1});
  if (!answer) return std::nullopt;
  return stamp_of_tag(answer->tag, answer->total);
}

bool S3Store::list(const fs::path& folder, const Visit& visit) const {
  const Url url = parse_url(folder);
  const std::string prefix = url.path.empty() ? "" : url.path + "/";
  std::string next;
  do {
    S3Request request{.name = folder, .query = {{"list-type", "2"}, {"encoding-type", "url"}, {"prefix", prefix}}};
    if (!next.empty()) request.query.emplace_back("continuation-token", next);
    const HttpResponse response = send(request);
    const std::string_view body(reinterpret_cast<const char*>(response.body.data()), response.body.size());
    if (response.status != 200) fail_s3(folder, response);
    if (body.find("<ListBucketResult") == std::string_view::npos)
      throw Error(ErrorKind::io, text(folder.string(), ": the server sends no list of objects; check the address"));
    next = without_entities(element(body, "NextContinuationToken"));
    const bool has_end = body.find("</ListBucketResult>") != std::string_view::npos;
    if (!has_end || (element(body, "IsTruncated") == "true" && next.empty()))
      throw Error(ErrorKind::io, text(folder.string(), ": the server sends a part of the list of objects"));
    visit_listed(folder, prefix, body, visit);
  } while (!next.empty());
  return true;
}

std::optional<std::string> S3Store::put_if(const fs::path& name, std::span<const std::byte> bytes,
                                           const std::string& tag) const {
  const HttpResponse response = send(S3Request{.method = "PUT",
                                               .name = name,
                                               .headers = {tag.empty() ? "If-None-Match: *" : text("If-Match: ", tag)},
                                               .body = bytes});
  if (response.status == 200) {
    require_written(name, response);
    return s3_tag(response);
  }
  // 404: the version that was to be replaced is gone. 409: another write was at the same moment.
  if (response.status == 412 || response.status == 409 || (response.status == 404 && !tag.empty())) return std::nullopt;
  if (has_no_conditions(response))
    throw Error(ErrorKind::io, text(name.string(), ": the store has no conditional writes (", s3_code(response),
                                    "), by which runs lock their outputs; make sure that no other run writes here "
                                    "and give --no-lock"));
  fail_s3(name, response);
}

std::optional<ObjectVersion> S3Store::version(const fs::path& name) const {
  HttpResponse response = send(S3Request{.name = name, .most_bytes = std::int64_t{1} << 20});
  if (response.status == 404 && s3_code(response) == "NoSuchKey") return std::nullopt;
  if (response.status != 200 || !response.problem.empty()) fail_s3(name, response);
  ObjectVersion found{s3_tag(response), std::move(response.body)};
  const auto now = parse_date(response.header("date")), then = parse_date(response.header("last-modified"));
  if (now && then) found.age = std::chrono::seconds(*now - *then);
  return found;
}

void S3Store::remove(const fs::path& name) const {
  const HttpResponse response = send(S3Request{.method = "DELETE", .name = name});
  const bool is_gone = response.status == 404 && s3_code(response) == "NoSuchKey";
  if (response.status != 204 && response.status != 200 && !is_gone) fail_s3(name, response);
}

}  // namespace

const Store& s3_store() {
  static const S3Store store;
  return store;
}

}  // namespace preamar::io
