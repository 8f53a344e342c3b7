#include "front/carry.h"

#include "front/changes.h"
#include "front/declarations.h"
#include "front/macros.h"
#include "front/names.h"
#include "origin.h"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/PreprocessingRecord.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <set>

namespace preamar::convert {
namespace {

// A function that is reached, and the first marked function that reaches it.
struct Reached {
  const clang::FunctionDecl* function;
  const Marked* by;
};

std::vector<Reached> reached_by(const std::vector<Marked>& all) {
  std::vector<Reached> functions;
  for (const Marked& marked : all)
    for (const clang::FunctionDecl* function : marked.functions)
      if (std::ranges::count(functions, function, &Reached::function) == 0) functions.push_back({function, &marked});
  // A marked function is changed according to its own mark, also if another calls it.
  for (Reached& reached : functions)
    for (const Marked& marked : all)
      if (reached.function == marked.function || reached.function == marked.lift) reached.by = &marked;
  return functions;
}

// One-line comments directly above, with or without a mark between.
std::string comments_above(clang::SourceLocation at, const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedLoc(at);
  llvm::SmallVector<llvm::StringRef> lines;
  sources.getBufferData(file).take_front(offset).split(lines, '\n');
  lines.pop_back();  // the comment of the declaration itself
  std::string comments;
  for (const llvm::StringRef line : llvm::reverse(lines)) {
    const llvm::StringRef words = line.trim();
    if (words.starts_with("//"))
      comments = words.str() + "\n" + comments;
    else if (!words.starts_with("[[clang::annotate"))
      break;
  }
  return comments;
}

std::string constant_text(clang::SourceRange piece, const Dialect& dialect, const clang::ASTContext& context) {
  Edits edits(context);
  erase_storage(piece.getBegin(), piece.getEnd(), context, edits);
  return std::string(dialect.constant) + edits.text(piece) + ";";
}

std::string functions_for(Target target, const std::vector<Reached>& functions,
                          const std::vector<clang::SourceRange>& constants, clang::ASTContext& context,
                          Refusals& refusals) {
  const Dialect& dialect = dialect_of(target);
  std::string all;
  for (const clang::SourceRange piece : constants)
    all +=
        comments_above(piece.getBegin(), context.getSourceManager()) + constant_text(piece, dialect, context) + "\n\n";
  for (const auto& [function, marked] : functions) {
    Edits edits(context);
    change_for(target, *marked, *function, context, edits, refusals);
    all += comments_above(function->getBeginLoc(), context.getSourceManager()) + std::string(dialect.function) +
           edits.text(function->getSourceRange()) + "\n\n";
  }
  return all;
}

std::string serial_text(const std::vector<Marked>& all, clang::ASTContext& context, Refusals& refusals) {
  Edits edits(context);
  for (const Marked& marked : all)
    if (marked.counters) change_for_c(marked, context, edits, refusals);
  return edits.text(context.getSourceManager().getMainFileID());
}

// Headers that the source includes, except system headers.
std::vector<File> headers_of(clang::ASTUnit& unit, Refusals& refusals) {
  std::vector<File> headers;
  const clang::SourceManager& sources = unit.getSourceManager();
  for (const clang::PreprocessedEntity* entity : *unit.getPreprocessor().getPreprocessingRecord()) {
    const auto* included = clang::dyn_cast<clang::InclusionDirective>(entity);
    if (included == nullptr || !included->getFile() ||
        !is_of_user(included->getSourceRange().getBegin(), unit.getASTContext()))
      continue;
    const clang::FileID file = sources.translateFile(*included->getFile());
    if (file.isInvalid() || !is_of_user(sources.getLocForStartOfFile(file), unit.getASTContext())) continue;
    const std::string name = included->getFileName().str();
    if (name.starts_with("/") || name.find("..") != std::string::npos)
      refusals.add(included->getSourceRange().getBegin(), "'" + name + "' lies outside the folder of the source",
                   "include it by its name, and give its folder with -I");
    else if (std::ranges::count(headers, name, &File::name) == 0)
      headers.push_back({name, sources.getBufferData(file).str()});
  }
  return headers;
}

}  // namespace

Program carry(const std::vector<Marked>& all, clang::ASTUnit& unit, Refusals& refusals) {
  clang::ASTContext& context = unit.getASTContext();
  const Declarations declared = declarations_for(all, context);
  const std::vector<Reached> functions = reached_by(all);

  Program program;
  std::vector<clang::SourceRange> pieces = declared.types;
  pieces.insert(pieces.end(), declared.constants.begin(), declared.constants.end());
  for (const Reached& reached : functions) pieces.push_back(reached.function->getSourceRange());
  for (const clang::SourceRange piece : pieces)
    if (piece.getBegin().isMacroID() || piece.getEnd().isMacroID()) {
      refusals.add(piece.getBegin(), "a declaration is made by a macro", "write it out");
      return program;
    }

  program.macros = macros_in(pieces, unit, refusals);
  const Edits plain(context);
  for (const clang::SourceRange piece : declared.types)
    program.types += comments_above(piece.getBegin(), context.getSourceManager()) + plain.text(piece) + ";\n\n";
  for (const Target target : targets)
    program.functions[static_cast<std::size_t>(target)] =
        functions_for(target, functions, declared.constants, context, refusals);
  for (const Marked& marked : all)
    for (const clang::FunctionDecl* called : {marked.function, marked.lift})
      if (called) program.opencl_names[called->getNameAsString()] = name_in(Target::opencl, *called);
  program.serial = serial_text(all, context, refusals);
  program.headers = headers_of(unit, refusals);
  program.fixed_types = {declared.fixed_types.begin(), declared.fixed_types.end()};
  std::set<std::string> mathematics;
  for (const Marked& marked : all) {
    program.kernels.push_back(marked.kernel);
    program.needs_math_header |= marked.needs_math_header || !marked.mathematics.empty();
    mathematics.insert(marked.mathematics.begin(), marked.mathematics.end());
  }
  program.mathematics = {mathematics.begin(), mathematics.end()};
  return program;
}

}  // namespace preamar::convert
