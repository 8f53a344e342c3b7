// What the tags of a TIFF say, also of one that operators refuse.
#include "core/error_text.h"
#include "io/tiff/page.h"

#include <algorithm>

namespace preamar::io {
namespace {

std::int64_t main_pages(TIFF* tiff) {
  std::int64_t count = 0;
  do count += is_main_page(tiff) ? 1 : 0;
  while (TIFFReadDirectory(tiff) != 0);
  return std::max<std::int64_t>(1, count);
}

}  // namespace

FileInfo outline_tiff(const std::filesystem::path& file) {
  const std::unique_ptr<Object> in = open_object(file, ReadFirst::beginning);
  TiffHandle handle(*in);
  TIFF* const tiff = handle.get();
  const TiffTags tags = read_tags(tiff, file);
  FileInfo info;
  info.format = TIFFIsBigTIFF(tiff) ? "BigTIFF" : "TIFF";
  info.compression = tiff_compression_name(tags.compression);
  info.samples = tags.samples;
  info.chunk_kind = tags.tiled ? "tiles" : "strips";
  handle.require(tags.height > 0 && tags.width > 0, "its header gives no width or height");
  const std::int64_t pages = main_pages(tiff);
  info.type = {tags.dtype, pages > 1 ? Shape({pages, tags.height, tags.width}) : Shape({tags.height, tags.width})};
  info.chunk =
      pages > 1 ? Shape({1, tags.chunk_height, tags.chunk_width}) : Shape({tags.chunk_height, tags.chunk_width});
  return info;
}

}  // namespace preamar::io
