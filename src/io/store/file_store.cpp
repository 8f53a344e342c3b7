#include "io/store/file_store.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "platform/lock.h"
#include "platform/work_folder.h"

#include <system_error>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

std::string tag_of_words(const std::string& words) { return text(digest(std::as_bytes(std::span(words)))); }

class FileObject : public Object {
 public:
  explicit FileObject(std::unique_ptr<InFile> file) : Object(file->path()), file_(std::move(file)) {}
  [[nodiscard]] std::int64_t size() const override { return file_->size(); }
  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const override {
    return file_->read_some(offset, to, bytes);
  }

 private:
  std::unique_ptr<InFile> file_;
};

class FileStore : public Store {
 public:
  [[nodiscard]] std::unique_ptr<Object> open(const fs::path& name, const fs::path& folder, const fs::path& root,
                                             ReadFirst) const override {
    std::unique_ptr<InFile> file = open_if_present(name, folder, root);
    return file ? file_object(std::move(file)) : nullptr;
  }
  void put(const fs::path& name, std::span<const std::byte> bytes, const std::function<void()>& guard) const override {
    if (guard) guard();
    write_file(name, bytes);
  }
  void remove(const fs::path& name) const override {
    std::error_code code;
    fs::remove(held(name), code);
    if (code) throw Error(ErrorKind::io, text(name.string(), ": cannot remove: ", code.message()));
  }
  void remove_below(const fs::path& folder) const override {
    std::error_code code;
    remove_tree(folder, code);
    if (code) throw Error(ErrorKind::io, text(folder.string(), ": cannot remove: ", code.message()));
  }
  // Only leases are written on conditions: see platform/lock.h.
  [[nodiscard]] std::optional<std::string> put_if(const fs::path& name, std::span<const std::byte> bytes,
                                                  const std::string& tag) const override {
    const std::string words(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const bool is_put =
        tag.empty() ? create_lease(name, words)
                    : replace_lease(name, words, [&](const std::string& old) { return tag_of_words(old) == tag; });
    return is_put ? std::optional(tag_of_words(words)) : std::nullopt;
  }
  [[nodiscard]] std::optional<ObjectVersion> version(const fs::path& name) const override {
    const auto found = read_lease(name);
    if (!found) return std::nullopt;
    const auto bytes = std::as_bytes(std::span(found->words));
    return ObjectVersion{tag_of_words(found->words), Bytes(bytes.begin(), bytes.end()), found->age};
  }
  [[nodiscard]] std::optional<FileStamp> stamp(const fs::path& name) const override { return stamp_of(name); }
  bool list(const fs::path& folder, const Visit& visit) const override {
    const fs::path open = held(folder);
    for (const auto& entry : fs::recursive_directory_iterator(open))
      if (!entry.is_directory())
        if (const auto found = stamp_of(entry.path())) visit(folder / entry.path().lexically_relative(open), *found);
    return true;
  }
};

}  // namespace

const Store& file_store() {
  static const FileStore files;
  return files;
}

std::unique_ptr<Object> file_object(std::unique_ptr<InFile> file) {
  return std::make_unique<FileObject>(std::move(file));
}

}  // namespace preamar::io
