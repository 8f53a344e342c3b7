// A libpng reader or writer that reports by exceptions and never prints.
#pragma once

#include "platform/file.h"

#include <png.h>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>

namespace preamar::io {

class PngHandle {
 public:
  explicit PngHandle(const InFile& file);
  explicit PngHandle(OutFile& file);
  PngHandle(const PngHandle&) = delete;
  PngHandle& operator=(const PngHandle&) = delete;
  ~PngHandle();

  // Runs `work(png, info)`; throws Error (io) where libpng fails in it. libpng leaves `work` by longjmp, so it and
  // what it calls may own nothing: only C functions and plain values.
  template <class Work>
  void call(Work work) {
    static_assert(std::is_trivially_destructible_v<Work>, "longjmp runs no destructor");
    if (setjmp(png_jmpbuf(png_)) == 0)
      work(png_, info_);
    else
      fail();
  }
  // Throws Error (io) where libpng came upon more image data than the header says, which it takes for a warning.
  void require_exact_data() const;

 private:
  void start(const std::filesystem::path& path);
  [[noreturn]] void fail() const;
  static void on_error(png_structp png, png_const_charp message);
  static void on_warning(png_structp png, png_const_charp message);
  static void on_read(png_structp png, png_bytep to, std::size_t bytes);
  static void on_write(png_structp png, png_bytep from, std::size_t bytes);
  static void on_flush(png_structp png);
  // The same without a way to fail: what is thrown is kept for fail().
  bool read(png_bytep to, std::size_t bytes) noexcept;
  bool write(png_bytep from, std::size_t bytes) noexcept;

  const InFile* in_ = nullptr;
  OutFile* out_ = nullptr;
  std::int64_t offset_ = 0;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::string name_;
  std::string message_;
  std::string data_warning_;
  std::exception_ptr thrown_;
};

}  // namespace preamar::io
