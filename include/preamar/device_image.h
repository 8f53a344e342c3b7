/// @file
/// Images on devices. A chain of operators on a device copies its input to the device once and its result back once.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace preamar {

/// An image with a copy on the host and a copy on a device. It knows which copy is up to date and copies pixels only
/// when needed; memory for a copy is allocated at its first use. Pass views of the device copy only to operators that
/// run on that device: the host cannot read their pixels. On "cpu" and "reference" both copies are the same.
class PREAMAR_API DeviceImage {
 public:
  /// An image whose pixels are not initialised.
  /// @param type dtype and shape
  /// @param on the device
  /// @throws Error kind `device` if there is no such device
  DeviceImage(const ImageType& type, const Execution& on);
  /// An image that reads the pixels of `image`. Nothing is copied now: `image` must live until this image is written.
  /// @param image pixels on the host
  /// @param on the device
  /// @throws Error kind `device` if there is no such device
  DeviceImage(ConstImageView image, const Execution& on);
  /// An image over device memory that another library allocated. Its pixels are dense, in C order.
  /// @param type dtype and shape
  /// @param on the device
  /// @param handle handle of the memory in the driver: a CUdeviceptr or a cl_mem
  /// @param release called when the memory is not used any more
  /// @throws Error kind `device` if the device does not exist or cannot use the memory
  DeviceImage(const ImageType& type, const Execution& on, std::uint64_t handle, std::function<void()> release);
  /// Takes over the copies of `other`.
  DeviceImage(DeviceImage&& other) noexcept;
  /// Takes over the copies of `other`.
  DeviceImage& operator=(DeviceImage&& other) noexcept;
  ~DeviceImage();

  /// Returns dtype and shape.
  [[nodiscard]] const ImageType& type() const noexcept;
  /// Returns whether only the copy on the device is up to date.
  [[nodiscard]] bool is_newest_on_device() const noexcept;

  /// Returns the up-to-date pixels on the host; copies them from the device if needed.
  [[nodiscard]] ConstImageView on_host();
  /// Returns the up-to-date pixels on the device; copies them from the host if needed.
  [[nodiscard]] ConstImageView on_device();
  /// Returns the host copy, for a caller that writes all pixels. The device copy is out of date from now on.
  [[nodiscard]] ImageView to_write_on_host();
  /// Returns the device copy, for an operator that writes all pixels. The host copy is out of date from now on.
  [[nodiscard]] ImageView to_write_on_device();
  /// Copies pixels to the device.
  /// @param image an image on the host, of the same dtype and shape
  void write(ConstImageView image);
  /// Copies the up-to-date pixels to the host without allocating a host copy.
  /// @param[out] to an image on the host, of the same dtype and shape
  void read(ImageView to);
  /// Returns the handle of on_device() in the driver of the device: a CUdeviceptr or a cl_mem.
  /// @throws Error kind `device` if the device has no memory of its own
  [[nodiscard]] std::uint64_t handle();

  /// Returns the CUDA stream on which operators run. A library that shares the memory makes this stream wait for its
  /// own work before it calls an operator. 0 if the device has no streams (OpenCL, cpu): finish the other work first.
  /// @param on the device
  [[nodiscard]] static std::uint64_t stream(const Execution& on);
  /// Makes later work on the CUDA stream `other` wait for all work of this library so far. On devices without streams
  /// it returns when that work is finished. An operator that uses memory of another library has finished with it when
  /// it returns.
  /// @param other a CUstream
  void order_before(std::uint64_t other);

 private:
  struct Copies;
  std::unique_ptr<Copies> copies_;
};

}  // namespace preamar
