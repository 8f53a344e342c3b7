#include "io/store/remote_object.h"

#include "core/error_text.h"
#include "core/shown_url.h"
#include "io/header_text.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace preamar::io {
namespace {

// A shard's index, or a TIFF's header and first directory.
constexpr std::int64_t first_bytes = std::int64_t{1} << 16;
// Reads below this come in numbers, next to each other.
constexpr std::int64_t small_read = std::int64_t{1} << 12;
constexpr std::size_t most_held = 4;

std::optional<std::int64_t> number_at(std::string_view& words) {
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(words.data(), words.data() + words.size(), number);
  if (code != std::errc() || number < 0) return std::nullopt;
  words.remove_prefix(static_cast<std::size_t>(end - words.data()));
  return number;
}

bool skip(std::string_view& words, std::string_view expected) {
  if (!words.starts_with(expected)) return false;
  words.remove_prefix(expected.size());
  return true;
}

// "bytes 0-99/1234": the first byte and the total.
struct ContentRange {
  std::int64_t first, last, total;
};
std::optional<ContentRange> parse_content_range(std::string_view words) {
  if (!skip(words, "bytes ")) return std::nullopt;
  const auto first = number_at(words);
  if (!first || !skip(words, "-")) return std::nullopt;
  const auto last = number_at(words);
  if (!last || !skip(words, "/")) return std::nullopt;
  const auto total = number_at(words);
  if (!total || !words.empty() || *last < *first || *last >= *total) return std::nullopt;
  return ContentRange{*first, *last, *total};
}

// A page that says what went wrong, or asks for a login, and has the status 200.
bool is_web_page(const HttpResponse& response) {
  if (lower_case(std::string(response.header("content-type"))).starts_with("text/html")) return true;
  constexpr std::string_view beginning = "<!doctype html";
  if (response.body.size() < beginning.size()) return false;
  const std::string words(reinterpret_cast<const char*>(response.body.data()), beginning.size());
  return lower_case(words) == beginning;
}

}  // namespace

std::string ByteRange::header() const {
  return is_suffix ? text("Range: bytes=-", bytes) : text("Range: bytes=", first, "-", first + bytes - 1);
}

std::int64_t ByteRange::most_bytes() const {
  constexpr std::int64_t without_ranges = std::int64_t{1} << 26, whole = std::int64_t{1} << 31;
  return bytes < 0 ? whole : std::max(bytes, without_ranges);
}

void fail(const std::filesystem::path& name, const HttpResponse& response, std::string_view hint) {
  std::string what = response.status == 0 ? text("no answer: ", response.problem)
                                          : text("the server answers with status ", response.status);
  if (response.status >= 300 && response.status < 400)
    what += text(", a redirect to ", shown_url(response.header("location")),
                 "; redirects to another address are not followed; give that address if you trust it");
  else if (response.status != 0 && !response.problem.empty())
    what += text(": ", response.problem);
  throw Error(ErrorKind::io, text(name.string(), ": ", what, hint.empty() ? "" : "; ", hint));
}

RangeAnswer range_answer(const std::filesystem::path& name, HttpResponse response, const ByteRange& range) {
  const auto refuse = [&](const std::string& why) { throw Error(ErrorKind::io, text(name.string(), ": ", why)); };
  if (!response.problem.empty())
    refuse(text("the server sends the whole object instead of a range, and ", response.problem,
                "; download the file and give its path"));
  if (is_web_page(response))
    refuse("the server sends an HTML page instead of the object; check the address in a browser");
  const std::string coding = lower_case(std::string(response.header("content-encoding")));
  if (!coding.empty() && coding != "identity")
    refuse(text("the server sends it with Content-Encoding ", coding, "; store it without"));
  RangeAnswer answer;
  answer.tag = response.header(response.header("etag").empty() ? "last-modified" : "etag");
  answer.bytes = std::move(response.body);
  const std::int64_t length = std::ssize(answer.bytes);
  if (response.status == 200) {
    answer.total = length;
    return answer;
  }
  const auto got = parse_content_range(response.header("content-range"));
  if (!got || got->last - got->first + 1 != length)
    refuse("the server sends a range without saying which, or one of another length");
  const std::int64_t wanted_first = range.is_suffix ? std::max<std::int64_t>(got->total - range.bytes, 0) : range.first;
  const std::int64_t wanted_end = range.is_suffix ? got->total : std::min(range.first + range.bytes, got->total);
  if (range.bytes < 0 || got->first != wanted_first || got->last + 1 != wanted_end)
    refuse(text("the server sends bytes ", got->first, " to ", got->last, " instead of the range that was asked for"));
  answer.first = got->first;
  answer.total = got->total;
  return answer;
}

std::unique_ptr<RemoteObject> RemoteObject::open(const std::filesystem::path& name, const Fetch& fetch,
                                                 ReadFirst first) {
  const ByteRange range =
      first == ReadFirst::all ? ByteRange{} : ByteRange{.bytes = first_bytes, .is_suffix = first == ReadFirst::end};
  auto answer = fetch(range);
  return answer ? std::make_unique<RemoteObject>(name, fetch, std::move(*answer)) : nullptr;
}

RemoteObject::RemoteObject(const std::filesystem::path& name, Fetch fetch, RangeAnswer first)
    : Object(name), fetch_(std::move(fetch)), total_(first.total), tag_(first.tag) {
  held_.push_front(std::move(first));
}

const RangeAnswer* RemoteObject::held(std::int64_t offset, std::int64_t bytes) const {
  for (const RangeAnswer& answer : held_)
    if (answer.first <= offset && offset + bytes <= answer.first + std::ssize(answer.bytes)) return &answer;
  return nullptr;
}

const RangeAnswer& RemoteObject::fetch(std::int64_t offset, std::int64_t bytes) const {
  auto answer = fetch_({.first = offset, .bytes = bytes});
  if (!answer || answer->tag != tag_ || answer->total != total_)
    throw Error(ErrorKind::io, text(path().string(), ": changed while it was read; read it again"));
  if (held_.size() == most_held) held_.pop_back();
  held_.push_front(std::move(*answer));
  return held_.front();
}

std::int64_t RemoteObject::read_some(std::int64_t offset, void* to, std::int64_t bytes) const {
  if (offset >= total_) return 0;
  bytes = std::min(bytes, total_ - offset);
  const RangeAnswer* answer = held(offset, bytes);
  if (!answer && bytes < small_read) answer = &fetch(offset, std::min(first_bytes, total_ - offset));
  if (!answer) answer = &fetch(offset, bytes);
  std::memcpy(to, answer->bytes.data() + (offset - answer->first), static_cast<std::size_t>(bytes));
  return bytes;
}

}  // namespace preamar::io
