// Images of several samples per pixel, before one channel is chosen.
#pragma once

#include "io/source.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

namespace preamar::io {

class SampleSource {
 public:
  explicit SampleSource(const std::filesystem::path& file) : file_(file) {}
  SampleSource(const SampleSource&) = delete;
  SampleSource& operator=(const SampleSource&) = delete;
  virtual ~SampleSource() = default;

  // As of a Source, but type.dtype is that of a sample (uint8 or uint16) and `samples` is 2 (grey, alpha), 3 (RGB) or 4
  // (RGB, alpha; colours not premultiplied).
  [[nodiscard]] const FileInfo& info() const noexcept { return info_; }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  // Writes shape.count() * samples values, interleaved, in C order. The region lies within the image.
  virtual void read_samples(const std::int64_t* origin, const Shape& shape, void* to) = 0;
  // Calls visit(file) for each file that pixels come from and that is there now, in any order.
  virtual void each_file(const std::function<void(const std::filesystem::path&)>& visit) const { visit(file_); }

 protected:
  FileInfo info_;

 private:
  std::filesystem::path file_;
};

// A Source of the channel that options.channel names. Throws Error (input) that lists the channels if it names none or
// one that the image does not have, Error (call) for an unknown name or options without meaning.
[[nodiscard]] std::unique_ptr<Source> choose_channel(std::unique_ptr<SampleSource> samples, const ReadOptions& options);

}  // namespace preamar::io
