// Checks of arguments. Each message names the operator, the argument, the given value and the accepted values.
#pragma once

#include <preamar/execution.h>
#include <preamar/image.h>

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace preamar {

struct NamedImage {
  std::string_view name;
  ConstImageView image;
};

// Requirements of every public call. All images: non-null pixels, aligned to their type, on the host unless the call
// runs on a device. Outputs: no two indices share a pixel. Execution: 0 to most_threads threads, no negative bytes, a
// launch shape that kernels have.
void require_usable(std::string_view op, const Execution& on, std::initializer_list<NamedImage> inputs,
                    std::initializer_list<NamedImage> outs = {});
void require_readable(std::string_view op, const Execution& on, NamedImage image);
void require_writable_once(std::string_view op, NamedImage out);
void require_execution(std::string_view op, const Execution& on);

void require_rank(std::string_view op, NamedImage image, int lowest, int highest);
// Equal shape and dtype.
void require_alike(std::string_view op, NamedImage a, NamedImage b);
// No shared memory. Interleaved views that share no pixel still count as overlapping.
void require_apart(std::string_view op, NamedImage a, NamedImage b);
// No shared memory, or exactly the same pixels.
void require_apart_or_same(std::string_view op, NamedImage a, NamedImage b);
void require_within(std::string_view op, std::string_view argument, std::int64_t value, std::int64_t lowest,
                    std::int64_t highest);
// Throws if `needed` exceeds `allowed`; 0 means no limit. Images are not counted.
void require_memory(std::int64_t allowed, std::int64_t needed);

}  // namespace preamar
