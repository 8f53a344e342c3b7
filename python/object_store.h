// Object stores that Python implements, such as those of the package obstore.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace preamar::python {

// `store` has the methods get, put, put_if, remove and list of preamar::ObjectStore. Returns the beginning of the names
// of its objects.
[[nodiscard]] std::string add_store(nanobind::object store);

}  // namespace preamar::python
