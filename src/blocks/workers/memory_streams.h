// Images in memory as sources and sinks of blocks.
#pragma once

#include "io/pixels.h"
#include "io/source.h"

namespace preamar::blocks {

class MemorySource : public io::Source {
 public:
  explicit MemorySource(ConstImageView image) : Source("memory"), image_(image) { info_.type = image.type(); }

 private:
  void read_region(const std::int64_t* origin, ImageView out) override {
    io::copy_image(io::crop(image_, origin, out.shape()), out);
  }
  ConstImageView image_;
};

class MemorySink : public io::Sink {
 public:
  explicit MemorySink(ImageView image) : Sink("memory", image.type()), image_(image) {
    const std::int64_t one[] = {1, 1, 1};
    chunk_ = Shape(one, image.rank());
    takes_any_order_ = true;
  }
  void finish(const Execution& /*on*/) override {}

 private:
  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    io::copy_image(image, io::crop<ImageView>(image_, origin, image.shape()));
    return 0;
  }
  ImageView image_;
};

}  // namespace preamar::blocks
