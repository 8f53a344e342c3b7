#include "backends/device/device_call.h"

#include "backends/device/device_addresses.h"
#include "backends/device/extents.h"
#include "core/checked.h"
#include "core/error_text.h"
#include "core/rows.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace preamar::device {
namespace {

constexpr int copy_group = 64;
constexpr std::string_view copy_variants[] = {"1", "2", "4", "8"};

std::int64_t bytes_of(const ImageType& type) {
  return checked_product(type.shape.count(), size_of(type.dtype), "an image's bytes");
}

// Copies between views on the host.
void copy_pixels(ConstImageView from, ImageView to) {
  const std::int64_t rows = row_count(from.shape()), columns = row_length(from.shape());
  const std::int64_t size = size_of(from.dtype());
  const std::int64_t from_step = from.stride(from.rank() - 1), to_step = to.stride(to.rank() - 1);
  for (std::int64_t y = 0; y < rows; ++y) {
    const std::byte* const source = row(from, y);
    std::byte* const target = row(to, y);
    for (std::int64_t x = 0; x < columns; ++x)
      std::memcpy(target + x * to_step, source + x * from_step, static_cast<std::size_t>(size));
  }
}

// Copies from dense host memory.
void write_dense(const DeviceCall& call, ConstImageView image, Memory to) {
  const std::int64_t bytes = bytes_of(image.type());
  Driver& driver = call.driver();
  driver.work.copies_in++;
  driver.work.bytes_in += bytes;
  if (image.is_dense()) return driver.write(to, 0, image.data(), bytes);
  Image packed(image.type());
  copy_pixels(image, packed);
  driver.write(to, 0, packed.data(), bytes);
}

void read_dense(const DeviceCall& call, Memory from, ImageView image) {
  const std::int64_t bytes = bytes_of(image.type());
  Driver& driver = call.driver();
  driver.work.copies_out++;
  driver.work.bytes_out += bytes;
  if (image.is_dense()) return driver.read(image.data(), from, 0, bytes);
  Image packed(image.type());
  driver.read(packed.data(), from, 0, bytes);
  copy_pixels(packed, image);
}

// The memory of an image on this call's device; none if the image is on the host.
std::optional<Coordinates> place_of(const DeviceCall& call, ConstImageView image) {
  const std::optional<Coordinates> place = find(image.data());
  if (place && place->device != &call.device())
    throw Error(ErrorKind::device, text("an image is in the memory of ", place->device->driver->info().name,
                                        " and the call is for ", call.info().name));
  if (place && !place->is_owned) call.note_foreign_memory();
  return place;
}

struct Strided {
  Memory memory;
  std::int64_t at;                            // in pixels, like the strides
  std::array<std::int64_t, max_rank> stride;  // of z, y, x
};

Strided strided(ConstImageView image, const Coordinates& place) {
  const std::int64_t size = size_of(image.dtype());
  Strided view{place.memory, place.at / size, {}};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const int at = max_rank - image.rank() + axis;
    view.stride[static_cast<std::size_t>(at)] = image.stride(axis) / size;
  }
  return view;
}

Strided dense(const ImageType& type, Memory memory) {
  return strided(ConstImageView(nullptr, type.dtype, type.shape), {nullptr, memory, 0, 0, true});
}

void copy_on_device(const DeviceCall& call, const ImageType& type, const Strided& from, const Strided& to) {
  const auto extent = extents_of(type.shape);
  const auto variant = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(size_of(type.dtype))));
  call.launch({"copy", copy_variants[variant], "copy"}, call.groups_for(type.shape.count(), copy_group), copy_group,
              from.memory, to.memory, from.at, from.stride[0], from.stride[1], from.stride[2], to.at, to.stride[0],
              to.stride[1], to.stride[2], extent[0], extent[1], extent[2]);
}

bool is_whole(ConstImageView image, const Coordinates& place) { return place.at == 0 && image.is_dense(); }

Device& device_of(const Execution& on) {
  if (Device* const device = named(on.device)) return *device;
  throw Error(ErrorKind::device, text("device '", on.device, "' is not here"));
}

}  // namespace

// Start from an empty one, so that the memory is released if filling it fails.
Scratch::Scratch(Driver& driver, std::int64_t bytes) : Scratch() {
  memory_ = driver.allocate(std::max<std::int64_t>(bytes, 1));
  driver_ = &driver;
  if (poisons_new_memory()) driver.fill(memory_, 0, 0xA5, std::max<std::int64_t>(bytes, 1));
}

DeviceCall::DeviceCall(const Execution& on) : on_(on), device_(device_of(on)), lock_(device_.mutex) {}

DeviceCall::~DeviceCall() {
  if (!uses_foreign_memory_) return;
  try {
    driver().finish();
  } catch (const Error&) {
    // A failed device uses no memory; its next call throws the error.
  }
}

void DeviceCall::look_up() const {
  if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
}

std::int64_t DeviceCall::groups_for(std::int64_t items, int group_size) const {
  const std::int64_t needed = (items + group_size - 1) / group_size;
  const std::int64_t most = on_.device_groups > 0 ? on_.device_groups : std::int64_t{64} * info().units;
  return std::clamp<std::int64_t>(needed, 1, most);
}

Input::Input(const DeviceCall& call, ConstImageView image) {
  const std::optional<Coordinates> place = place_of(call, image);
  if (place && is_whole(image, *place)) {
    memory_ = place->memory;
    return;
  }
  copy_ = call.scratch(bytes_of(image.type()));
  memory_ = copy_.memory();
  if (image.shape().count() == 0) return;
  if (place)
    copy_on_device(call, image.type(), strided(image, *place), dense(image.type(), memory_));
  else
    write_dense(call, image, memory_);
}

Output::Output(const DeviceCall& call, ImageView image) : call_(call), image_(image) {
  const std::optional<Coordinates> place = place_of(call, image);
  if (place && is_whole(image, *place)) {
    memory_ = place->memory;
    return;
  }
  copy_ = call.scratch(bytes_of(image.type()));
  memory_ = copy_.memory();
}

void Output::finish() const {
  if (copy_.memory() == Memory::none || image_.shape().count() == 0) return;
  if (const std::optional<Coordinates> place = place_of(call_, image_))
    copy_on_device(call_, image_.type(), dense(image_.type(), memory_), strided(image_, *place));
  else
    read_dense(call_, memory_, image_);
}

void copy(const DeviceCall& call, ConstImageView from, ImageView to) {
  if (from.shape().count() == 0) return;
  const std::optional<Coordinates> source = place_of(call, from), target = place_of(call, to);
  if (!source && !target) return copy_pixels(from, to);
  if (source && target) return copy_on_device(call, from.type(), strided(from, *source), strided(to, *target));
  if (target && is_whole(to, *target)) return write_dense(call, from, target->memory);
  if (source && is_whole(from, *source)) return read_dense(call, source->memory, to);
  const Input pixels(call, from);
  if (target)
    copy_on_device(call, from.type(), dense(from.type(), pixels.memory()), strided(to, *target));
  else
    read_dense(call, pixels.memory(), to);
}

}  // namespace preamar::device
