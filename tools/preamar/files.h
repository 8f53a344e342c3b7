// The files of a command: checked before any work, read and written through a session.
#pragma once

#include "report.h"
#include "request.h"
#include "session.h"

#include <preamar/io.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace preamar::cli {

// The name of the file that stands for standard output: of a table, and of an image of rank 1.
inline constexpr std::string_view standard_output = "-";

// A .csv file in a folder of its own, from which numbers go to standard output; removed at the end.
class TemporaryTable {
 public:
  TemporaryTable();
  ~TemporaryTable();
  TemporaryTable(const TemporaryTable&) = delete;
  TemporaryTable& operator=(const TemporaryTable&) = delete;

  [[nodiscard]] Path file() const { return folder_ / "table.csv"; }
  void print() const;

 private:
  Path folder_;
};

// What a command writes: images, and then a table or none.
struct Products {
  std::vector<ImageType> images;
  std::optional<TableRows> table = {};
  [[nodiscard]] std::size_t count() const { return images.size() + (table ? 1 : 0); }
};

// Throws Error (call) where not one file a product is named, one is named twice, or one exists and may not be
// overwritten; Error (io) where a folder does not exist; and what the format of a file says of its product.
void require_outputs(std::string_view command, const std::vector<Path>& outputs, const Products& products,
                     const Settings& settings);
// Throws Error (call) if the file exists and may not be overwritten; Error (io) if its folder does not exist; for an
// image, also what the format of the file says of it.
void require_new_image(std::string_view command, const Path& file, const ImageType& type, const Settings& settings);
void require_new_file(std::string_view command, const Path& file, const Settings& settings);
[[nodiscard]] Image read_file(Session& session, const Path& file, const ReadOptions& options);
// Locks each file, in their order; null for standard output. To be given to write_file().
[[nodiscard]] std::vector<std::shared_ptr<OutputTransaction>> begin_outputs(const std::vector<Path>& outputs,
                                                                            const Settings& settings);
void write_file(Session& session, const Path& file, ConstImageView image, const WriteOptions& options);
void write_file(Session& session, const Path& file, const Table& table, const WriteOptions& options);

// The image or the table of a file, for the report.
[[nodiscard]] Record file_record(const Path& file, const ImageType& type);
// `table` may have fewer rows than its file.
[[nodiscard]] Record table_record(const Path& file, const Table& table, std::int64_t rows);

}  // namespace preamar::cli
