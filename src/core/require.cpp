#include "core/require.h"

#include "core/device_names.h"
#include "core/error_text.h"
#include "core/most_threads.h"
#include "core/overlap.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace preamar {
namespace {

std::string described(ConstImageView image) { return text(image.shape().text(), " ", name_of(image.dtype())); }

[[noreturn]] void refuse_overlap(std::string_view op, NamedImage a, NamedImage b) {
  throw Error(ErrorKind::call, text(op, ": ", b.name, " shares memory with ", a.name, "; give it memory of its own"));
}

// The axes with more than one pixel, in ascending order of stride.
std::vector<int> steps_of(ConstImageView image) {
  std::vector<int> axes;
  for (int axis = 0; axis < image.rank(); ++axis)
    if (image.shape()[axis] > 1) axes.push_back(axis);
  std::ranges::stable_sort(axes, {}, [&](int axis) { return std::abs(image.stride(axis)); });
  return axes;
}

bool is_aligned(ConstImageView image) {
  const std::int64_t size = size_of(image.dtype());
  return reinterpret_cast<std::uintptr_t>(image.data()) % static_cast<std::uintptr_t>(size) == 0 &&
         std::ranges::all_of(steps_of(image), [&](int axis) { return image.stride(axis) % size == 0; });
}

}  // namespace

void require_execution(std::string_view op, const Execution& on) {
  require_within(op, "threads", on.threads, 0, most_threads);
  require_within(op, "scratch_memory", on.scratch_memory, 0, INT64_MAX);
  require_within(op, "device_groups", on.device_groups, 0, INT32_MAX);
  if (on.device_tile != 0 && on.device_tile != 32 && on.device_tile != 64)
    throw Error(ErrorKind::call, text(op, ": device_tile is ", on.device_tile,
                                      "; it must be 32 or 64, or 0 for the default of the device"));
}

void require_readable(std::string_view op, const Execution& on, NamedImage named) {
  const ConstImageView image = named.image;
  if (image.shape().count() == 0) return;
  if (!image.data())
    throw Error(ErrorKind::call, text(op, ": ", named.name, " has no pixels: its data is null; give it memory"));
  if (image.location() == Location::device) {
    if (is_host(on.device) || names_several(on.device))
      throw Error(ErrorKind::call, text(op, ": ", named.name, " is in the memory of a device and the call runs on '",
                                        on.device, "'; run it on that device, or bring the pixels to the host"));
    return;
  }
  if (!is_aligned(image))
    throw Error(ErrorKind::call,
                text(op, ": ", named.name, " has pixels that are not aligned in memory; give a copy of it"));
}

// Views that interleave without sharing a pixel are refused too.
void require_writable_once(std::string_view op, NamedImage out) {
  if (out.image.shape().count() == 0) return;
  std::int64_t reach = size_of(out.image.dtype());
  for (const int axis : steps_of(out.image)) {
    const std::int64_t step = std::abs(out.image.stride(axis));
    if (step == 0)
      throw Error(ErrorKind::call, text(op, ": ", out.name, " repeats its pixels along axis ", axis,
                                        " (stride 0); give an image that has each pixel once"));
    if (step < reach)
      throw Error(ErrorKind::call, text(op, ": ", out.name, " has pixels that overlap along axis ", axis, " (stride ",
                                        out.image.stride(axis), "); give an image that has each pixel once"));
    reach += step * (out.image.shape()[axis] - 1);
  }
}

void require_usable(std::string_view op, const Execution& on, std::initializer_list<NamedImage> inputs,
                    std::initializer_list<NamedImage> outs) {
  require_execution(op, on);
  for (const NamedImage& image : inputs) require_readable(op, on, image);
  for (const NamedImage& out : outs) {
    require_readable(op, on, out);
    require_writable_once(op, out);
  }
}

void require_rank(std::string_view op, NamedImage image, int lowest, int highest) {
  const int rank = image.image.rank();
  if (rank < lowest || rank > highest)
    throw Error(ErrorKind::call, text(op, ": ", image.name, " has rank ", rank, "; images of rank ", lowest, " to ",
                                      highest, " are taken"));
}

void require_alike(std::string_view op, NamedImage a, NamedImage b) {
  if (a.image.type() != b.image.type())
    throw Error(ErrorKind::call, text(op, ": ", a.name, " is ", described(a.image), " and ", b.name, " is ",
                                      described(b.image), "; their shape and dtype must be the same"));
}

void require_apart(std::string_view op, NamedImage a, NamedImage b) {
  if (overlap(a.image, b.image)) refuse_overlap(op, a, b);
}

void require_apart_or_same(std::string_view op, NamedImage a, NamedImage b) {
  if (are_same_pixels(a.image, b.image)) return;
  require_apart(op, a, b);
}

void require_within(std::string_view op, std::string_view argument, std::int64_t value, std::int64_t lowest,
                    std::int64_t highest) {
  if (value < lowest || value > highest)
    throw Error(ErrorKind::call,
                text(op, ": ", argument, " is ", value, "; it must be from ", lowest, " to ", highest));
}

void require_memory(std::int64_t allowed, std::int64_t needed) {
  if (allowed > 0 && needed > allowed)
    throw Error(ErrorKind::resource, text("scratch memory: ", allowed, " bytes are allowed beyond the images and ",
                                          needed, " are needed; allow more memory"));
}

}  // namespace preamar
