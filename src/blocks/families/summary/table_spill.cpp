#include "blocks/families/summary/table_spill.h"

#include "core/error_text.h"

#include <algorithm>
#include <random>
#include <utility>

namespace preamar::blocks {

// The rows of a table in memory or of a run in a file, a window of a few rows at a time.
class TableSpill::Reader {
 public:
  Reader(const TableSpill& spill, Bytes table) : spill_(&spill), table_(std::move(table)) {}
  Reader(const TableSpill& spill, const Run& run) : spill_(&spill), run_(run) {}

  // Reads more rows if necessary.
  bool is_at_end() {
    while (first_ == labels().size()) {
      if (run_.begin == run_.end) return true;
      read();
    }
    return false;
  }
  // The largest label of the window. Not at the end.
  [[nodiscard]] std::uint64_t last_label() const { return labels()[window_end() - 1]; }
  // The next rows of the window, up to this label.
  [[nodiscard]] Bytes take(std::uint64_t label) {
    const auto all = labels();
    const auto window = all.subspan(first_, window_end() - first_);
    const auto count = static_cast<std::size_t>(std::ranges::upper_bound(window, label) - window.begin());
    if (first_ == 0 && count == all.size()) return std::exchange(table_, {});
    return spill_->rows_.table->slice(table_, std::exchange(first_, first_ + count), count);
  }

 private:
  [[nodiscard]] std::span<const std::uint64_t> labels() const {
    return table_.empty() ? std::span<const std::uint64_t>() : spill_->rows_.table->labels(table_);
  }
  [[nodiscard]] std::size_t window_end() const { return spill_->chunk_end(table_, first_); }

  void read() {
    std::uint64_t length = 0;
    get(&length, sizeof(length));
    table_.resize(length);
    get(table_.data(), std::ssize(table_));
    first_ = 0;
  }
  void get(void* to, std::int64_t bytes) {
    if (run_.end - run_.begin < bytes || spill_->file_->read_some(run_.begin, to, bytes) < bytes)
      throw Error(ErrorKind::io, text(spill_->beside_.string(), ": a temporary file next to it was cut; run again"));
    run_.begin += bytes;
  }

  const TableSpill* spill_;
  Run run_{};
  Bytes table_;
  std::size_t first_ = 0;  // of the rows that are left
};

void TableSpill::begin(Rows rows, std::int64_t memory) {
  rows_ = std::move(rows);
  memory_ = memory;
}

void TableSpill::add(std::vector<Bytes> tables) {
  if (!file_) file_ = temporary_file();
  std::vector<Reader> all;
  for (Bytes& table : tables) all.emplace_back(*this, std::move(table));
  runs_.push_back(write(*file_, std::move(all)));
}

void TableSpill::for_each(const std::function<void(const Bytes&)>& give) {
  while (runs_.size() > runs_at_once()) {
    std::unique_ptr<OutFile> next = temporary_file();
    std::vector<Run> fewer;
    for (std::size_t first = 0, at_once = runs_at_once(); first < runs_.size(); first += at_once)
      fewer.push_back(write(*next, readers(first, std::min(at_once, runs_.size() - first))));
    file_ = std::move(next);
    runs_ = std::move(fewer);
  }
  merge(readers(0, runs_.size()), [&](const Bytes& table) {
    for_each_chunk(table, [&](const Bytes& chunk) {
      require_room_for(chunk);
      give(chunk);
    });
  });
}

std::unique_ptr<OutFile> TableSpill::temporary_file() const {
  std::random_device random;
  std::filesystem::path path = beside_;
  path += text(".rows-", random(), "-", random());
  auto file = std::make_unique<OutFile>(path, path);
  std::error_code none;
  std::filesystem::remove(path, none);
  return file;
}

std::size_t TableSpill::runs_at_once() const {
  const std::int64_t per_run = copies_at_once * std::max(chunk_bytes_, largest_bytes_);
  return static_cast<std::size_t>(std::max<std::int64_t>(2, memory_ / per_run));
}

std::size_t TableSpill::chunk_end(const Bytes& table, std::size_t first) const {
  const std::size_t rows = rows_.table->labels(table).size();
  const auto chunk = static_cast<std::uint64_t>(chunk_bytes_);
  if (!rows_.table->rows_differ_in_size())
    return std::min(rows, first + std::max<std::size_t>(1, chunk / static_cast<std::uint64_t>(rows_.row_bytes)));
  const std::span<const std::uint64_t> ends = rows_.table->row_ends(table);
  const std::uint64_t begin = first == 0 ? 0 : ends[first - 1];
  const auto end = static_cast<std::size_t>(std::ranges::upper_bound(ends, begin + chunk) - ends.begin());
  return std::min(rows, std::max(first + 1, end));
}

void TableSpill::for_each_chunk(const Bytes& table, const std::function<void(const Bytes&)>& use) const {
  const std::size_t rows = rows_.table->labels(table).size();
  for (std::size_t first = 0, end = 0; first < rows; first = end) {
    end = chunk_end(table, first);
    if (first == 0 && end == rows) return use(table);
    use(rows_.table->slice(table, first, end - first));
  }
}

// Only a chunk of one row may be large.
void TableSpill::require_room_for(const Bytes& chunk) const {
  const std::int64_t needed = bytes_for_row(std::ssize(chunk));
  if (needed > memory_ && rows_.table->labels(chunk).size() == 1) rows_.refuse(needed);
}

// In two windows, merged, as the result, and what is made of it.
std::int64_t TableSpill::bytes_for_row(std::int64_t bytes) const { return bytes * (4 + rows_.table->conclude_bytes); }

std::vector<TableSpill::Reader> TableSpill::readers(std::size_t first, std::size_t count) const {
  std::vector<Reader> all;
  for (std::size_t i = first; i < first + count; ++i) all.emplace_back(*this, runs_[i]);
  return all;
}

// Each step takes all rows up to the smallest of the windows' largest labels: later windows have no row of these.
void TableSpill::merge(std::vector<Reader> readers, const std::function<void(const Bytes&)>& give) const {
  const auto drop_ended = [&] { std::erase_if(readers, [](Reader& reader) { return reader.is_at_end(); }); };
  for (drop_ended(); !readers.empty(); drop_ended()) {
    std::uint64_t label = UINT64_MAX;
    for (const Reader& reader : readers) label = std::min(label, reader.last_label());
    std::vector<Bytes> tables;
    std::int64_t bytes = 0;
    for (Reader& reader : readers) {
      tables.push_back(reader.take(label));
      bytes += std::ssize(tables.back());
    }
    // Windows of much more than a chunk are one row. It is there sliced, merged and as the result.
    if (bytes > 2 * std::ssize(readers) * chunk_bytes_ && 3 * bytes > memory_) rows_.refuse(bytes_for_row(bytes));
    give(merged(std::move(tables)));
  }
}

// In pairs: each row is merged O(log tables) times.
Bytes TableSpill::merged(std::vector<Bytes> tables) const {
  for (std::size_t step = 1; step < tables.size(); step *= 2)
    for (std::size_t i = 0; i + step < tables.size(); i += 2 * step)
      tables[i] = rows_.merge(std::move(tables[i]), std::move(tables[i + step]));
  return std::move(tables.front());
}

TableSpill::Run TableSpill::write(OutFile& file, std::vector<Reader> readers) {
  const std::int64_t begin = file.size();
  merge(std::move(readers),
        [&](const Bytes& table) { for_each_chunk(table, [&](const Bytes& chunk) { append(file, chunk); }); });
  return {begin, file.size()};
}

void TableSpill::append(OutFile& file, const Bytes& bytes) try {
  const std::uint64_t length = bytes.size();
  file.write(file.size(), &length, sizeof(length));
  file.write(file.size(), bytes.data(), std::ssize(bytes));
  bytes_ += std::int64_t{sizeof(length)} + std::ssize(bytes);
  largest_bytes_ = std::max(largest_bytes_, std::ssize(bytes));
} catch (const Error& error) {
  throw Error(ErrorKind::io, text(error.what(), "; the rows of the table that exceed the memory are there: free disk ",
                                  "space, or give more memory"));
}

}  // namespace preamar::blocks
