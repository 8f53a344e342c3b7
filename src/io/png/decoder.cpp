#include "io/png/decoder.h"

#include <bit>

namespace preamar::io {

PngDecoder::PngDecoder(const InFile& file) : png_(file) {
  png_.call([this](png_structp png, png_infop info) {
    png_set_user_limits(png, largest_png_side, largest_png_side);
    // Of the ancillary chunks none is wanted, so that none is a way in.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(png, info);
    header_.width = png_get_image_width(png, info);
    header_.height = png_get_image_height(png, info);
    header_.bits = png_get_bit_depth(png, info);
    header_.colour = png_get_color_type(png, info);
    header_.has_transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    if (header_.colour != PNG_COLOR_TYPE_PALETTE) return;
    png_colorp colours = nullptr;
    png_bytep alpha = nullptr;
    int alphas = 0;
    png_get_PLTE(png, info, &colours, &header_.palette_size);
    if (header_.has_transparency) png_get_tRNS(png, info, &alpha, &alphas, nullptr);
    for (int i = 0; i < header_.palette_size; ++i)
      header_.palette[static_cast<std::size_t>(i)] = {colours[i].red, colours[i].green, colours[i].blue,
                                                      i < alphas ? alpha[i] : png_byte{255}};
  });
}

int PngDecoder::begin() {
  int passes = 1;
  png_.call([this, &passes](png_structp png, png_infop info) {
    if (std::endian::native == std::endian::little) png_set_swap(png);
    if (header_.colour == PNG_COLOR_TYPE_PALETTE) png_set_packing(png);
    if (header_.colour == PNG_COLOR_TYPE_RGB && header_.has_transparency) png_set_tRNS_to_alpha(png);
    passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
  });
  return passes;
}

void PngDecoder::end() {
  png_.call([](png_structp png, png_infop) { png_read_end(png, nullptr); });
  png_.require_exact_data();
}

}  // namespace preamar::io
