#include "io/select.h"

#include "core/error_text.h"
#include "core/notation.h"

#include <preamar/error.h>

#include <charconv>

namespace preamar::io {

void refuse_axes(const std::filesystem::path& file, const std::vector<AxisExtent>& all,
                 const std::vector<std::string>& to_choose) {
  std::string axes, names, select;
  for (const auto& [name, extent] : all) axes += text(axes.empty() ? "" : ", ", name, "=", extent);
  for (const std::string& name : to_choose) {
    names += text(names.empty() ? "" : " and ", name);
    select += text(select.empty() ? "" : ",", name, "=N");
  }
  throw Error(ErrorKind::input, text(file.string(), ": its axes are ", axes, "; choose one position on ", names,
                                     " with ", setting("select", select)));
}

std::map<std::string, std::int64_t> parse_select(const std::filesystem::path& file, std::string_view words) {
  std::map<std::string, std::int64_t> places;
  std::string_view rest = words;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    const std::size_t sign = word.find('=');
    std::int64_t place = -1;
    const char* const end = word.data() + word.size();
    const bool has_number = sign != std::string_view::npos && sign > 0 &&
                            std::from_chars(word.data() + sign + 1, end, place).ptr == end && place >= 0;
    if (!has_number || !places.emplace(word.substr(0, sign), place).second)
      throw Error(ErrorKind::call,
                  text(file.string(), ": select '", words, "' is not a list such as 'c=0,t=3', each axis once"));
  }
  return places;
}

}  // namespace preamar::io
