// Memory that two libraries use, each on its own stream. Streams of the stand-in are lazy, so a missing wait shows as
// old pixels.
#include <preamar/device_image.h>
#include <preamar/error.h>

#include "primitives/map.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/stand_in_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr std::int64_t count = 9 * 8;
const ImageType type{DType::uint8, Shape{9, 8}};
const Execution on{.device = "cuda:0"};

Image filled(std::uint8_t value) {
  Image image(type);
  std::fill_n(static_cast<std::uint8_t*>(image.data()), count, value);
  return image;
}

// Another library on the same device.
class Other {
 public:
  Other() {
    check(cuda_.cuDevicePrimaryCtxRetain(&context_, 0));
    check(cuda_.cuCtxPushCurrent_v2(context_));
    check(cuda_.cuStreamCreate(&stream_, 0));
    check(cuda_.cuMemAlloc_v2(&memory_, count));
  }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  ~Other() {
    check(cuda_.cuMemFree_v2(memory_));
    check(cuda_.cuStreamDestroy_v2(stream_));
    void* context = nullptr;
    check(cuda_.cuCtxPopCurrent_v2(&context));
    check(cuda_.cuDevicePrimaryCtxRelease_v2(0));
  }

  [[nodiscard]] std::uint64_t stream() const { return reinterpret_cast<std::uint64_t>(stream_); }
  // Queued on its stream, not done.
  void fill(std::uint8_t value) { check(cuda_.cuMemsetD8Async(memory_, value, count, stream_)); }
  void finish() { check(cuda_.cuStreamSynchronize(stream_)); }
  // Its __dlpack__: the consumer's stream waits for what it queued.
  DeviceImage exported(std::function<void()> release = [] {}) {
    void* event = nullptr;
    check(cuda_.cuEventCreate(&event, cuda::event_without_time));
    check(cuda_.cuEventRecord(event, stream_));
    check(cuda_.cuStreamWaitEvent(reinterpret_cast<void*>(DeviceImage::stream(on)), event, 0));
    check(cuda_.cuEventDestroy_v2(event));
    return DeviceImage(type, on, memory_, std::move(release));
  }
  // What `stream` finds at an address, without waiting.
  std::vector<std::uint8_t> read(std::uint64_t address, std::uint64_t stream) {
    std::vector<std::uint8_t> pixels(count);
    void* const own = reinterpret_cast<void*>(stream);
    check(cuda_.cuMemcpyDtoHAsync_v2(pixels.data(), address, count, own));
    check(cuda_.cuStreamSynchronize(own));
    return pixels;
  }
  std::vector<std::uint8_t> read() { return read(memory_, stream()); }

 private:
  static void check(cuda::Result code) { ASSERT_EQ(code, 0); }

  cuda::Library cuda_ = stand_in::library();
  void* context_ = nullptr;
  void* stream_ = nullptr;
  cuda::Pointer memory_ = 0;
};

class ForeignMemory : public testing::Test {
 protected:
  void SetUp() override { stand_in::renew_device(); }
  void copy(ConstImageView from, ImageView to) { map(on, {.pixel = Pixel::copy}, from, to); }
};

const std::vector<std::uint8_t> sevens(count, 7), nines(count, 9);

TEST_F(ForeignMemory, waits_for_our_kernels_on_the_stream_that_was_named) {
  Other other;
  for (const std::uint64_t stream : {std::uint64_t{1}, std::uint64_t{2}, other.stream()}) {
    const Image image = filled(7);
    DeviceImage first(type, on), second(type, on);
    first.write(image);
    copy(first.on_device(), second.to_write_on_device());
    const std::uint64_t handle = second.handle();
    EXPECT_NE(other.read(handle, stream), sevens) << "the stand-in must be lazy for this test to find anything";
    second.order_before(stream);
    EXPECT_EQ(other.read(handle, stream), sevens) << "stream " << stream;
  }
}

TEST_F(ForeignMemory, is_read_after_its_owner_wrote_it) {
  Other other;
  other.fill(7);
  DeviceImage image = other.exported();
  EXPECT_EQ(difference(filled(7), image.on_host()), "");
}

TEST_F(ForeignMemory, is_written_after_its_owner_wrote_it) {
  Other other;
  other.fill(9);
  DeviceImage image = other.exported();
  image.write(filled(7));
  other.finish();
  EXPECT_EQ(other.read(), sevens);
}

TEST_F(ForeignMemory, is_its_owners_again_when_a_call_that_read_it_ends) {
  Other other;
  other.fill(7);
  DeviceImage image = other.exported(), result(type, on);
  copy(image.on_device(), result.to_write_on_device());
  other.fill(9);
  other.finish();
  EXPECT_EQ(difference(filled(7), result.on_host()), "");
}

TEST_F(ForeignMemory, is_written_when_a_call_that_wrote_it_ends) {
  Other other;
  other.fill(9);
  DeviceImage image = other.exported(), source(type, on);
  source.write(filled(7));
  copy(source.on_device(), image.to_write_on_device());
  EXPECT_EQ(other.read(), sevens);
}

TEST_F(ForeignMemory, is_released_when_nothing_uses_it) {
  Other other;
  other.fill(7);
  DeviceImage result(type, on);
  {
    DeviceImage image = other.exported([&] {
      other.fill(9);
      other.finish();
    });
    copy(image.on_device(), result.to_write_on_device());
  }
  EXPECT_EQ(other.read(), nines);
  EXPECT_EQ(difference(filled(7), result.on_host()), "");
}

TEST_F(ForeignMemory, has_errors_that_name_the_call) {
  Other other;
  DeviceImage image(type, on);
  image.write(filled(7));
  EXPECT_NE(image.handle(), 0);
  for (std::int64_t n = 0;; ++n) {
    stand_in::fail_after(n);
    try {
      image.order_before(other.stream());
    } catch (const Error& error) {
      EXPECT_TRUE(std::string_view(error.what()).starts_with("cuda:0: cu")) << error.what();
    }
    const bool is_done = !stand_in::has_failed();
    stand_in::fail_after(-1);
    EXPECT_EQ(stand_in::held().events, 0) << "call " << n;
    if (is_done) break;
  }
}

}  // namespace
}  // namespace preamar::test
