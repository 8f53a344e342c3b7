#include "io/png/handle.h"

#include "core/error_text.h"

#include <string_view>

namespace preamar::io {

PngHandle::PngHandle(const InFile& file) : in_(&file) {
  png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
  start(file.path());
  png_set_read_fn(png_, this, on_read);
}

PngHandle::PngHandle(OutFile& file) : out_(&file) {
  png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
  start(file.path());
  png_set_write_fn(png_, this, on_write, on_flush);
}

void PngHandle::start(const std::filesystem::path& path) {
  name_ = path.string();
  if (png_) info_ = png_create_info_struct(png_);
  if (info_) return;
  if (in_)
    png_destroy_read_struct(&png_, nullptr, nullptr);
  else
    png_destroy_write_struct(&png_, nullptr);
  throw Error(ErrorKind::resource, text(name_, ": libpng cannot start"));
}

PngHandle::~PngHandle() {
  if (in_)
    png_destroy_read_struct(&png_, &info_, nullptr);
  else
    png_destroy_write_struct(&png_, &info_);
}

void PngHandle::fail() const {
  if (thrown_) std::rethrow_exception(thrown_);
  throw Error(ErrorKind::io,
              text(name_, ": ", in_ ? "is not a PNG file, or is damaged" : "cannot be written", " (", message_, ")"));
}

void PngHandle::require_exact_data() const {
  if (!data_warning_.empty())
    throw Error(ErrorKind::io, text(name_, ": its image data is not as long as its header says (", data_warning_, ")"));
}

void PngHandle::on_error(png_structp png, png_const_charp message) {
  static_cast<PngHandle*>(png_get_error_ptr(png))->message_ = message;
  png_longjmp(png, 1);
}

void PngHandle::on_warning(png_structp png, png_const_charp message) {
  auto* self = static_cast<PngHandle*>(png_get_error_ptr(png));
  if (std::string_view(message).starts_with("IDAT")) self->data_warning_ = message;
}

bool PngHandle::read(png_bytep to, std::size_t bytes) noexcept {
  try {
    in_->read(offset_, to, static_cast<std::int64_t>(bytes));
    offset_ += static_cast<std::int64_t>(bytes);
    return true;
  } catch (...) {
    thrown_ = std::current_exception();
    return false;
  }
}

bool PngHandle::write(png_bytep from, std::size_t bytes) noexcept {
  try {
    out_->write(offset_, from, static_cast<std::int64_t>(bytes));
    offset_ += static_cast<std::int64_t>(bytes);
    return true;
  } catch (...) {
    thrown_ = std::current_exception();
    return false;
  }
}

void PngHandle::on_read(png_structp png, png_bytep to, std::size_t bytes) {
  if (!static_cast<PngHandle*>(png_get_io_ptr(png))->read(to, bytes)) png_error(png, "read failed");
}

void PngHandle::on_write(png_structp png, png_bytep from, std::size_t bytes) {
  if (!static_cast<PngHandle*>(png_get_io_ptr(png))->write(from, bytes)) png_error(png, "write failed");
}

void PngHandle::on_flush(png_structp) {}

}  // namespace preamar::io
