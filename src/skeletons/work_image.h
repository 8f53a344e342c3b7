// An image for work in between, in the memory that the skeletons of a device work in.
#pragma once

#include "skeletons/backend.h"

#include <utility>

namespace preamar {

// Pixels of its own, dense, not initialised. Only skeletons on the same device may look at them.
class WorkImage {
 public:
  WorkImage() = default;
  // Throws Error (resource) where the memory cannot be had.
  WorkImage(const Execution& on, const ImageType& type);
  WorkImage(WorkImage&& other) noexcept
      : host_(std::move(other.host_)),
        view_(std::exchange(other.view_, {})),
        release_(std::exchange(other.release_, nullptr)) {}
  WorkImage& operator=(WorkImage&& other) noexcept {
    std::swap(host_, other.host_);
    std::swap(view_, other.view_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~WorkImage() {
    if (release_) release_(view_.data());
  }

  [[nodiscard]] const Image& view() const noexcept { return view_; }
  operator Image() const noexcept { return view_; }
  [[nodiscard]] const void* data() const noexcept { return view_.data(); }

 private:
  OwnedImage host_;
  Image view_;
  void (*release_)(void* address) noexcept = nullptr;
};

}  // namespace preamar
