// Images in a bucket of Amazon S3 and of what speaks its protocol: Ceph, MinIO, and others.
#pragma once

#include "io/store/store.h"

#include <chrono>

namespace preamar::io {

// A version of an object, and its age by the clock of the store.
struct S3Version {
  std::string tag;  // ETag
  Bytes bytes;
  std::chrono::seconds age{};
};

class S3Store : public Store {
 public:
  [[nodiscard]] std::unique_ptr<Object> open(const std::filesystem::path& name, const std::filesystem::path& folder,
                                             const std::filesystem::path& root, ReadFirst first) const override;
  void put(const std::filesystem::path& name, std::span<const std::byte> bytes,
           const std::function<void()>& guard = {}) const override;
  void remove(const std::filesystem::path& name) const override;
  // Several at a time.
  void remove_below(const std::filesystem::path& folder) const override;
  [[nodiscard]] std::optional<FileStamp> stamp(const std::filesystem::path& name) const override;
  bool list(const std::filesystem::path& folder, const Visit& visit) const override;

  // Writes the object only if there is none (an empty `tag`) or if it is the version `tag`. Returns the ETag of the new
  // version; nothing if the condition does not hold. Throws Error (io) if the store has no such writes.
  [[nodiscard]] std::optional<std::string> put_if(const std::filesystem::path& name, std::span<const std::byte> bytes,
                                                  const std::string& tag) const;
  // Nothing if there is no such object.
  [[nodiscard]] std::optional<S3Version> version(const std::filesystem::path& name) const;
};

// For names s3://bucket/path.
[[nodiscard]] const S3Store& s3_store();

}  // namespace preamar::io
