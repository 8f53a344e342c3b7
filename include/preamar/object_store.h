/// @file
/// Object stores of the program: images are read from and written to them as from and to s3:// addresses.
#pragma once

#include <preamar/export.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace preamar {

/// Bytes under keys such as "image.ome.zarr/0/c/0/0". Every function is called from several threads at a time. A
/// function that fails throws; only what it returns means that there is no such object.
class PREAMAR_API ObjectStore {
 public:
  /// A part of an object.
  struct Part {
    std::vector<std::byte> bytes;  ///< of the range, or of the whole object
    std::int64_t first = 0;        ///< position of the first byte
    std::int64_t size = 0;         ///< of the whole object
    std::string version;           ///< differs once the object is replaced
    std::chrono::seconds age{};    ///< since the object was written
  };
  /// An object in a list.
  struct Entry {
    std::string key;
    std::int64_t size = 0;
    std::string version;
  };

  ObjectStore() = default;
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;
  virtual ~ObjectStore();

  /// Reads a range.
  /// @param key    name of the object
  /// @param first  first byte; if negative, the last -`first` bytes are read, and `bytes` has no meaning
  /// @param bytes  number of bytes, fewer at the end of the object; if negative, the whole object
  /// @return the part; nothing if there is no such object
  [[nodiscard]] virtual std::optional<Part> get(const std::string& key, std::int64_t first, std::int64_t bytes) = 0;
  /// Creates or replaces an object.
  /// @param key    name of the object
  /// @param bytes  its content
  virtual void put(const std::string& key, std::span<const std::byte> bytes) = 0;
  /// Creates an object if there is none, or replaces one version of it.
  /// @param key      name of the object
  /// @param bytes    its content
  /// @param version  the version to replace; empty: there must be no such object
  /// @return the new version; nothing if the condition does not hold
  [[nodiscard]] virtual std::optional<std::string> put_if(const std::string& key, std::span<const std::byte> bytes,
                                                          const std::string& version) = 0;
  /// Removes an object, if it exists.
  /// @param key  name of the object
  virtual void remove(const std::string& key) = 0;
  /// Lists objects.
  /// @param prefix  beginning of the keys
  /// @return all objects whose keys begin with `prefix`, in any order
  [[nodiscard]] virtual std::vector<Entry> list(const std::string& prefix) = 0;
};

/// Makes a store known until the program ends.
/// @param store  the store
/// @return the beginning of the names of its objects, as "store://1"; append "/" and a key. read_image(),
/// write_image(),
///         run_in_blocks() and pipelines accept such names.
[[nodiscard]] PREAMAR_API std::filesystem::path add_object_store(const std::shared_ptr<ObjectStore>& store);

}  // namespace preamar
