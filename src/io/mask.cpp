#include "io/mask.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "core/rows.h"
#include "core/url.h"
#include "io/tiff/tiff.h"

#include <utility>

namespace preamar::io {
namespace {

// The image whose mask is asked for. Without a choice, one channel or band: it has the shape and the grid of all.
std::unique_ptr<Source> open_image(const std::filesystem::path& file, ReadOptions options, OpenFile& open) {
  options.mask = false;
  const bool is_chosen =
      !options.select.empty() || !options.channel.empty() || !options.stains.empty() || options.channel_range;
  if (is_chosen) return open(file, options);
  options.channel = "luminance";
  options.channel_if_colour = true;
  try {
    return open(file, options);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    options.channel = "";
    options.select = "band=1";
    try {
      return open(file, options);
    } catch (const Error&) {  // the first one says what the file is
    }
    throw;
  }
}

class MaskSource : public Source {
 public:
  // `image` is null if the mask is within its file.
  MaskSource(const FileInfo& info, std::unique_ptr<Source> mask, std::unique_ptr<Source> image,
             const std::filesystem::path& file)
      : Source(file), mask_(std::move(mask)), image_(std::move(image)) {
    info_ = mask_->info();
    info_.type.dtype = DType::boolean;
    info_.metadata = info.metadata;
    info_.metadata.nodata.reset();
    info_.metadata.quantity = {};
    info_.levels.clear();
    info_.samples = 1;
    info_.has_mask = true;
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    mask_->each_file(visit);
    if (image_) image_->each_file(visit);
  }
  void each_stamp(const Store::Visit& visit) const override {
    mask_->each_stamp(visit);
    if (image_) image_->each_stamp(visit);
  }

 private:
  // A byte of uint8 becomes one of bool in its place.
  void read_region(const std::int64_t* origin, ImageView out) override {
    if (mask_->info().type.dtype == DType::boolean) return mask_->read(origin, out);
    mask_->read(origin, ImageView(out.data(), DType::uint8, out.shape(), out.strides()));
    const std::int64_t columns = row_length(out.shape()), step = row_stride(out);
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i) {
      std::byte* at = row(out, i);
      for (std::int64_t x = 0; x < columns; ++x, at += step) *at = std::byte{*at != std::byte{0}};
    }
  }

  std::unique_ptr<Source> mask_, image_;
};

void require_fitting(const Source& mask, const Source& image) {
  const ImageType& type = mask.info().type;
  const Shape& shape = image.info().type.shape;
  if (type.shape != shape)
    throw Error(ErrorKind::input,
                text(mask.file().string(), ": its mask has ", type.shape.text(), " pixels; the image ",
                     image.file().string(), " has ", shape.text(), "; give it a mask of the same size, or remove it"));
  if (type.dtype != DType::boolean && type.dtype != DType::uint8)
    throw Error(ErrorKind::input, text(mask.file().string(), ": its mask has pixels of ", name_of(type.dtype),
                                       "; convert it to uint8, 0 where a pixel is not valid"));
}

}  // namespace

std::filesystem::path mask_file(const std::filesystem::path& file) { return file.string() + ".msk"; }

bool has_mask_beside(const Source& image) {
  return image.info().type.shape.rank() == 2 && !is_url(image.file()) && has_object(mask_file(image.file()));
}

void require_no_mask_beside(const std::filesystem::path& output, const Shape& shape) {
  if (shape.rank() == 2 && !is_url(output) && has_object(mask_file(output)))
    throw Error(ErrorKind::io, text(mask_file(output).string(), ": would be the mask of the output ",
                                    output.filename().string(), "; remove it, or give another output"));
}

void refuse_mask_of_level(const std::filesystem::path& file, int level) {
  throw Error(ErrorKind::input,
              text(file.string(), ": its mask of valid pixels has no level ", level,
                   "; read level 0, or read only the pixels with ", setting("ignore_metadata", "true")));
}

std::unique_ptr<Source> open_mask(const std::filesystem::path& file, const ReadOptions& options, OpenFile& open) {
  std::unique_ptr<Source> image = open_image(file, options, open);
  const bool is_inside = image->info().has_mask;
  if (!is_inside && !has_mask_beside(*image))
    throw Error(ErrorKind::input,
                text(file.string(), ": it has no mask of valid pixels; leave out ", setting("mask", "true"),
                     ", or write a mask of the same size to ", mask_file(file).filename().string()));
  if (!is_inside && options.level != 0) refuse_mask_of_level(file, options.level);
  std::unique_ptr<Source> mask = is_inside
                                     ? open(file, {.level = options.level, .select = options.select, .mask = true})
                                     : open_tiff_mask(mask_file(file));
  require_fitting(*mask, *image);
  const FileInfo info = image->info();
  if (is_inside) image.reset();
  return std::make_unique<MaskSource>(info, std::move(mask), std::move(image), file);
}

}  // namespace preamar::io
