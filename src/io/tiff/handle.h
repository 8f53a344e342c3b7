// A libtiff handle on a file of ours, that reports by exceptions and never prints.
#pragma once

#include "io/store/store.h"

#include <tiffio.h>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

namespace preamar::io {

class TiffHandle {
 public:
  explicit TiffHandle(const Object& file);
  // `mode` as libtiff's, such as "w8l".
  TiffHandle(OutFile& file, const char* mode);
  TiffHandle(const TiffHandle&) = delete;
  TiffHandle& operator=(const TiffHandle&) = delete;
  ~TiffHandle();

  [[nodiscard]] TIFF* get() const noexcept { return tiff_; }
  // Throws what the file threw, or else Error (io) with `what` and the first thing that libtiff said.
  [[noreturn]] void fail(std::string_view what);
  void require(bool done, std::string_view what) {
    if (!done) fail(what);
  }
  // Whether a decoder made up pixels for missing or damaged data, which libjpeg takes for a warning.
  [[nodiscard]] bool has_lost_data() const noexcept { return has_lost_data_; }
  // Ends the writing; throws where its last bytes fail.
  void close();

 private:
  void open(const char* mode, std::string_view what);
  template <class Work>
  std::int64_t guarded(Work work) noexcept;

  static int on_error(TIFF*, void* self, const char* module, const char* format, va_list values);
  static int on_warning(TIFF*, void* self, const char* module, const char* format, va_list values);
  static tmsize_t on_read(thandle_t self, void* to, tmsize_t bytes);
  static tmsize_t on_write(thandle_t self, void* from, tmsize_t bytes);
  static toff_t on_seek(thandle_t self, toff_t offset, int whence);
  static int on_close(thandle_t self);
  static toff_t on_size(thandle_t self);

  const Object* in_ = nullptr;
  OutFile* out_ = nullptr;
  std::string name_;
  std::int64_t position_ = 0;
  std::string message_;
  bool has_lost_data_ = false;
  std::exception_ptr thrown_;
  TIFF* tiff_ = nullptr;
};

}  // namespace preamar::io
