// The output files of a run in blocks: each has its transaction and its sink. They are committed together: a run that
// ends on the way is continued by a later one.
#pragma once

#include "blocks/request.h"
#include "io/source.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace preamar::blocks {

class OutputFiles {
 public:
  // Locks the outputs of the request that are files. `job` is null if one process writes them.
  explicit OutputFiles(const Request& request, const io::JobPart* job = nullptr);
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;
  ~OutputFiles() { close(); }

  [[nodiscard]] bool is_empty() const { return outputs_.empty(); }
  [[nodiscard]] std::size_t count() const { return outputs_.size(); }
  // It holds the records of all outputs.
  [[nodiscard]] OutputTransaction& first() const { return *outputs_.front(); }

  // Per output, whether an earlier process of the run gave it its final name.
  [[nodiscard]] std::vector<bool> committed(std::uint64_t run) const;
  // Whether the run completed all outputs: each is committed, or waits for its final name.
  [[nodiscard]] bool are_complete(std::uint64_t run) const;
  // Throws Error (io) if one that is not committed may not be replaced.
  void require_replaceable(const std::vector<bool>& committed) const;
  void open(OutputTransaction::Leftovers leftovers);
  // Without sinks for outputs that are committed.
  void open_sinks(const std::vector<bool>& committed);
  // Null for an output that is committed.
  [[nodiscard]] const std::vector<std::unique_ptr<io::Sink>>& sinks() const { return sinks_; }

  // What is written stays for a later process.
  void keep();
  // As OutputTransaction::hold, for all outputs.
  void hold(bool is_held);
  // The part of the time of the run that completing an output takes.
  [[nodiscard]] double finishing() const;
  // All blocks are written: completes the outputs and renames them to their final names.
  void commit(std::uint64_t run, const Execution& on);
  // Removes what is not kept, and frees the locks. The first output is last: it holds the record of all.
  void close();

 private:
  // Per output, the mark that the run noted before it gave the first one its final name; empty if it did not.
  [[nodiscard]] std::vector<std::uint64_t> marks(std::uint64_t run) const;

  std::vector<io::SharedOutput> outputs_;
  std::vector<ImageType> types_;
  std::vector<WriteOptions> options_;
  std::vector<std::unique_ptr<io::Sink>> sinks_;
};

}  // namespace preamar::blocks
