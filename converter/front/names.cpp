#include "front/names.h"

#include "checks/reserved.h"
#include "front/dialect.h"

#include <clang/AST/ASTContext.h>

namespace preamar::convert {

std::string name_in(Target target, const clang::FunctionDecl& function) {
  std::string name = function.getNameAsString();
  const bool hides_functions = dialect_of(target).is_c_plus_plus;  // by the enclosing namespace
  const bool is_free = hides_functions || (owner_of_function(name).empty() && owner_of_family(name).empty());
  if (is_free && owner_of(name).empty()) return name;
  const clang::IdentifierTable& words = function.getASTContext().Idents;
  do name = other_name(name);
  while (words.find(name) != words.end());
  return name;
}

}  // namespace preamar::convert
