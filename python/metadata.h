// Metadata as tuples, in the order of the fields of preamar.Metadata.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/metadata.h>

#include <filesystem>

namespace preamar::python {

[[nodiscard]] nanobind::tuple tuple_from(const Metadata& metadata);
// Throws nanobind::type_error unless the tuple is as tuple_from() makes it.
[[nodiscard]] Metadata metadata_from(const nanobind::tuple& fields);

// Warns the caller of the Python function if the format of a file does not keep all metadata of its image.
void warn_of_loss(const std::filesystem::path& file, const ImageType& type, const Metadata& metadata);

}  // namespace preamar::python
