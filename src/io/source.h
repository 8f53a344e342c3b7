// Images as files hold them: a Source gives regions, to one thread at a time; a Sink takes them, from several threads
// at once where the regions are disjoint and the format is not a stream.
#pragma once

#include "core/box.h"
#include "io/output_transaction.h"
#include "io/store/store.h"

#include <preamar/execution.h>
#include <preamar/io.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace preamar::io {

using SharedOutput = std::shared_ptr<OutputTransaction>;

class Source {
 public:
  explicit Source(const std::filesystem::path& file) : file_(file) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  [[nodiscard]] const FileInfo& info() const noexcept { return info_; }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  void forget_metadata() { info_.metadata = {}; }
  void set_nodata(double value) { info_.metadata.nodata = value; }
  void note_mask() { info_.has_mask = true; }
  // Fills `out` with the region that begins at `origin`; `out` may be strided.
  // Throws Error (call) where the region leaves the image or the dtype differs, Error (io) where the file is broken.
  void read(const std::int64_t* origin, ImageView out);
  // Calls visit(file) for each file that pixels come from and that is there now, in any order.
  virtual void each_file(const std::function<void(const std::filesystem::path&)>& visit) const { visit(file_); }
  // The same with the state of each file.
  virtual void each_stamp(const Store::Visit& visit) const;

 protected:
  FileInfo info_;

 private:
  // `out` is not empty and lies within the image.
  virtual void read_region(const std::int64_t* origin, ImageView out) = 0;

  std::filesystem::path file_;
};

class Sink {
 public:
  // Writes output->partial(); output->open() was called.
  Sink(const SharedOutput& output, const ImageType& type) : file_(output->file()), output_(output), type_(type) {}
  // Without a file; `name` is for messages.
  Sink(std::string_view name, const ImageType& type) : file_(name), type_(type) {}
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  // As the caller named it.
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  [[nodiscard]] const ImageType& type() const noexcept { return type_; }
  // What is stored as one part: regions begin at multiples of it, and end there or at the image's edge.
  [[nodiscard]] const Shape& chunk() const noexcept { return chunk_; }
  // Whether regions may come in any order and from several threads at once.
  [[nodiscard]] bool takes_any_order() const noexcept { return takes_any_order_; }
  // Takes the region that begins at `origin`, each pixel once. A format that is one stream needs whole rows in
  // order, and a TIFF of several pages needs them page by page; Error (call) otherwise. Returns a digest of the bytes
  // that are stored for it, where takes_any_order().
  std::uint64_t write(const std::int64_t* origin, ConstImageView image);
  // Where an earlier run stored bytes of this digest for the region, counts it as written and returns true. For sinks
  // that take any order.
  [[nodiscard]] virtual bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t digest);
  // Makes durable what was written so far.
  virtual void flush() {}
  // For an output that several processes write. The smaller copies of a pyramid: write() leaves them to
  // make_smaller(), which reads the level above, a region of whole parts of level 1 or higher at a time.
  virtual void defer_smaller() {}
  [[nodiscard]] virtual std::vector<Shape> smaller_levels() const { return {}; }
  virtual void make_smaller(std::size_t /*level*/, const Box& /*region*/) {}
  // Counts all parts that exist as written, whoever wrote them.
  virtual void find_written() {}
  // Completes and flushes what is written; throws Error (call) where a part is missing, Error (stopped) where `on`
  // stops it.
  virtual void finish(const Execution& on) = 0;
  // The part of the time of a run, 0 to 1, that finish() takes, roughly.
  [[nodiscard]] virtual double finishing() const { return 0; }
  // Finishes, and gives the output its name.
  void close(const Execution& on = {});

 protected:
  [[nodiscard]] OutputTransaction& output() const noexcept { return *output_; }

  Shape chunk_;
  bool takes_any_order_ = false;

 private:
  // `image` is not empty, lies within the image, and is made of whole chunks.
  virtual std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) = 0;

  std::filesystem::path file_;
  SharedOutput output_;
  ImageType type_;
};

}  // namespace preamar::io
