#include "front/declarations.h"

#include "origin.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace preamar::convert {
namespace {

class Uses : public clang::RecursiveASTVisitor<Uses> {
 public:
  explicit Uses(clang::ASTContext& context) : context_(context) {}

  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc use) {
    clang::TypedefNameDecl* name = use.getTypedefNameDecl();
    if (is_fixed_type(name->getNameAsString()) && !is_of_user(name->getLocation(), context_))
      fixed_types.insert(name->getNameAsString());
    else
      need(name);
    return true;
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc use) {
    need(use.getDecl());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
    if (auto* constant = clang::dyn_cast<clang::EnumConstantDecl>(use->getDecl()))
      need(clang::cast<clang::EnumDecl>(constant->getDeclContext()));
    return true;
  }

  std::set<const clang::Decl*> declarations;
  std::set<std::string> fixed_types;

 private:
  // Includes what it is made of. Declarations inside a function come with that function.
  void need(clang::TypeDecl* declared) {
    if (auto* tag = clang::dyn_cast<clang::TagDecl>(declared); tag && tag->getDefinition())
      declared = tag->getDefinition();
    if (!declared->getDeclContext()->isTranslationUnit() || !is_of_user(declared->getLocation(), context_) ||
        !declarations.insert(declared).second)
      return;
    TraverseDecl(declared);
  }

  clang::ASTContext& context_;
};

// Sections of the file: declarations that start at one position are one section, up to the end of the last; a section
// inside another is part of that.
class Pieces {
 public:
  explicit Pieces(const clang::ASTContext& context) : context_(context) {}

  std::vector<clang::SourceRange> of(const std::set<const clang::Decl*>& wanted) const {
    std::vector<clang::SourceRange> all;
    for (const clang::Decl* one : wanted) all.push_back(around(one->getSourceRange()));
    const clang::SourceManager& sources = context_.getSourceManager();
    std::ranges::sort(all, [&](auto a, auto b) {
      if (a.getBegin() == b.getBegin()) return b.getEnd() < a.getEnd();
      return sources.isBeforeInTranslationUnit(a.getBegin(), b.getBegin());
    });
    std::vector<clang::SourceRange> apart;
    for (const clang::SourceRange range : all)
      if (apart.empty() || !is_within(range, apart.back())) apart.push_back(range);
    return apart;
  }

 private:
  static bool is_within(clang::SourceRange inner, clang::SourceRange outer) {
    return outer.getBegin() <= inner.getBegin() && inner.getEnd() <= outer.getEnd();
  }
  static bool overlaps(clang::SourceRange a, clang::SourceRange b) {
    return a.getBegin() <= b.getEnd() && b.getBegin() <= a.getEnd();
  }

  [[nodiscard]] clang::SourceRange around(clang::SourceRange range) const {
    for (const clang::Decl* one : context_.getTranslationUnitDecl()->decls()) {
      const clang::SourceRange other = one->getSourceRange();
      if (other.getBegin().isInvalid() || !overlaps(range, other)) continue;
      range.setBegin(std::min(range.getBegin(), other.getBegin()));
      range.setEnd(std::max(range.getEnd(), other.getEnd()));
    }
    return range;
  }

  const clang::ASTContext& context_;
};

}  // namespace

bool is_fixed_type(const std::string& name) {
  static const std::set<std::string> names{"uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t",
                                           "int16_t", "int32_t",  "int64_t",  "bool"};
  return names.contains(name);
}

Declarations declarations_for(const std::vector<Marked>& all, clang::ASTContext& context) {
  Uses uses(context);
  std::set<const clang::Decl*> constants;
  for (const Marked& marked : all) {
    for (const clang::FunctionDecl* function : marked.functions)
      uses.TraverseDecl(const_cast<clang::FunctionDecl*>(function));
    for (const clang::VarDecl* constant : marked.constants) {
      constants.insert(constant);
      uses.TraverseDecl(const_cast<clang::VarDecl*>(constant));
    }
    std::vector<Type> types{marked.kernel.result};
    for (const Parameter& parameter : marked.kernel.parameters) types.push_back(parameter.type);
    for (const Type& type : types)
      if (is_fixed_type(type.name)) uses.fixed_types.insert(type.name);
  }
  const Pieces pieces(context);
  return {pieces.of(uses.declarations), pieces.of(constants), std::move(uses.fixed_types)};
}

}  // namespace preamar::convert
