// Metadata as tuples, in the order of the fields of preamar.Metadata.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/metadata.h>

#include <filesystem>
#include <string>
#include <vector>

namespace preamar::python {

[[nodiscard]] nanobind::tuple tuple_from(const Metadata& metadata);
// Throws nanobind::type_error unless the tuple is as tuple_from() makes it.
[[nodiscard]] Metadata metadata_from(const nanobind::tuple& fields);

// Warns the caller of the Python function if the operator or the format of a file does not keep all metadata.
void warn_of_loss(const std::filesystem::path& file, const ImageType& type, const Metadata& metadata,
                  const std::vector<std::string>& lost_by_operator = {});

}  // namespace preamar::python
