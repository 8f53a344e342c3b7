#include "blocks/state/log_state.h"

#include "core/assert.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "platform/work_folder.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace preamar::blocks {
namespace {

constexpr std::uint64_t magic = 0x32474F4C4D415250;  // also the version of the format
constexpr std::uint64_t dropped = UINT64_MAX;        // in place of the length
constexpr const char* prefix = "log-";

std::int64_t aligned(std::int64_t offset) { return (offset + 7) / 8 * 8; }

// The first aligned offset from `at` on that has the magic number; otherwise `size`.
std::int64_t next_magic(const OutFile& file, std::int64_t size, std::int64_t at) {
  std::vector<std::uint64_t> words(1 << 13);
  while (at < size) {
    const std::int64_t got = file.read_some(at, words.data(), std::ssize(words) * 8) / 8;
    const auto end = words.begin() + got;
    if (const auto found = std::find(words.begin(), end, magic); found != end) return at + (found - words.begin()) * 8;
    if (got == 0) break;
    at += got * 8;
  }
  return size;
}

}  // namespace

// Records start at multiples of 8. The header is written after the bytes, which follow it.
struct LogState::Header {
  std::uint64_t magic, key, length;
  std::uint64_t bytes_sum, header_sum;

  [[nodiscard]] std::int64_t record_bytes() const {
    return std::int64_t{sizeof(Header)} + (length == dropped ? 0 : static_cast<std::int64_t>(length));
  }
};

LogState::LogState(const std::filesystem::path& folder, std::uint64_t run, std::int64_t file_bytes)
    : folder_(folder), run_(run), file_bytes_(file_bytes) {
  std::error_code code;
  std::filesystem::create_directories(held(folder_), code);
  if (code) throw Error(ErrorKind::io, text(folder_.string(), ": cannot make the folder: ", code.message()));
  find_files();
  for (File& file : files_) scan(file);
}

void LogState::put(const StateKey& key, const Bytes& bytes) {
  Header header = {magic, packed(key), bytes.size(), sum_of(packed(key), bytes), 0};
  header.header_sum = sum_of(header);
  const std::lock_guard lock(appending_);
  const std::int64_t offset = reserve(header.record_bytes());
  last_->write(offset + std::int64_t{sizeof(Header)}, bytes.data(), std::ssize(bytes));
  write_header(offset, header);
  reclaim();
}

std::optional<Bytes> LogState::get(const StateKey& key) { return get(packed(key)); }

std::optional<Bytes> LogState::get(std::uint64_t key) try {
  std::unique_ptr<InFile> in;
  Record record{};
  {
    const std::lock_guard lock(index_mutex_);
    const auto found = index_.find(key);
    if (found == index_.end()) return std::nullopt;
    record = found->second;
    in = std::make_unique<InFile>(path_of(record.file));  // stays readable if another thread removes the name
  }
  Header header{};
  in->read(record.offset, &header, sizeof(header));
  if (header.header_sum != sum_of(header) || header.key != key || header.record_bytes() != record.bytes)
    return std::nullopt;
  Bytes bytes(header.length);
  in->read(record.offset + std::int64_t{sizeof(header)}, bytes.data(), std::ssize(bytes));
  return header.bytes_sum == sum_of(key, bytes) ? std::optional(std::move(bytes)) : std::nullopt;
} catch (const Error&) {
  return std::nullopt;
}

void LogState::each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) {
  std::vector<std::uint64_t> keys;
  {
    const std::lock_guard lock(index_mutex_);
    for (const auto& [own, record] : index_)
      if (differ_in_node_only(own, packed(key))) keys.push_back(own);
  }
  for (const std::uint64_t own : keys)
    if (const auto bytes = get(own)) visit(*bytes);
}

bool LogState::is_empty() const {
  const std::lock_guard lock(index_mutex_);
  return index_.empty();
}

void LogState::drop(const StateKey& key) {
  Header header = {magic, packed(key), dropped, 0, 0};
  header.header_sum = sum_of(header);
  const std::lock_guard lock(appending_);
  {
    const std::lock_guard index_lock(index_mutex_);
    if (!index_.contains(packed(key))) return;
  }
  write_header(reserve(header.record_bytes()), header);
  reclaim();
}

std::filesystem::path LogState::path_of(std::int64_t number) const { return folder_ / text(prefix, number); }

std::uint64_t LogState::sum_of(std::uint64_t key, const Bytes& bytes) const { return digest(bytes, run_ ^ ~key); }

std::uint64_t LogState::sum_of(const Header& header) const {
  return digest(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, header_sum)), run_);
}

void LogState::find_files() {
  for (const std::filesystem::path& entry : entries_in(folder_)) {
    const std::string name = entry.filename().string();
    std::int64_t number = 0;
    if (!name.starts_with(prefix)) continue;
    const auto [end, code] =
        std::from_chars(name.data() + std::string_view(prefix).size(), name.data() + name.size(), number);
    if (code == std::errc() && end == name.data() + name.size()) files_.push_back({number, 0, 0});
  }
  std::ranges::sort(files_, {}, &File::number);
}

void LogState::scan(File& file) {
  last_ = std::make_unique<OutFile>(path_of(file.number), path_of(file.number), OutFile::Start::kept);
  const std::int64_t size = last_->size();
  for (std::int64_t at = 0; at < size;) {
    const auto header = header_at(*last_, size, at);
    if (!header) {
      at = next_magic(*last_, size, at + 8);
      continue;
    }
    note(*header, {file.number, at, header->record_bytes()});
    at = aligned(at + header->record_bytes());
  }
  last_->resize(file.size);
}

std::optional<LogState::Header> LogState::header_at(const OutFile& file, std::int64_t size, std::int64_t offset) const {
  Header header{};
  if (file.read_some(offset, &header, sizeof(header)) < std::int64_t{sizeof(header)}) return std::nullopt;
  if (header.magic != magic || header.header_sum != sum_of(header)) return std::nullopt;
  const bool fits =
      header.length == dropped || header.length <= static_cast<std::uint64_t>(size - offset) - sizeof(header);
  return fits ? std::optional(header) : std::nullopt;
}

std::int64_t LogState::reserve(std::int64_t bytes) {
  if (!last_ || (files_.back().size > 0 && files_.back().size + bytes > file_bytes_))
    start_file(files_.empty() ? 0 : files_.back().number + 1);
  return aligned(files_.back().size);
}

void LogState::start_file(std::int64_t number) {
  last_ = std::make_unique<OutFile>(path_of(number), path_of(number));
  const std::lock_guard lock(index_mutex_);
  files_.push_back({number, 0, 0});
}

void LogState::write_header(std::int64_t offset, Header header) {
  last_->write(offset, &header, sizeof(header));
  const std::lock_guard lock(index_mutex_);
  note(header, {files_.back().number, offset, header.record_bytes()});
}

void LogState::note(const Header& header, const Record& record) {
  const auto file = std::ranges::lower_bound(files_, record.file, {}, &File::number);
  total_ += record.offset + record.bytes - file->size;
  file->size = record.offset + record.bytes;
  forget(header.key);
  if (header.length == dropped) return;
  index_[header.key] = record;
  file->live += record.bytes;
  live_ += record.bytes;
}

void LogState::forget(std::uint64_t key) {
  const auto found = index_.find(key);
  if (found == index_.end()) return;
  std::ranges::lower_bound(files_, found->second.file, {}, &File::number)->live -= found->second.bytes;
  live_ -= found->second.bytes;
  index_.erase(found);
}

bool LogState::is_wasteful() const {
  const std::lock_guard lock(index_mutex_);
  return total_ > 2 * live_ + file_bytes_ || (files_.size() > 1 && files_.front().live == 0);
}

// Each pass over all files copies `live_` bytes and frees at least as many, so the copies cost O(1) per byte put. The
// oldest file comes first: what its drops refer to is gone.
void LogState::reclaim() {
  while (is_wasteful()) {
    if (files_.size() == 1) start_file(files_.back().number + 1);
    move_oldest();
  }
}

void LogState::move_oldest() {
  const File oldest = files_.front();
  PREAMAR_ASSERT(files_.size() > 1, "the last file grows");
  const OutFile from(path_of(oldest.number), path_of(oldest.number), OutFile::Start::kept);
  for (std::int64_t at = 0; oldest.live > 0 && at < oldest.size;) {
    const auto header = header_at(from, oldest.size, at);
    if (!header) {
      at = next_magic(from, oldest.size, at + 8);
      continue;
    }
    const Record record = {oldest.number, at, header->record_bytes()};
    const auto found = index_.find(header->key);
    if (found != index_.end() && found->second.file == record.file && found->second.offset == at)
      copy(from, *header, record);
    at = aligned(at + record.bytes);
  }
  const std::lock_guard lock(index_mutex_);
  if (files_.front().live > 0) {  // records that were damaged since they were written
    std::erase_if(index_, [&](const auto& entry) { return entry.second.file == oldest.number; });
    live_ -= files_.front().live;
  }
  total_ -= oldest.size;
  files_.pop_front();
  std::error_code none;
  std::filesystem::remove(held(path_of(oldest.number)), none);
}

void LogState::copy(const OutFile& from, const Header& header, const Record& record) {
  const std::int64_t offset = reserve(record.bytes);
  std::vector<std::byte> some(1 << 16);
  for (std::int64_t at = sizeof(Header); at < record.bytes;) {
    const std::int64_t bytes = std::min(record.bytes - at, std::ssize(some));
    if (from.read_some(record.offset + at, some.data(), bytes) < bytes) return;
    last_->write(offset + at, some.data(), bytes);
    at += bytes;
  }
  write_header(offset, header);
}

}  // namespace preamar::blocks
