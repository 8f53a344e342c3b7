#include "targets.h"
namespace preamar::convert {
std::vector<File> cuda_files(const Program&) { return {}; }
}  // namespace preamar::convert
