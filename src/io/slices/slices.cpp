#include "io/slices/slices.h"

#include "core/error_text.h"
#include "io/limits.h"
#include "io/open.h"
#include "io/pixels.h"
#include "io/slices/series.h"

#include <utility>
#include <vector>

namespace preamar::io {
namespace {

class SlicesSource : public Source {
 public:
  SlicesSource(const std::filesystem::path& folder, const ReadOptions& options)
      : Source(folder), options_(options), files_(slices_in(folder)) {
    info_ = open_source(files_[0], options_)->info();
    plane_ = info_.type;
    if (plane_.shape.rank() != 2)
      throw Error(ErrorKind::input, text(files_[0].string(), ": is an image of ", plane_.shape.text(),
                                         " and no slice; give the file itself, or slices of rank 2"));
    for (std::size_t z = files_.size(); z-- > 0;) go_to(z);
    const bool is_png = info_.format == "PNG";
    info_.format += " slices";
    info_.type.shape = Shape({std::ssize(files_), plane_.shape[0], plane_.shape[1]});
    // A PNG is decoded from its start, so it is read whole.
    const Shape part = is_png ? plane_.shape : info_.chunk;
    info_.chunk = Shape({1, part[0], part[1]});
    // The distance of slices is not known, nor where a volume lies.
    info_.metadata = {.axes = std::move(info_.metadata.axes)};
    if (!info_.metadata.axes.empty()) info_.metadata.axes.insert(info_.metadata.axes.begin(), Axis{.name = "z"});
    info_.levels.clear();
    info_.has_mask = false;
    (void)pixel_bytes(folder, info_.type);
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    for (const std::filesystem::path& slice : files_) visit(slice);
  }

 private:
  // Opens slice `z`, unless it is the one that is open.
  void go_to(std::size_t z) {
    if (slice_ && z_ == z) return;
    slice_ = open_source(files_[z], options_);
    z_ = z;
    if (const ImageType& type = slice_->info().type; type != plane_)
      throw Error(ErrorKind::input, text(files_[z].string(), ": is ", type.shape.text(), " ", name_of(type.dtype),
                                         ", unlike ", files_[0].filename().string(), ", which is ", plane_.shape.text(),
                                         " ", name_of(plane_.dtype), "; give slices of one shape and dtype"));
  }

  void read_region(const std::int64_t* origin, ImageView out) override {
    for (std::int64_t z = 0; z < out.shape()[0]; ++z) {
      go_to(static_cast<std::size_t>(origin[0] + z));
      slice_->read(origin + 1, plane(out, z));
    }
  }

  const ReadOptions options_;
  const std::vector<std::filesystem::path> files_;
  ImageType plane_;
  std::unique_ptr<Source> slice_;
  std::size_t z_ = 0;
};

}  // namespace

std::unique_ptr<Source> open_slices(const std::filesystem::path& folder, const ReadOptions& options) {
  return std::make_unique<SlicesSource>(folder, options);
}

}  // namespace preamar::io
