# preamar_embed_templates(target FOLDER): embeds all texts FOLDER/**/NAME.in into the target, for template_named(NAME)
# of converter/templates.h.
function(preamar_embed_templates target folder)
  file(GLOB_RECURSE paths CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*.in)
  set(rows "")
  foreach(path IN LISTS paths)
    file(READ ${folder}/${path} content)
    string(REGEX REPLACE "\\.in$" "" name "${path}")
    string(APPEND rows "    {\"${name}\",\n     R\"template(${content})template\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${path})
  endforeach()
  # Written unchanged, because texts contain words that configure_file() would replace; and only if it changed.
  set(source ${CMAKE_CURRENT_BINARY_DIR}/template_texts.cpp)
  file(WRITE ${source}.new "#include \"writers/templates.h\"

#include <stdexcept>

namespace preamar::convert {

std::string_view template_named(std::string_view name) {
  static const std::map<std::string_view, std::string_view> texts{
${rows}  };
  const auto found = texts.find(name);
  if (found == texts.end()) throw std::logic_error(\"no template \" + std::string(name));
  return found->second;
}

}  // namespace preamar::convert
")
  configure_file(${source}.new ${source} COPYONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
