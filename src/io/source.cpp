#include "io/source.h"

#include "core/error_text.h"

namespace preamar::io {
namespace {

// The region lies within an image of `type`.
void require_region(const std::filesystem::path& file, const ImageType& type, const std::int64_t* origin,
                    ConstImageView region) {
  if (region.dtype() != type.dtype || region.rank() != type.shape.rank())
    throw Error(ErrorKind::call,
                text(file.string(), ": a region of ", name_of(region.dtype()), " and rank ", region.rank(),
                     " was given; the image is ", name_of(type.dtype), " of rank ", type.shape.rank()));
  for (int axis = 0; axis < region.rank(); ++axis)
    if (origin[axis] < 0 || origin[axis] > type.shape[axis] - region.shape()[axis])
      throw Error(ErrorKind::call, text(file.string(), ": the region from ", origin[axis], " of ", region.shape()[axis],
                                        " pixels along axis ", axis, " leaves the image ", type.shape.text()));
}

}  // namespace

void Source::each_stamp(const Store::Visit& visit) const {
  each_file([&](const std::filesystem::path& file) {
    if (const auto stamp = store_of(file).stamp(file)) visit(file, *stamp);
  });
}

void Source::read(const std::int64_t* origin, ImageView out) {
  require_region(file_, info_.type, origin, out);
  if (out.shape().count() > 0) read_region(origin, out);
}

std::uint64_t Sink::write(const std::int64_t* origin, ConstImageView image) {
  require_region(file(), type_, origin, image);
  for (int axis = 0; axis < image.rank(); ++axis) {
    const std::int64_t end = origin[axis] + image.shape()[axis];
    if (origin[axis] % chunk_[axis] != 0 || (end % chunk_[axis] != 0 && end != type_.shape[axis]))
      throw Error(ErrorKind::call, text(file().string(), ": the region ", origin[axis], " to ", end, " of axis ", axis,
                                        " cuts through a chunk; chunks are ", chunk_.text()));
  }
  return image.shape().count() > 0 ? write_region(origin, image) : 0;
}

bool Sink::recover(const std::int64_t*, const Shape&, std::uint64_t) { return false; }

void Sink::close(const Execution& on) {
  finish(on);
  if (!output_) return;
  output_->commit();
  output_->end();
}

}  // namespace preamar::io
