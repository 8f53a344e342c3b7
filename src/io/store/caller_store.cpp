#include "io/store/caller_store.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/url.h"
#include "io/store/remote_object.h"

#include <preamar/object_store.h>

#include <charconv>
#include <mutex>
#include <vector>

namespace preamar {
namespace io {
namespace {

namespace fs = std::filesystem;

struct Known {
  std::mutex mutex;
  std::vector<std::shared_ptr<ObjectStore>> stores;
};

// Never destroyed: threads may still read when the program ends.
Known& known() {
  static auto* const all = new Known;
  return *all;
}

struct Location {
  std::shared_ptr<ObjectStore> store;
  std::string key;
};

Location location_of(const fs::path& name) {
  const Url url = parse_url(name);
  std::size_t number = 0;
  std::from_chars(url.host.data(), url.host.data() + url.host.size(), number);
  Known& all = known();
  const std::lock_guard lock(all.mutex);
  if (number == 0 || number > all.stores.size() || std::to_string(number) != url.host)
    throw Error(ErrorKind::call, text(name.string(), ": there is no store ", url.host, "; add it first"));
  return {all.stores[number - 1], url.path};
}

FileStamp stamp_of_version(const std::string& version, std::int64_t bytes) {
  const std::uint64_t sum = digest(std::as_bytes(std::span(version)));
  return {0, sum, bytes, 0, static_cast<std::int64_t>(sum)};
}

std::optional<RangeAnswer> fetch_from_caller(const fs::path& name, const Location& location, const ByteRange& range) {
  auto part = location.store->get(location.key, range.is_suffix ? -range.bytes : range.first, range.bytes);
  if (!part) return std::nullopt;
  const std::int64_t length = std::ssize(part->bytes);
  const std::int64_t first = range.is_suffix ? std::max<std::int64_t>(part->size - range.bytes, 0) : range.first;
  const std::int64_t end = range.is_suffix || range.bytes < 0 ? part->size : std::min(first + range.bytes, part->size);
  const bool is_whole = part->first == 0 && length == part->size;
  if (!is_whole && (part->first != first || part->first + length != end))
    throw Error(ErrorKind::io, text(name.string(), ": the store gives bytes ", part->first, " to ",
                                    part->first + length, " instead of ", first, " to ", end));
  return RangeAnswer{part->first, part->size, part->version, Bytes(part->bytes.begin(), part->bytes.end())};
}

class CallerStore : public Store {
 public:
  [[nodiscard]] std::unique_ptr<Object> open(const fs::path& name, const fs::path&, const fs::path&,
                                             ReadFirst first) const override {
    return RemoteObject::open(
        name,
        [name, location = location_of(name)](const ByteRange& range) {
          return fetch_from_caller(name, location, range);
        },
        first);
  }
  void put(const fs::path& name, std::span<const std::byte> bytes, const std::function<void()>& guard) const override {
    const Location location = location_of(name);
    if (guard) guard();
    location.store->put(location.key, bytes);
  }
  void remove(const fs::path& name) const override {
    const Location location = location_of(name);
    location.store->remove(location.key);
  }
  [[nodiscard]] std::optional<FileStamp> stamp(const fs::path& name) const override {
    const Location location = location_of(name);
    const auto part = location.store->get(location.key, 0, 1);
    return part ? std::optional(stamp_of_version(part->version, part->size)) : std::nullopt;
  }
  bool list(const fs::path& folder, const Visit& visit) const override {
    const Location location = location_of(folder);
    const std::string prefix = location.key.empty() ? "" : location.key + "/";
    for (const ObjectStore::Entry& entry : location.store->list(prefix))
      if (entry.key.starts_with(prefix) && entry.key.size() > prefix.size())
        visit(folder / entry.key.substr(prefix.size()), stamp_of_version(entry.version, entry.size));
    return true;
  }
  [[nodiscard]] std::optional<std::string> put_if(const fs::path& name, std::span<const std::byte> bytes,
                                                  const std::string& tag) const override {
    const Location location = location_of(name);
    return location.store->put_if(location.key, bytes, tag);
  }
  [[nodiscard]] std::optional<ObjectVersion> version(const fs::path& name) const override {
    const Location location = location_of(name);
    auto part = location.store->get(location.key, 0, -1);
    if (!part) return std::nullopt;
    return ObjectVersion{part->version, Bytes(part->bytes.begin(), part->bytes.end()), part->age};
  }
};

}  // namespace

const Store& caller_store() {
  static const CallerStore store;
  return store;
}

}  // namespace io

ObjectStore::~ObjectStore() = default;

std::filesystem::path add_object_store(const std::shared_ptr<ObjectStore>& store) {
  if (!store) throw Error(ErrorKind::call, "add_object_store: there is no store");
  io::Known& all = io::known();
  const std::lock_guard lock(all.mutex);
  all.stores.push_back(store);
  return text("store://", all.stores.size());
}

}  // namespace preamar
