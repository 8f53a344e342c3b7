// A temporary image in the memory of the device that runs the primitives.
#pragma once

#include "primitives/backend.h"

#include <utility>

namespace preamar::primitives {

// Owns dense, uninitialised pixels. Only primitives on the same device may access them.
class WorkImage {
 public:
  WorkImage() = default;
  // Throws Error (resource) if the memory cannot be allocated.
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
