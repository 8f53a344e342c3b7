// The channels of a colour image, by name.
#pragma once

#include "io/colour/stains.h"

#include <preamar/io.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace preamar::io {

// A rule that makes one value of the samples of a pixel.
class Channel {
 public:
  // `samples` as in SampleSource. Throws as choose_channel does.
  Channel(const std::filesystem::path& file, DType dtype, int samples, const ReadOptions& options);

  // Of a value: float32 for a stain, uint8 with a range, otherwise that of a sample.
  [[nodiscard]] DType dtype() const noexcept;
  // `count` values `to_step` bytes apart, of as many pixels of interleaved samples.
  void convert(const void* from, std::int64_t count, void* to, std::int64_t to_step) const;

 private:
  enum class Rule { sample, luminance, stain };

  template <class T>
  void convert_samples(const T* from, std::int64_t count, void* to, std::int64_t to_step) const;
  template <class T, class Value>
  void convert_each(const T* from, std::int64_t count, void* to, std::int64_t to_step, const Value& value) const;

  DType dtype_;
  int samples_;
  Rule rule_ = Rule::sample;
  int index_ = 0;  // of a sample, or of a stain
  std::optional<Unmixing> unmixing_;
  std::optional<std::array<double, 2>> range_;
};

// Throws Error (call) if the options ask for a channel of an image that has one sample per pixel.
void require_no_channel(const std::filesystem::path& file, const ReadOptions& options);

}  // namespace preamar::io
