#include "blocks/distance/scratch_image.h"

#include "core/checked.h"
#include "core/error_text.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

constexpr std::int64_t position_bytes = sizeof(std::uint32_t);

std::int64_t cell_bytes_of(const Task& task) {
  std::int64_t bytes = 0;
  for (const ImageType& result : task.results) bytes += size_of(result.dtype);
  return std::max(bytes, position_bytes);
}

std::int64_t groups_of(const Task& task, std::int64_t depth) { return (task.image[0] + depth - 1) / depth; }

}  // namespace

std::int64_t ScratchImage::bytes_for(const Task& task, std::int64_t depth) {
  const auto lines = static_cast<std::int64_t>(line_count(task.image));
  constexpr const char* what = "the bytes of the scratch image";
  const std::int64_t planes = checked_product(checked_product(task.image[0], lines, what), cell_bytes_of(task), what);
  return planes + checked_product(groups_of(task, depth) * 2 * position_bytes, lines, what);
}

ScratchImage::ScratchImage(const Task& task, std::int64_t depth, const std::filesystem::path& file)
    : image_(task.image),
      depth_(depth),
      lines_(static_cast<std::int64_t>(line_count(task.image))),
      groups_(groups_of(task, depth)),
      cell_bytes_(cell_bytes_of(task)),
      bytes_(bytes_for(task, depth)),
      file_(file, file, OutFile::Start::kept) {
  for (const ImageType& result : task.results) result_bytes_.push_back(size_of(result.dtype));
}

std::int64_t ScratchImage::offset_of_ends(End end, std::int64_t group) const {
  const std::int64_t lists = 2 * group + (end == End::last ? 1 : 0);
  return (image_[0] * cell_bytes_ + lists * position_bytes) * lines_;
}

std::int64_t ScratchImage::offset_of_result(std::size_t which, std::int64_t plane) const {
  std::int64_t before = 0;
  for (std::size_t i = 0; i < which; ++i) before += result_bytes_[i];
  return (plane * cell_bytes_ + before) * lines_;
}

template <class Run>
void ScratchImage::each_run(const Box& box, const Run& run) const {
  const int last = image_.rank() - 1;
  const std::int64_t width = box.shape[last], rows = last == 2 ? box.shape[1] : 1;
  const std::int64_t first_row = last == 2 ? box.begin(1) : 0;
  if (width == image_[last]) return run(first_row * width, std::int64_t{0}, rows * width);
  for (std::int64_t y = 0; y < rows; ++y) run((first_row + y) * image_[last] + box.begin(last), y * width, width);
}

void ScratchImage::write_positions(const Box& box, const std::uint32_t* values) {
  const auto cells = static_cast<std::int64_t>(line_count(box.shape));
  for (std::int64_t z = 0; z < box.shape[0]; ++z, values += cells)
    each_run(box, [&](std::int64_t line, std::int64_t cell, std::int64_t count) {
      file_.write(offset_of_result(0, box.begin(0) + z) + line * position_bytes, values + cell, count * position_bytes);
    });
}

void ScratchImage::write_ends(End end, const Box& box, const std::uint32_t* values) {
  each_run(box, [&](std::int64_t line, std::int64_t cell, std::int64_t count) {
    file_.write(offset_of_ends(end, box.begin(0)) + line * position_bytes, values + cell, count * position_bytes);
  });
}

void ScratchImage::read_ends(End end, std::int64_t group, std::uint32_t* values) const {
  read(offset_of_ends(end, group), values, lines_ * position_bytes);
}

void ScratchImage::read_positions(std::int64_t plane, std::uint32_t* values) const {
  read(offset_of_result(0, plane), values, lines_ * position_bytes);
}

void ScratchImage::write_results(const Box& planes, std::span<const ImageView> results) {
  for (std::size_t i = 0; i < results.size(); ++i)
    for (std::int64_t z = 0; z < planes.shape[0]; ++z) {
      const std::int64_t bytes = lines_ * result_bytes_[i];
      file_.write(offset_of_result(i, planes.begin(0) + z),
                  static_cast<const std::byte*>(results[i].data()) + z * bytes, bytes);
    }
}

void ScratchImage::read_result(std::size_t which, const Box& box, ImageView result) const {
  const std::int64_t size = result_bytes_[which], cells = static_cast<std::int64_t>(line_count(box.shape));
  auto* to = static_cast<std::byte*>(result.data());
  for (std::int64_t z = 0; z < box.shape[0]; ++z, to += cells * size)
    each_run(box, [&](std::int64_t line, std::int64_t cell, std::int64_t count) {
      read(offset_of_result(which, box.begin(0) + z) + line * size, to + cell * size, count * size);
    });
}

void ScratchImage::read(std::int64_t offset, void* to, std::int64_t bytes) const {
  if (file_.read_some(offset, to, bytes) != bytes)
    throw Error(ErrorKind::io, text(file_.path().string(), ": ends too early; run again"));
}

}  // namespace preamar::blocks
