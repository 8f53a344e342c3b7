// NIfTI-1 in one file, plain (.nii) or compressed as a whole (.nii.gz). It has no bool: such an image is written as
// uint8 with 0 and 1. The orientation is not kept.
#include "io/format.h"

#include "io/raw/nifti_header.h"
#include "io/raw/payload.h"

#include <array>

namespace preamar::io {
namespace {

constexpr std::string_view plain_suffixes[] = {".nii"}, gzip_suffixes[] = {".nii.gz"};
constexpr std::string_view plain_compressions[] = {"none"}, gzip_compressions[] = {"gzip"};

std::unique_ptr<Source> source_of(const std::filesystem::path& file,
                                  std::span<const std::byte, nifti_header_bytes> begin, Coding coding) {
  const NiftiHeader header = parse_nifti_header(file, begin);
  const bool is_plain = coding == Coding::plain;
  Payload payload{.file = file, .offset = is_plain ? header.offset : 0, .coding = coding, .endian = header.endian};
  if (!is_plain) payload.skipped = header.offset;
  return make_payload_source(file, "NIfTI", header.type, {.axes = header.axes}, is_plain ? "none" : "gzip", payload);
}

std::unique_ptr<Source> open_plain(const std::filesystem::path& file, const ReadOptions&) {
  std::array<std::byte, nifti_header_bytes> begin{};
  InFile(file).read(0, begin.data(), nifti_header_bytes);
  return source_of(file, begin, Coding::plain);
}

std::unique_ptr<Source> open_gzip(const std::filesystem::path& file, const ReadOptions&) {
  std::array<std::byte, nifti_header_bytes> begin{};
  const InFile in(file);
  Inflater(in, 0, in.size()).read(begin.data(), nifti_header_bytes);
  return source_of(file, begin, Coding::deflated);
}

std::unique_ptr<Sink> sink_of(const SharedOutput& output, const ImageType& type, const WriteOptions& options,
                              Coding coding) {
  PayloadPlan plan;
  plan.header = nifti_header(output->file(), type, options.metadata.axes);
  plan.coding = coding;
  plan.wrapping = Wrapping::gzip;
  plan.is_header_coded = coding == Coding::deflated;
  return make_payload_sink(output, type, options, plan);
}

std::unique_ptr<Sink> write_plain(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  return sink_of(output, type, options, Coding::plain);
}

std::unique_ptr<Sink> write_gzip(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  return sink_of(output, type, options, Coding::deflated);
}

// The spacing, to seven digits, and its unit if all axes have the same.
Metadata nifti_kept(const std::filesystem::path&, const Metadata& metadata, const ImageType& type) {
  if (std::ssize(metadata.axes) != type.shape.rank()) return {};
  Metadata kept{.axes = metadata.axes};
  for (Axis& axis : kept.axes)
    if (axis.unit != metadata.axes[0].unit || !is_nifti_unit(axis.unit)) axis.unit.clear();
  return kept;
}

}  // namespace

constinit const Format nifti_format = {
    .name = "NIfTI",
    .suffixes = plain_suffixes,
    .compressions = plain_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "TIFF",
    .open_source = open_plain,
    .open_sink = write_plain,
    .piece = payload_piece,
    .kept = nifti_kept,
};

constinit const Format nifti_gzip_format = {
    .name = "NIfTI with gzip",
    .suffixes = gzip_suffixes,
    .compressions = gzip_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "TIFF",
    .open_source = open_gzip,
    .open_sink = write_gzip,
    .kept = nifti_kept,
};

}  // namespace preamar::io
