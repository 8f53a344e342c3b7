#include "targets.h"
namespace preamar::convert {
std::vector<File> opencl_files(const Program&) { return {}; }
}  // namespace preamar::convert
