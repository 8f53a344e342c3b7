// An image that reaches a sink in parts.
#pragma once

#include "io/pixels.h"
#include "io/source.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

namespace preamar::test {

struct Region {
  std::int64_t origin[max_rank] = {};
  Shape shape;
};

// The image cut into boxes of up to `most` whole chunks per side, in random order. A chunk of rank 0 is one pixel.
inline std::vector<Region> regions_of(const Shape& image, const Shape& chunk, std::uint64_t most,
                                      std::mt19937_64& random) {
  std::vector<Region> regions{{{}, image}};
  for (int axis = 0; axis < image.rank(); ++axis) {
    std::vector<Region> cut;
    for (const Region& whole : regions)
      for (std::int64_t at = 0; at < image[axis];) {
        const std::int64_t step =
            (chunk.rank() == 0 ? 1 : chunk[axis]) * static_cast<std::int64_t>(1 + random() % most);
        Region part = whole;
        std::int64_t extents[max_rank];
        for (int i = 0; i < image.rank(); ++i) extents[i] = whole.shape[i];
        extents[axis] = std::min(step, image[axis] - at);
        part.origin[axis] = at;
        part.shape = Shape(extents, image.rank());
        cut.push_back(part);
        at += step;
      }
    regions = cut;
  }
  std::shuffle(regions.begin(), regions.end(), random);
  return regions;
}

inline std::uint64_t put(io::Sink& sink, ConstImageView image, const Region& region) {
  return sink.write(region.origin, io::crop(image, region.origin, region.shape));
}

// From three threads, each region by the first that is free.
inline void put_from_threads(io::Sink& sink, ConstImageView image, const std::vector<Region>& regions) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < regions.size(); at = next++) put(sink, image, regions[at]);
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace preamar::test
