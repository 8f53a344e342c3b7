// An image with a copy on the host and one on a device, which knows which is the newest: a chain of operators on a
// device copies its input in once and its result out once.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace preamar {

// A copy is made, and memory for it is taken, when it is first asked for. Views of the copy on the device are given to
// operators that run on that device, and to nothing else: their pixels have addresses but are not on the host.
// Where the device is "cpu" or "reference" both copies are one.
class PREAMAR_API DeviceImage {
 public:
  // Pixels that nobody has written yet. Throws Error (device) where there is no such device.
  DeviceImage(const ImageType& type, const Execution& on);
  // The pixels of `image`, which must live as long as it is the newest copy and is asked for; none are copied now.
  DeviceImage(ConstImageView image, const Execution& on);
  // Pixels that lie, dense and in C order, in memory of the device that somebody else allocated, by the handle that its
  // driver has for it: a CUdeviceptr, or a cl_mem. Calls `release` when they are not used any more.
  DeviceImage(const ImageType& type, const Execution& on, std::uint64_t handle, std::function<void()> release);
  DeviceImage(DeviceImage&& other) noexcept;
  DeviceImage& operator=(DeviceImage&& other) noexcept;
  ~DeviceImage();

  [[nodiscard]] const ImageType& type() const noexcept;
  // Whether a device has the newest pixels.
  [[nodiscard]] bool is_newest_on_device() const noexcept;

  // The newest pixels, brought there where they were not.
  [[nodiscard]] ConstImageView on_host();
  [[nodiscard]] ConstImageView on_device();
  // Where all pixels will be written; the other copy is out of date from now on.
  [[nodiscard]] ImageView to_write_on_host();
  [[nodiscard]] ImageView to_write_on_device();
  // Copies `image`, of the same type, to the device.
  void write(ConstImageView image);
  // Copies the newest pixels to `to`, of the same type and on the host; no copy of its own is made.
  void read(ImageView to);
  // The handle of on_device() in the device's driver. Throws Error (device) where the device has no memory of its own.
  [[nodiscard]] std::uint64_t handle();

  // Another library that shares the memory runs on streams of its own, and each side must wait for the other.
  // Theirs before ours: the stream of the device's kernels, a CUstream that is to wait for their work. 0 where the
  // device has none that could (OpenCL, cpu): finish their work first.
  [[nodiscard]] static std::uint64_t stream(const Execution& on);
  // Ours before theirs: what they put on `other`, a CUstream, from now on waits for what was done here so far. Without
  // streams, returns when it is done. An operator that used their memory has done so when it returns.
  void order_before(std::uint64_t other);

 private:
  struct Copies;
  std::unique_ptr<Copies> copies_;
};

}  // namespace preamar
