// An object of a server that answers requests for ranges of bytes, or only for all of them.
#pragma once

#include "io/store/http/http.h"
#include "io/store/store.h"

#include <deque>

namespace preamar::io {

struct ByteRange {
  std::int64_t first = 0;
  std::int64_t bytes = -1;  // -1: all
  bool is_suffix = false;   // the last `bytes` bytes

  // As "Range: bytes=0-99"; not for all.
  [[nodiscard]] std::string header() const;
  // What is received of the answer: of a server without ranges the whole object, if it is not large.
  [[nodiscard]] std::int64_t most_bytes() const;
};

// The answer to a request for a range: 200 or 206, and a body of the length that was asked for.
struct RangeAnswer {
  std::int64_t first = 0, total = 0;  // of the object
  std::string tag;                    // ETag, or Last-Modified, or empty
  Bytes bytes;
};

class RemoteObject : public Object {
 public:
  // One request: nothing if there is no such object. Throws Error (io) for every other answer than the range, or the
  // whole object if the server has no ranges.
  using Fetch = std::function<std::optional<RangeAnswer>(const ByteRange& range)>;

  // Null if there is no such object.
  [[nodiscard]] static std::unique_ptr<RemoteObject> open(const std::filesystem::path& name, const Fetch& fetch,
                                                          ReadFirst first);
  RemoteObject(const std::filesystem::path& name, Fetch fetch, RangeAnswer first);

  [[nodiscard]] std::int64_t size() const override { return total_; }
  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const override;

 private:
  [[nodiscard]] const RangeAnswer* held(std::int64_t offset, std::int64_t bytes) const;
  const RangeAnswer& fetch(std::int64_t offset, std::int64_t bytes) const;

  const Fetch fetch_;
  std::int64_t total_;
  std::string tag_;
  mutable std::deque<RangeAnswer> held_;  // the last few, the newest first
};

// The answer for a range as the protocol has it. Throws Error (io) with `name` if length, range or kind are not what
// was asked for; `response` has status 200 or 206.
[[nodiscard]] RangeAnswer range_answer(const std::filesystem::path& name, HttpResponse response,
                                       const ByteRange& range);
// Throws Error (io) that describes any other answer. `hint` says what to do.
[[noreturn]] void fail(const std::filesystem::path& name, const HttpResponse& response, std::string_view hint = "");

}  // namespace preamar::io
