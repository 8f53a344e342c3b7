// Where images are kept: bytes under names. A folder has files, an HTTP server and an S3 bucket have objects. The name
// of an object is its path or its URL.
#pragma once

#include "core/bytes.h"
#include "platform/file.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace preamar::io {

// An object that is read. One thread at a time.
class Object {
 public:
  explicit Object(const std::filesystem::path& path) : path_(path) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  // Bytes when it was opened.
  [[nodiscard]] virtual std::int64_t size() const = 0;
  // Reads up to `bytes` bytes and returns the number read; fewer only at the end. Throws Error (io), also if the object
  // was replaced since it was opened.
  virtual std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const = 0;
  // Reads exactly `bytes` bytes.
  void read(std::int64_t offset, void* to, std::int64_t bytes) const;

 private:
  std::filesystem::path path_;
};

// What is read first of an object that is opened, so that one request can open it and read it.
enum class ReadFirst { beginning, end, all };

// A version of an object, and its age by the clock of the store.
struct ObjectVersion {
  std::string tag;
  Bytes bytes;
  std::chrono::seconds age{};
};

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  // Null only if the store confirms that there is no object of this name; every other failure throws Error (io).
  // `folder` exists if the image does, and no link may lead outside `root`.
  [[nodiscard]] virtual std::unique_ptr<Object> open(const std::filesystem::path& name,
                                                     const std::filesystem::path& folder,
                                                     const std::filesystem::path& root, ReadFirst first) const = 0;
  // Creates or replaces an object. `guard`, if it is given, is called right before the bytes are sent, and nothing is
  // written if it throws.
  virtual void put(const std::filesystem::path& name, std::span<const std::byte> bytes,
                   const std::function<void()>& guard = {}) const = 0;
  // No error if there is none.
  virtual void remove(const std::filesystem::path& name) const = 0;
  // Removes the objects below a folder, several at a time, and the folder.
  virtual void remove_below(const std::filesystem::path& folder) const;
  // Writes the object only if there is none (an empty `tag`) or if it is the version `tag`. Returns the tag of the new
  // version; nothing if the condition does not hold. Throws Error (io) if the store has no such writes.
  [[nodiscard]] virtual std::optional<std::string> put_if(const std::filesystem::path& name,
                                                          std::span<const std::byte> bytes,
                                                          const std::string& tag) const;
  // Nothing if there is no such object. Only where put_if() is.
  [[nodiscard]] virtual std::optional<ObjectVersion> version(const std::filesystem::path& name) const;
  // The state of one object; nothing if there is none.
  [[nodiscard]] virtual std::optional<FileStamp> stamp(const std::filesystem::path& name) const = 0;
  // Calls visit(name, stamp) for each object below `folder`, in any order. Returns false if the store has no lists.
  using Visit = std::function<void(const std::filesystem::path& name, const FileStamp& stamp)>;
  virtual bool list(const std::filesystem::path& folder, const Visit& visit) const = 0;
};

// The store that holds objects of this name. Throws Error (call) for a URL that is not read.
[[nodiscard]] const Store& store_of(const std::filesystem::path& name);

// The object of this name in its store, not outside `folder` through a link. Throws Error (io) if there is none.
[[nodiscard]] std::unique_ptr<Object> open_object(const std::filesystem::path& name,
                                                  const std::filesystem::path& folder, ReadFirst first);
// The same, wherever a link leads.
[[nodiscard]] std::unique_ptr<Object> open_object(const std::filesystem::path& name, ReadFirst first);
// All bytes of an object; nothing if there is none. Arguments as of Store::open.
[[nodiscard]] std::optional<Bytes> read_object(const std::filesystem::path& name, const std::filesystem::path& folder,
                                               const std::filesystem::path& root);
// Whether there is an object of this name. For a file: a regular one, and no error is thrown.
[[nodiscard]] bool has_object(const std::filesystem::path& name);

}  // namespace preamar::io
