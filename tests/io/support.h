// A folder of its own for each test, and images to fill it with.
#pragma once

#include "io/source.h"

#include <preamar/error.h>
#include <preamar/io.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace preamar::test {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
 protected:
  FileTest();
  ~FileTest() override;
  // How many files there are, temporary ones too.
  [[nodiscard]] std::int64_t file_count() const;
  // The same, without what is in folders below.
  [[nodiscard]] std::int64_t entry_count() const;

  fs::path folder_;
};

// Noise with long runs in it, so that compression has something to do; bool pixels are 0 or 1.
[[nodiscard]] Image noise(DType dtype, const Shape& shape, std::uint64_t seed = 1);
// The bytes of the pixels in C order.
[[nodiscard]] std::vector<std::byte> bytes_of(ConstImageView image);
// Type and pixels agree.
[[nodiscard]] ::testing::AssertionResult same(ConstImageView a, ConstImageView b);

// A sink that goes on with what an earlier one left, and leaves what it writes.
[[nodiscard]] std::unique_ptr<io::Sink> open_kept(const fs::path& file, const ImageType& type,
                                                  const WriteOptions& options);
// Where the earlier one left it.
[[nodiscard]] fs::path partial_of(const fs::path& file);

[[nodiscard]] std::string load(const fs::path& file);
void store(const fs::path& file, const std::string& bytes);

// What `work` throws; its message must contain each of `words`.
void expect_error(ErrorKind kind, std::vector<std::string> words, const std::function<void()>& work);

[[nodiscard]] inline const std::vector<DType>& every_dtype() {
  static const std::vector<DType> all = [] {
    std::vector<DType> list;
    for (int i = 0; i < dtype_count; ++i) list.push_back(static_cast<DType>(i));
    return list;
  }();
  return all;
}

}  // namespace preamar::test
