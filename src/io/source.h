// Images as files hold them: a Source gives regions, to one thread at a time; a Sink takes them, from several threads
// at once where the regions are disjoint and the format is no stream.
#pragma once

#include <preamar/io.h>

#include <cstdint>
#include <filesystem>

namespace preamar {

// Where a file that can be resumed is while it is being written: the name with ".partial" added.
[[nodiscard]] std::filesystem::path partial_path(const std::filesystem::path& file);

class Source {
 public:
  explicit Source(const std::filesystem::path& file) : file_(file) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  [[nodiscard]] const FileInfo& info() const noexcept { return info_; }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  // Fills `out` with the region that begins at `origin`; `out` may be strided.
  // Throws Error (call) where the region leaves the image or the dtype differs, Error (io) where the file is broken.
  void read(const std::int64_t* origin, const Image& out);

 protected:
  FileInfo info_;

 private:
  // `out` is not empty and lies within the image.
  virtual void read_region(const std::int64_t* origin, const Image& out) = 0;

  std::filesystem::path file_;
};

class Sink {
 public:
  Sink(const std::filesystem::path& file, const ImageType& type) : file_(file), type_(type) {}
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  // Without close() nothing of the file remains.
  virtual ~Sink() = default;

  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  [[nodiscard]] const ImageType& type() const noexcept { return type_; }
  // What is stored as one piece: regions begin at multiples of it, and end there or at the image's edge.
  [[nodiscard]] const Shape& chunk() const noexcept { return chunk_; }
  // Whether regions may come in any order and from several threads at once.
  [[nodiscard]] bool takes_any_order() const noexcept { return takes_any_order_; }
  // Takes the region that begins at `origin`, each pixel once. A format that is one stream needs whole rows in
  // order, and a TIFF of several pages needs them page by page; Error (call) otherwise.
  void write(const std::int64_t* origin, const ConstImage& image);
  // Flushes and gives the file its name; throws Error (call) where a part was not written.
  virtual void close() = 0;

 protected:
  Shape chunk_;
  bool takes_any_order_ = false;

 private:
  // `image` is not empty, lies within the image, and is made of whole chunks.
  virtual void write_region(const std::int64_t* origin, const ConstImage& image) = 0;

  std::filesystem::path file_;
  ImageType type_;
};

}  // namespace preamar
