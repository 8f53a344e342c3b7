#include "io/colour/samples.h"

#include "core/memory.h"
#include "core/rows.h"
#include "io/colour/channel.h"
#include "io/limits.h"
#include "io/pixels.h"

#include <algorithm>
#include <string_view>

namespace preamar::io {
namespace {

class ChannelSource : public Source {
 public:
  ChannelSource(std::unique_ptr<SampleSource> samples, const ReadOptions& options)
      : Source(samples->file()),
        samples_(std::move(samples)),
        channel_(file(), samples_->info().type.dtype, samples_->info().samples, options) {
    info_ = samples_->info();
    info_.type.dtype = channel_.dtype();
    info_.channel = options.channel;
    // The nodata value is one of samples, and says nothing about what is computed from several.
    static constexpr std::string_view stored[] = {"red", "green", "blue", "alpha"};
    if (std::ranges::find(stored, options.channel) == std::end(stored) || options.channel_range)
      info_.metadata.nodata.reset();
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    samples_->each_file(visit);
  }

 private:
  // Chunk by chunk, so that the samples of one chunk are in memory and none is decoded twice.
  void read_region(const std::int64_t* origin, ImageView out) override {
    const Shape& chunk = info_.chunk;
    const int rank = out.rank();
    std::int64_t most = 1;
    for (int axis = 0; axis < rank; ++axis)
      most = checked_product(most, std::min(chunk[axis], out.shape()[axis]), file().string());
    const std::int64_t pixel = size_of(samples_->info().type.dtype) * info_.samples;
    const Buffer<std::byte> buffer(checked_product(most, pixel, file().string()));
    std::int64_t at[max_rank];
    std::copy_n(origin, rank, at);
    while (true) {
      std::int64_t extents[max_rank], offset[max_rank];
      for (int axis = 0; axis < rank; ++axis) {
        offset[axis] = at[axis] - origin[axis];
        extents[axis] =
            std::min((at[axis] / chunk[axis] + 1) * chunk[axis], origin[axis] + out.shape()[axis]) - at[axis];
      }
      const Shape shape(extents, rank);
      samples_->read_samples(at, shape, buffer.data());
      convert(buffer.data(), pixel, crop(out, offset, shape));
      int axis = rank - 1;
      for (; axis >= 0; --axis) {
        at[axis] += extents[axis];
        if (at[axis] < origin[axis] + out.shape()[axis]) break;
        at[axis] = origin[axis];
      }
      if (axis < 0) return;
    }
  }

  void convert(const std::byte* from, std::int64_t pixel, ImageView out) const {
    const std::int64_t columns = row_length(out.shape());
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i, from += columns * pixel)
      channel_.convert(from, columns, row(out, i), row_stride(out));
  }

  std::unique_ptr<SampleSource> samples_;
  Channel channel_;
};

}  // namespace

std::unique_ptr<Source> choose_channel(std::unique_ptr<SampleSource> samples, const ReadOptions& options) {
  return std::make_unique<ChannelSource>(std::move(samples), options);
}

}  // namespace preamar::io
