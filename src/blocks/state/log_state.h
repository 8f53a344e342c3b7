// The state of a run in a folder: a few files to which records are appended. `get` checks a digest: damaged bytes and
// bytes of another run count as missing. So nothing needs to be flushed.
#pragma once

#include "blocks/state/state.h"
#include "platform/file.h"

#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace preamar::blocks {

class LogState : public State {
 public:
  static constexpr std::int64_t usual_file_bytes = std::int64_t{256} << 20;

  // Finds the records of earlier processes of the run and creates the folder if it is missing. The last record of a key
  // counts. If it is lost, an earlier one reappears, even of a key that was dropped.
  LogState(const std::filesystem::path& folder, std::uint64_t run, std::int64_t file_bytes = usual_file_bytes);

  // Throws Error (io) if the disk is full.
  void put(const StateKey& key, const Bytes& bytes) override;
  [[nodiscard]] std::optional<Bytes> get(const StateKey& key) override;
  void drop(const StateKey& key) override;
  void each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) override;
  [[nodiscard]] bool is_empty() const override;

  // Bytes of the index for this number of blocks and steps: per step and block a summary and what its merge leaves, and
  // at most a record of digests per four blocks.
  [[nodiscard]] static double memory_for(double blocks, std::size_t steps) {
    return blocks * 64 * (0.25 + 2 * static_cast<double>(steps));
  }

 private:
  struct Record {
    std::int64_t file, offset, bytes;  // `bytes` counts the header
  };
  struct File {
    std::int64_t number, size, live;  // `live` counts the bytes of records in the index
  };
  struct Header;

  [[nodiscard]] std::optional<Bytes> get(std::uint64_t key);
  [[nodiscard]] std::filesystem::path path_of(std::int64_t number) const;
  [[nodiscard]] std::uint64_t sum_of(std::uint64_t key, const Bytes& bytes) const;
  [[nodiscard]] std::uint64_t sum_of(const Header& header) const;
  void find_files();
  void scan(File& file);
  // The header at this offset, if it is intact and its bytes are within the file.
  [[nodiscard]] std::optional<Header> header_at(const OutFile& file, std::int64_t size, std::int64_t offset) const;
  // The offset at which a record of this size can be written.
  [[nodiscard]] std::int64_t reserve(std::int64_t bytes);
  void write_header(std::int64_t offset, Header header);
  void start_file(std::int64_t number);
  void note(const Header& header, const Record& record);
  void forget(std::uint64_t key);
  [[nodiscard]] bool is_wasteful() const;
  void reclaim();
  void move_oldest();
  void copy(const OutFile& from, const Header& header, const Record& record);

  const std::filesystem::path folder_;
  const std::uint64_t run_;
  const std::int64_t file_bytes_;
  std::mutex appending_;               // held while a file grows or is removed
  std::unique_ptr<OutFile> last_;      // the file that grows
  mutable std::mutex index_mutex_;     // guards all below; taken after `appending_`
  std::deque<File> files_;             // in order of their records
  std::int64_t total_ = 0, live_ = 0;  // bytes of all files, and of all records in the index
  std::unordered_map<std::uint64_t, Record> index_;
};

}  // namespace preamar::blocks
