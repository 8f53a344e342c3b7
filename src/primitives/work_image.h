// An image for work in between, in the memory that the primitives of a device work in.
#pragma once

#include "primitives/backend.h"

#include <utility>

namespace preamar::primitives {

// Pixels of its own, dense, not initialised. Only primitives on the same device may look at them.
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

  [[nodiscard]] ImageView view() const noexcept { return view_; }
  operator ImageView() const noexcept { return view_; }
  operator ConstImageView() const noexcept { return view_; }
  [[nodiscard]] const void* data() const noexcept { return view_.data(); }

 private:
  Image host_;
  ImageView view_;
  void (*release_)(void* address) noexcept = nullptr;
};

}  // namespace preamar::primitives
