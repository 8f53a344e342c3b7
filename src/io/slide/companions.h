// The files that make up a slide besides the one that names it.
#pragma once

#include <filesystem>
#include <vector>

namespace preamar::io::slide {

// .mrxs: the files of the folder of the same name; .vms and .vmu: the files that it names; .dcm: the other .dcm files
// of its folder; none for other suffixes. Throws Error (input) for a slide that names a file outside its folder: a
// slide from elsewhere must not make OpenSlide read other files of the user.
[[nodiscard]] std::vector<std::filesystem::path> companions(const std::filesystem::path& slide);

}  // namespace preamar::io::slide
