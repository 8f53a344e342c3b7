#include "support.h"

#include "io/open.h"

#include "core/rows.h"
#include "platform/process.h"

#include <atomic>
#include <cstring>
#include <fstream>
#include <iterator>

namespace preamar::test {
using namespace io;

FileTest::FileTest() {
  static std::atomic<int> serial{0};
  // In memory where there is such a place: every file is flushed to its device, and there are thousands.
  const fs::path memory = "/dev/shm";
  folder_ = (fs::is_directory(memory) ? memory : fs::temp_directory_path()) /
            ("preamar io " + std::to_string(os_process_id()) + " " + std::to_string(serial++));  // with a space in it
  fs::create_directories(folder_);
}

FileTest::~FileTest() {
  std::error_code none;
  fs::permissions(folder_, fs::perms::owner_all, none);
  fs::remove_all(folder_, none);
}

std::int64_t FileTest::file_count() const {
  return std::distance(fs::recursive_directory_iterator(folder_), fs::recursive_directory_iterator());
}

std::int64_t FileTest::entry_count() const {
  return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
}

Image noise(DType dtype, const Shape& shape, std::uint64_t seed) {
  Image image(dtype, shape);
  auto* bytes = static_cast<std::uint8_t*>(image.data());
  const std::int64_t count = shape.count() * size_of(dtype);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  for (std::int64_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto value = static_cast<std::uint8_t>(state >> 56);
    const bool in_run = i / 512 % 2 == 0;
    bytes[i] = dtype == DType::boolean ? value & 1 : in_run ? static_cast<std::uint8_t>(i / 1024) : value;
  }
  return image;
}

std::vector<std::byte> bytes_of(ConstImageView image) {
  std::vector<std::byte> bytes;
  const auto size = static_cast<std::size_t>(size_of(image.dtype()));
  for (std::int64_t i = 0; i < row_count(image.shape()); ++i)
    for (std::int64_t x = 0; x < row_length(image.shape()); ++x) {
      const std::byte* pixel = row(image, i) + x * row_stride(image);
      bytes.insert(bytes.end(), pixel, pixel + size);
    }
  return bytes;
}

::testing::AssertionResult same(ConstImageView a, ConstImageView b) {
  if (a.type() != b.type())
    return ::testing::AssertionFailure() << name_of(a.dtype()) << " " << a.shape().text() << " against "
                                         << name_of(b.dtype()) << " " << b.shape().text();
  if (bytes_of(a) != bytes_of(b)) return ::testing::AssertionFailure() << "the pixels differ";
  return ::testing::AssertionSuccess();
}

std::unique_ptr<Sink> open_kept(const fs::path& file, const ImageType& type, const WriteOptions& options) {
  const SharedOutput output = output_at(file, options);
  output->keep();
  output->open(OutputTransaction::Leftovers::keep);
  return open_sink(output, type, options);
}

fs::path partial_of(const fs::path& file) { return fs::path(file.string() + ".work") / "partial"; }

std::string load(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void store(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void expect_error(ErrorKind kind, std::vector<std::string> words, const std::function<void()>& work) {
  try {
    work();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << "'" << word << "' in: " << error.what();
  }
}

}  // namespace preamar::test
