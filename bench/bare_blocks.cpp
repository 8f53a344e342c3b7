// The lower bound for images in blocks: reads every block of the inputs twice and writes every block of the output
// once, with the files, threads and grid of the engine, and computes nothing.
//   bare_blocks BLOCK THREADS DTYPE OUTPUT INPUT...
// BLOCK is a shape such as 4096x4096. The output contains the pixels of the last input as DTYPE. Prints a line of JSON.
#include "core/box.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "io/open.h"
#include "platform/process.h"

#include <preamar/error.h>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for_each.h>
#include <tbb/task_arena.h>

#include <chrono>
#include <ctime>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace preamar {
namespace {

Shape shape_named(const std::string& words) {
  std::vector<std::int64_t> extents;
  std::istringstream stream(words);
  for (std::string word; std::getline(stream, word, 'x');) extents.push_back(std::stoll(word));
  return Shape(extents.data(), static_cast<int>(extents.size()));
}

// The blocks of the grid in raster order.
std::vector<Box> grid(const Shape& image, const Shape& block) {
  std::vector<Box> boxes = {whole(image)};
  for (int axis = 0; axis < image.rank(); ++axis) {
    std::vector<Box> cut;
    for (const Box& box : boxes)
      for (std::int64_t at = 0; at < image[axis]; at += block[axis]) {
        std::int64_t extents[max_rank] = {};
        for (int i = 0; i < image.rank(); ++i) extents[i] = box.shape[i];
        extents[axis] = std::min(block[axis], image[axis] - at);
        Box part{box.origin, Shape(extents, image.rank())};
        part.origin[static_cast<std::size_t>(axis)] = at;
        cut.push_back(part);
      }
    boxes = cut;
  }
  return boxes;
}

// A loop that compilers vectorise, so that conversion costs little.
Image converted(ConstImageView from, DType dtype) {
  Image to(dtype, from.shape());
  const std::int64_t count = to.shape().count();
  with_type(from.dtype(), [&]<class From>(std::type_identity<From>) {
    with_type(dtype, [&]<class To>(std::type_identity<To>) {
      const auto* const pixels = static_cast<const From*>(from.data());
      auto* const out = static_cast<To*>(to.data());
      if (dtype == DType::boolean)
        for (std::int64_t i = 0; i < count; ++i) out[i] = pixels[i] != From{0};
      else
        for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<To>(pixels[i]);
    });
  });
  return to;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void run(const Shape& block, int threads, DType dtype, const std::string& output,
         const std::vector<std::string>& inputs) {
  const tbb::global_control most(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  using Sources = std::vector<std::unique_ptr<io::Source>>;
  tbb::enumerable_thread_specific<Sources> sources([&] {
    Sources opened;
    for (const std::string& input : inputs) opened.push_back(io::open_source(input));
    return opened;
  });
  const Shape image = describe(inputs.back()).type.shape;
  const auto sink = io::open_sink(output, {dtype, image}, {.overwrite = true});
  const std::vector<Box> boxes = grid(image, block);
  const auto read = [&](const Box& box) {
    Image last;
    for (const auto& source : sources.local()) {
      last = Image(source->info().type.dtype, box.shape);
      source->read(box.origin.data(), last);
    }
    return last;
  };
  const auto begin = std::chrono::steady_clock::now();
  const double cpu_begin = cpu_seconds();
  tbb::parallel_for_each(boxes, [&](const Box& box) { (void)read(box); });
  tbb::parallel_for_each(boxes, [&](const Box& box) {
    const Image pixels = read(box);
    if (pixels.dtype() == dtype)
      sink->write(box.origin.data(), pixels);
    else
      sink->write(box.origin.data(), converted(pixels, dtype));
  });
  sink->close();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::cout << "{\"seconds\": " << seconds.count() << ", \"cpu_seconds\": " << cpu_seconds() - cpu_begin
            << ", \"peak_memory\": " << os_peak_memory() << ", \"blocks\": " << boxes.size() << "}\n";
}

}  // namespace
}  // namespace preamar

int main(int count, char** words) try {
  if (count < 6) {
    std::cerr << "usage: bare_blocks BLOCK THREADS DTYPE OUTPUT INPUT...\n";
    return 2;
  }
  preamar::run(preamar::shape_named(words[1]), std::stoi(words[2]), preamar::dtype_named(words[3]), words[4],
               std::vector<std::string>(words + 5, words + count));
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
