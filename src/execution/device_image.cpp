#include <preamar/device_image.h>

#include "core/checked.h"
#include "execution/device_memory.h"
#include "primitives/map.h"
#include "primitives/work_image.h"

#include <algorithm>
#include <string>
#include <utility>

namespace preamar {
using namespace execution;
using namespace primitives;

struct DeviceImage::Copies {
  Copies(const ImageType& its, const Execution& execution)
      : on{.device = execution.device, .threads = execution.threads},
        type(its),
        is_apart(backend_for(on).reserve != nullptr) {}
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  ~Copies() {
    if (foreign.data()) backend_for(on).release(foreign.data());
    if (release_foreign) release_foreign();
  }

  ImageView host() {
    if (!own.data()) own = Image(type);
    return own;
  }
  ImageView device() {
    if (!is_apart) return host();
    if (foreign.data()) return foreign;
    if (work.data() == nullptr) work = WorkImage(on, type);
    return work.view();
  }

  Execution on;
  ImageType type;
  bool is_apart;         // the device has its own memory
  ConstImageView given;  // the caller's image, while it is up to date; otherwise of rank 0
  Image own;             // the copy on the host, if any
  ImageView foreign;     // device memory that the caller owns, if any
  std::function<void()> release_foreign;
  WorkImage work;           // the copy on the device, if any
  bool host_is_new = true;  // at least one of the two is true
  bool device_is_new = false;
};

DeviceImage::DeviceImage(const ImageType& type, const Execution& on) : copies_(std::make_unique<Copies>(type, on)) {}

DeviceImage::DeviceImage(ConstImageView image, const Execution& on)
    : copies_(std::make_unique<Copies>(image.type(), on)) {
  copies_->given = image;
}

DeviceImage::DeviceImage(const ImageType& type, const Execution& on, std::uint64_t handle,
                         std::function<void()> release)
    : DeviceImage(type, on) {
  Copies& all = *copies_;
  const std::int64_t bytes = checked_product(type.shape.count(), size_of(type.dtype), "an image's bytes");
  all.foreign = ImageView(adopt_device_memory(all.on, handle, std::max<std::int64_t>(bytes, 1)), type.dtype, type.shape,
                          dense_strides(type.dtype, type.shape), Location::device);
  all.release_foreign = std::move(release);
  all.host_is_new = false;
  all.device_is_new = true;
}

DeviceImage::DeviceImage(DeviceImage&&) noexcept = default;
DeviceImage& DeviceImage::operator=(DeviceImage&&) noexcept = default;
DeviceImage::~DeviceImage() = default;

const ImageType& DeviceImage::type() const noexcept { return copies_->type; }

bool DeviceImage::is_newest_on_device() const noexcept { return !copies_->host_is_new; }

ConstImageView DeviceImage::on_host() {
  Copies& all = *copies_;
  if (all.given.rank() > 0) return all.given;
  const ImageView host = all.host();
  if (!all.host_is_new) map(all.on, {.pixel = Pixel::copy}, all.device(), host);
  all.host_is_new = true;
  return host;
}

ConstImageView DeviceImage::on_device() {
  Copies& all = *copies_;
  if (!all.is_apart) return on_host();
  if (!all.device_is_new) {
    const ConstImageView host = on_host();
    map(all.on, {.pixel = Pixel::copy}, host, all.device());
  }
  all.device_is_new = true;
  return all.device();
}

ImageView DeviceImage::to_write_on_host() {
  Copies& all = *copies_;
  all.given = {};
  all.host_is_new = true;
  all.device_is_new = false;
  return all.host();
}

ImageView DeviceImage::to_write_on_device() {
  Copies& all = *copies_;
  if (!all.is_apart) return to_write_on_host();
  all.given = {};
  all.host_is_new = false;
  all.device_is_new = true;
  return all.device();
}

void DeviceImage::write(ConstImageView image) {
  const ImageView device = to_write_on_device();
  map(copies_->on, {.pixel = Pixel::copy}, image, device);
}

void DeviceImage::read(ImageView to) {
  Copies& all = *copies_;
  map(all.on, {.pixel = Pixel::copy}, all.host_is_new ? on_host() : ConstImageView(all.device()), to);
}

std::uint64_t DeviceImage::handle() { return device_handle(on_device().data()); }

std::uint64_t DeviceImage::stream(const Execution& on) { return device_stream(on); }

void DeviceImage::order_before(std::uint64_t other) { order_device_before(copies_->on, other); }

}  // namespace preamar
