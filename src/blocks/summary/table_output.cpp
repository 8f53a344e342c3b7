#include "blocks/summary/table_output.h"

#include "blocks/algorithm.h"
#include "io/csv.h"
#include "io/output_transaction.h"

namespace preamar::blocks {
namespace {

WriteOptions begun(const std::filesystem::path& file, WriteOptions write) {
  write.begun = begin_output(file, write);
  return write;
}

void add_counts(Results& found, const Results& more) {
  for (std::size_t i = 0; i < found.numbers.size(); ++i)
    std::get<std::int64_t>(found.numbers[i].value) += std::get<std::int64_t>(more.numbers[i].value);
}

}  // namespace

TableOutput::TableOutput(const std::filesystem::path& file, const WriteOptions& write)
    : file_(file), write_(begun(file, write)), spill_(write_.begun->target()) {}

std::int64_t TableOutput::write(const Task& task, Results& found, const Execution& on) {
  io::TableWriter writer(file_, write_);
  writer.add(found.table);
  std::int64_t rows = found.table.rows();
  if (spill_.bytes() > 0)
    spill_.for_each([&](const Bytes& some) {
      if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
      const Results more = as_kind<FoldKind>(task).findings.conclude(task, some, {});
      writer.add(more.table);
      rows += more.table.rows();
      add_counts(found, more);
    });
  writer.finish();
  return rows;
}

}  // namespace preamar::blocks
