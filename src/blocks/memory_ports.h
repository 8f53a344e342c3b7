// Images in memory as sources and sinks of blocks.
#pragma once

#include "io/pixels.h"
#include "io/source.h"

namespace preamar::blocks {

class MemorySource : public Source {
 public:
  explicit MemorySource(const ConstImage& image) : Source("memory"), image_(image) { info_.type = image.type(); }

 private:
  void read_region(const std::int64_t* origin, const Image& out) override {
    copy_image(crop(image_, origin, out.shape()), out);
  }
  ConstImage image_;
};

class MemorySink : public Sink {
 public:
  explicit MemorySink(const Image& image) : Sink("memory", image.type()), image_(image) {
    const std::int64_t one[] = {1, 1, 1};
    chunk_ = Shape(one, image.rank());
    takes_any_order_ = true;
  }
  void finish() override {}

 private:
  std::uint64_t write_region(const std::int64_t* origin, const ConstImage& image) override {
    copy_image(image, crop<Image>(image_, origin, image.shape()));
    return 0;
  }
  Image image_;
};

}  // namespace preamar::blocks
