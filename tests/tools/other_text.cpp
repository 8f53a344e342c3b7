// If PREAMAR_DEFECT names a file, OpenCL gets its text instead of the flood's.
#include "backends/opencl/library.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace preamar::test {
namespace {

decltype(opencl::Library::clCreateProgramWithSource) original = nullptr;

cl_program create(cl_context context, cl_uint count, const char** parts, const std::size_t* lengths, cl_int* code) {
  std::ifstream file(std::getenv("PREAMAR_DEFECT"));
  const std::string other{std::istreambuf_iterator<char>(file), {}};
  const bool is_flood = std::string_view(parts[count - 1], lengths[count - 1]).find("flood_round") != std::string::npos;
  if (!is_flood) return original(context, count, parts, lengths, code);
  const char* changed[] = {parts[0], other.data()};
  const std::size_t changed_lengths[] = {lengths[0], other.size()};
  return original(context, 2, changed, changed_lengths, code);
}

// Before any driver is opened.
const bool is_other = [] {
  std::string why;
  if (!std::getenv("PREAMAR_DEFECT") || !opencl::library(why)) return false;
  auto& table = const_cast<opencl::Library&>(*opencl::library(why));
  original = table.clCreateProgramWithSource;
  table.clCreateProgramWithSource = create;
  return true;
}();

}  // namespace
}  // namespace preamar::test
