#include "io/store/store.h"

#include "core/error_text.h"
#include "core/stop_scope.h"
#include "core/url.h"
#include "io/store/caller_store.h"
#include "io/store/file_store.h"
#include "io/store/http/store.h"
#include "io/store/s3/store.h"
#include "platform/work_folder.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace preamar::io {
namespace fs = std::filesystem;

void Object::read(std::int64_t offset, void* to, std::int64_t bytes) const {
  const std::int64_t got = read_some(offset, to, bytes);
  if (got < bytes)
    throw Error(ErrorKind::io, text(path_.string(), ": ends at byte ", offset + got, ", but ", bytes - got,
                                    " more are needed; the file is truncated"));
}

std::optional<std::string> Store::put_if(const fs::path& name, std::span<const std::byte>, const std::string&) const {
  throw Error(ErrorKind::io, text(name.string(), ": there are no conditional writes here"));
}

std::optional<ObjectVersion> Store::version(const fs::path& name) const {
  throw Error(ErrorKind::io, text(name.string(), ": there are no versions here"));
}

void Store::remove_below(const fs::path& folder) const {
  std::vector<fs::path> names;
  list(folder, [&](const fs::path& name, const FileStamp&) { names.push_back(name); });
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&, stop = current_stop()] {
    const InheritedStop scope(stop);
    try {
      for (std::size_t i = next++; i < names.size(); i = next++) remove(names[i]);
    } catch (...) {
      const std::lock_guard lock(mutex);
      thrown = std::current_exception();
      next = names.size();
    }
  };
  constexpr std::size_t most_threads = 16;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(most_threads, names.size()); ++i) threads.emplace_back(work);
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
}

const Store& store_of(const fs::path& name) {
  if (!is_url(name)) return file_store();
  switch (parse_url(name).scheme) {
    case UrlScheme::s3:
      return s3_store();
    case UrlScheme::store:
      return caller_store();
    case UrlScheme::http:
    case UrlScheme::https:
      break;
  }
  return http_store();
}

std::unique_ptr<Object> open_object(const fs::path& name, ReadFirst first) {
  if (!is_url(name)) return file_object(std::make_unique<InFile>(name));
  return open_object(name, name.parent_path(), first);
}

std::unique_ptr<Object> open_object(const fs::path& name, const fs::path& folder, ReadFirst first) {
  if (!is_url(name)) return file_object(std::make_unique<InFile>(name, folder));
  if (auto object = store_of(name).open(name, folder, folder, first)) return object;
  throw Error(ErrorKind::io, text(name.string(), ": there is no such object"));
}

std::optional<Bytes> read_object(const fs::path& name, const fs::path& folder, const fs::path& root) {
  const auto object = store_of(name).open(name, folder, root, ReadFirst::all);
  if (!object) return std::nullopt;
  Bytes bytes(static_cast<std::size_t>(object->size()));
  object->read(0, bytes.data(), object->size());
  return bytes;
}

bool has_object(const fs::path& name) {
  std::error_code none;
  return is_url(name) ? store_of(name).stamp(name).has_value() : fs::is_regular_file(held(name), none);
}

}  // namespace preamar::io
