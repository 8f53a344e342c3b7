#include "blocks/outputs/table_output.h"

#include "blocks/families/algorithm.h"
#include "io/csv.h"

namespace preamar::blocks {
namespace {

void add_counts(Results& found, const Results& more) {
  for (std::size_t i = 0; i < found.numbers.size(); ++i)
    std::get<std::int64_t>(found.numbers[i].value) += std::get<std::int64_t>(more.numbers[i].value);
}

}  // namespace

std::int64_t TableOutput::write(const Operation& operation, Results& found, const Execution& on, bool to_file) {
  std::optional<io::TableWriter> writer;
  if (to_file) writer.emplace(output_, write_);
  std::int64_t rows = 0;
  const auto add = [&](const Table& table) {
    if (writer) writer->add(table);
    rows += table.rows();
  };
  add(found.table);
  if (spill_.bytes() > 0)
    spill_.for_each([&](const Bytes& some) {
      if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
      const Results more = as_kind<FoldKind>(operation).findings.conclude(operation, some, {});
      add(more.table);
      add_counts(found, more);
    });
  if (writer) writer->close();
  return rows;
}

}  // namespace preamar::blocks
