// NIfTI-1 and NIfTI-2 in one file, plain (.nii) or compressed as a whole (.nii.gz). It has no bool: such an image is
// written as uint8 with 0 and 1.
#include "io/format.h"

#include "io/raw/nifti_header.h"
#include "io/raw/payload.h"

#include <cstddef>
#include <cstdint>

namespace preamar::io {
namespace {

constexpr std::string_view plain_suffixes[] = {".nii"}, gzip_suffixes[] = {".nii.gz"};
constexpr std::string_view plain_compressions[] = {"none"}, gzip_compressions[] = {"gzip"};

std::unique_ptr<Source> source_of(const std::filesystem::path& file, const NiftiFields& fields,
                                  const ReadOptions& options, Coding coding) {
  const NiftiHeader header = parse_nifti_header(file, fields, options);
  const bool is_plain = coding == Coding::plain;
  Payload payload{.file = file, .coding = coding, .endian = fields.endian};
  payload.images = header.images;
  payload.chosen = header.chosen;
  (is_plain ? payload.offset : payload.skipped) = header.offset;
  return make_payload_source(file, "NIfTI", header.type, header.metadata, is_plain ? "none" : "gzip", payload);
}

std::unique_ptr<Source> open_plain(const std::filesystem::path& file, const ReadOptions& options) {
  const InFile in(file);
  std::int64_t at = 0;
  const NiftiFields fields = read_nifti_fields(file, [&](std::byte* to, std::int64_t count) {
    in.read(at, to, count);
    at += count;
  });
  return source_of(file, fields, options, Coding::plain);
}

std::unique_ptr<Source> open_gzip(const std::filesystem::path& file, const ReadOptions& options) {
  const InFile in(file);
  Inflater stream(in, 0, in.size());
  const NiftiFields fields =
      read_nifti_fields(file, [&](std::byte* to, std::int64_t count) { stream.read(to, count); });
  return source_of(file, fields, options, Coding::deflated);
}

std::unique_ptr<Sink> sink_of(const SharedOutput& output, const ImageType& type, const WriteOptions& options,
                              Coding coding) {
  PayloadPlan plan;
  plan.header = nifti_header(type, options.metadata);
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

Metadata nifti_kept(const std::filesystem::path&, const Metadata& metadata, const ImageType& type) {
  return nifti_metadata(type, metadata);
}

}  // namespace

constinit const Format nifti_format = {
    .name = "NIfTI",
    .suffixes = plain_suffixes,
    .compressions = plain_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "NRRD",
    .open_source = open_plain,
    .open_sink = write_plain,
    .chunk = payload_chunk,
    .has_parts = true,
    .kept = nifti_kept,
};

constinit const Format nifti_gzip_format = {
    .name = "NIfTI with gzip",
    .suffixes = gzip_suffixes,
    .compressions = gzip_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "NRRD",
    .open_source = open_gzip,
    .open_sink = write_gzip,
    .has_parts = true,
    .kept = nifti_kept,
};

}  // namespace preamar::io
