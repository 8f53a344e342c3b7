#include "io/tiff/handle.h"

#include "core/error_text.h"

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <utility>

namespace preamar::io {

TiffHandle::TiffHandle(const Object& file) : in_(&file), name_(file.path().string()) {
  open("rm", "is not a TIFF file, or is damaged");
}

TiffHandle::TiffHandle(OutFile& file, const char* mode) : out_(&file), name_(file.path().string()) {
  open(mode, "cannot be written");
}

TiffHandle::~TiffHandle() {
  if (tiff_) TIFFClose(tiff_);
}

void TiffHandle::open(const char* mode, std::string_view what) {
  const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                 TIFFOpenOptionsFree);
  require(options != nullptr, "libtiff cannot start");
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, this);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, this);
  tiff_ = TIFFClientOpenExt(name_.c_str(), mode, this, on_read, on_write, on_seek, on_close, on_size, nullptr, nullptr,
                            options.get());
  require(tiff_ != nullptr, what);
}

void TiffHandle::close() {
  TIFFClose(std::exchange(tiff_, nullptr));
  require(!thrown_ && message_.empty(), "cannot be written");
}

void TiffHandle::fail(std::string_view what) {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  const std::string said = std::exchange(message_, {});
  throw Error(ErrorKind::io, text(name_, ": ", what, said.empty() ? "" : " (", said, said.empty() ? "" : ")"));
}

int TiffHandle::on_error(TIFF*, void* self, const char*, const char* format, va_list values) {
  char line[256];
  std::vsnprintf(line, sizeof line, format, values);
  std::string& message = static_cast<TiffHandle*>(self)->message_;
  if (message.empty()) message = line;  // the first is the cause, the others follow from it
  return 1;
}

// The pixels do not depend on most of them, such as those of unknown tags.
int TiffHandle::on_warning(TIFF*, void* self, const char*, const char* format, va_list values) {
  char line[256];
  std::vsnprintf(line, sizeof line, format, values);
  auto* const handle = static_cast<TiffHandle*>(self);
  const std::string_view words = line;
  if (words.starts_with("Corrupt JPEG data") || words.starts_with("Premature end of JPEG")) {
    handle->has_lost_data_ = true;
    if (handle->message_.empty()) handle->message_ = line;
  }
  return 1;
}

// -1 where `work` throws; what it threw is kept for fail(), since it may not pass through libtiff.
template <class Work>
std::int64_t TiffHandle::guarded(Work work) noexcept {
  try {
    return work();
  } catch (...) {
    thrown_ = std::current_exception();
    return -1;
  }
}

tmsize_t TiffHandle::on_read(thandle_t handle, void* to, tmsize_t bytes) {
  auto* self = static_cast<TiffHandle*>(handle);
  return self->guarded([&] {
    const std::int64_t got = self->in_ ? self->in_->read_some(self->position_, to, bytes)
                                       : self->out_->read_some(self->position_, to, bytes);
    self->position_ += got;
    return got;
  });
}

tmsize_t TiffHandle::on_write(thandle_t handle, void* from, tmsize_t bytes) {
  auto* self = static_cast<TiffHandle*>(handle);
  if (!self->out_) return -1;
  return self->guarded([&] {
    self->out_->write(self->position_, from, bytes);
    self->position_ += bytes;
    return std::int64_t{bytes};
  });
}

toff_t TiffHandle::on_seek(thandle_t handle, toff_t offset, int whence) {
  auto* self = static_cast<TiffHandle*>(handle);
  const toff_t base = whence == SEEK_SET   ? 0
                      : whence == SEEK_CUR ? static_cast<toff_t>(self->position_)
                                           : on_size(handle);
  const toff_t to = base + offset;
  if (to > static_cast<toff_t>(INT64_MAX)) return static_cast<toff_t>(-1);
  self->position_ = static_cast<std::int64_t>(to);
  return to;
}

int TiffHandle::on_close(thandle_t) { return 0; }

toff_t TiffHandle::on_size(thandle_t handle) {
  const auto* self = static_cast<TiffHandle*>(handle);
  return static_cast<toff_t>(self->in_ ? self->in_->size() : self->out_->size());
}

}  // namespace preamar::io
