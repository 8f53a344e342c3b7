// What a NIfTI header says about an image in one file.
#pragma once

#include "io/raw/nifti_fields.h"

#include <preamar/io.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace preamar::io {

struct NiftiHeader {
  ImageType type;
  std::int64_t offset = 0;  // of the first image
  std::int64_t images = 1;  // one after another, along the axes beyond z
  std::int64_t chosen = 0;  // the one that ReadOptions::select names
  Metadata metadata;
};

// Throws Error (io) if the fields contradict themselves, Error (input) for what is not read: other dtypes, several
// images of which none was chosen; Error (call) for options that the file does not have.
[[nodiscard]] NiftiHeader parse_nifti_header(const std::filesystem::path& file, const NiftiFields& fields,
                                             const ReadOptions& options);
// As NIfTI-1, or as NIfTI-2 if an axis is too long for that. `metadata` is what nifti_metadata() returned.
[[nodiscard]] std::string nifti_header(const ImageType& type, const Metadata& metadata);
// The part of the metadata that the header of such an image holds.
[[nodiscard]] Metadata nifti_metadata(const ImageType& type, const Metadata& metadata);

}  // namespace preamar::io
