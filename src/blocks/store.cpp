#include "blocks/store.h"

#include "core/error_text.h"

#include <fstream>
#include <map>
#include <mutex>

namespace preamar::blocks {
namespace {

class MemoryStore : public Store {
 public:
  void put(const std::string& name, const Bytes& bytes) override {
    const std::lock_guard lock(mutex_);
    entries_[name] = bytes;
  }
  std::optional<Bytes> get(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
  }
  void drop(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    entries_.erase(name);
  }
  void drop_all(std::string_view ending) override {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](const auto& entry) { return entry.first.ends_with(ending); });
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Bytes> entries_;
};

// FNV-1a, over words and then the rest.
std::uint64_t checksum(const Bytes& bytes) {
  constexpr std::uint64_t prime = 0x100000001B3;
  std::uint64_t sum = 0xCBF29CE484222325 ^ bytes.size();
  std::size_t at = 0;
  for (std::uint64_t word; at + sizeof(word) <= bytes.size(); at += sizeof(word)) {
    std::memcpy(&word, bytes.data() + at, sizeof(word));
    sum = (sum ^ word) * prime;
    sum ^= sum >> 32;
  }
  for (; at < bytes.size(); ++at) sum = (sum ^ static_cast<std::uint64_t>(bytes[at])) * prime;
  return sum;
}

std::optional<Bytes> read_checked(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::uint64_t sum = 0;
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  if (!stream || none || size < sizeof(sum) || !stream.read(reinterpret_cast<char*>(&sum), sizeof(sum)))
    return std::nullopt;
  Bytes bytes(size - sizeof(sum));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!stream || checksum(bytes) != sum) return std::nullopt;
  return bytes;
}

class FolderStore : public Store {
 public:
  FolderStore(const std::filesystem::path& folder, std::string_view identity) : folder_(folder) {
    const auto* const first = reinterpret_cast<const std::byte*>(identity.data());
    const Bytes own(first, first + identity.size());
    if (get("identity") == own) return;
    std::error_code code;
    std::filesystem::remove_all(folder, code);
    if (!std::filesystem::create_directories(folder, code)) fail("make the folder", code);
    put("identity", own);
  }

  // The bytes are not flushed to the device: against the end of this process the rename is enough, and what a
  // machine that lost its power left behind, the checksum tells.
  void put(const std::string& name, const Bytes& bytes) override {
    const std::filesystem::path file = folder_ / name;
    std::filesystem::path temporary = file;
    temporary += ".new";
    {
      std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
      const std::uint64_t sum = checksum(bytes);
      stream.write(reinterpret_cast<const char*>(&sum), sizeof(sum));
      stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
      stream.close();
      if (!stream) fail(text("write ", name), std::error_code());
    }
    std::error_code code;
    std::filesystem::rename(temporary, file, code);
    if (code) fail(text("rename ", name), code);
  }
  std::optional<Bytes> get(const std::string& name) override { return read_checked(folder_ / name); }
  void drop(const std::string& name) override {
    std::error_code none;
    std::filesystem::remove(folder_ / name, none);
  }
  void drop_all(std::string_view ending) override {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (const std::string name = entry.path().filename().string(); name.ends_with(ending)) names.push_back(name);
    for (const std::string& name : names) drop(name);
  }

 private:
  [[noreturn]] void fail(std::string_view what, const std::error_code& code) const {
    throw Error(ErrorKind::io, text(folder_.string(), ": cannot ", what, code ? ": " : "", code ? code.message() : ""));
  }

  std::filesystem::path folder_;
};

}  // namespace

std::unique_ptr<Store> memory_store() { return std::make_unique<MemoryStore>(); }

std::unique_ptr<Store> folder_store(const std::filesystem::path& folder, std::string_view identity) {
  return std::make_unique<FolderStore>(folder, identity);
}

}  // namespace preamar::blocks
