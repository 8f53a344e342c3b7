// The mark and the parameters of an extracted function.
#pragma once

#include "nests/turn.h"

#include <string>
#include <vector>

namespace preamar::convert {

class Signature {
 public:
  Signature(const Nest& nest, const Images& images, const Window& window, Symbols& symbols, clang::ASTContext& context);

  // The parameters for a window and pixels, in the order of the function's own parameters.
  [[nodiscard]] std::vector<std::string> pixels(const std::vector<const clang::VarDecl*>& read) const;
  // The parameters for positions, extents and settings that the text uses; `others` have their own meaning. Throws
  // Obstacle.
  [[nodiscard]] std::vector<std::string> others(const Turn& turn, const std::set<const clang::VarDecl*>& others) const;
  // " margin=... size=... loop=name(...)", with `words` for parameters that have their own meaning.
  [[nodiscard]] std::string options(const Turn& turn, const std::map<const clang::VarDecl*, std::string>& words,
                                    bool may_have_margin = false) const;

  // The C type of the numbers in an image, counters or a variable.
  [[nodiscard]] std::string element_type(const clang::VarDecl& variable) const;
  // A name that does not occur in the source.
  [[nodiscard]] std::string unused_name(std::string name) const;

 private:
  // "width", "height", "depth" or "count" for an extent; otherwise empty.
  [[nodiscard]] std::string extent_word(const clang::VarDecl& parameter) const;
  void find_extents();
  [[nodiscard]] std::vector<std::string> positions(const Turn& turn) const;

  const Nest& nest_;
  const Images& images_;
  const Window& window_;
  Symbols& symbols_;
  clang::ASTContext& context_;
  std::map<const clang::VarDecl*, std::string> extents_;
};

// A function of C with its mark.
[[nodiscard]] std::string function_text(const std::string& comment, const std::string& mark, const std::string& type,
                                        const std::string& name, const std::vector<std::string>& parameters,
                                        const std::string& body);

}  // namespace preamar::convert
