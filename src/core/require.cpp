#include "core/require.h"

#include "core/error_text.h"

#include <cstdint>

namespace preamar {
namespace {

std::string described(const ConstImage& image) { return text(image.shape().text(), " ", name_of(image.dtype())); }

struct Span {
  std::uintptr_t begin, end;
};

// The bytes from the lowest to the highest pixel of a view.
Span span_of(const ConstImage& image) {
  auto low = reinterpret_cast<std::uintptr_t>(image.data());
  auto high = low + static_cast<std::uintptr_t>(size_of(image.dtype()));
  for (int axis = 0; axis < image.rank(); ++axis) {
    if (image.shape()[axis] == 0) return {low, low};
    const std::int64_t reach = (image.shape()[axis] - 1) * image.stride(axis);
    (reach < 0 ? low : high) += static_cast<std::uintptr_t>(reach);
  }
  return {low, high};
}

bool overlap(const ConstImage& a, const ConstImage& b) {
  const Span x = span_of(a), y = span_of(b);
  if (x.begin == x.end || y.begin == y.end) return false;
  return x.begin < y.end && y.begin < x.end;
}

[[noreturn]] void refuse_overlap(std::string_view op, NamedImage a, NamedImage b) {
  throw Error(ErrorKind::call, text(op, ": ", b.name, " shares memory with ", a.name, "; give it memory of its own"));
}

}  // namespace

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
  if (a.image.data() == b.image.data() && a.image.strides() == b.image.strides()) return;
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
    throw Error(ErrorKind::resource, text("memory: ", allowed, " bytes were allowed and ", needed,
                                          " are needed beyond the images; give memory=", needed, " or more"));
}

}  // namespace preamar
