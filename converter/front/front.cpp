#include "front/front.h"

#include "checks/checks.h"
#include "checks/windows.h"
#include "front/carry.h"
#include "front/directives.h"
#include "front/reach.h"
#include "front/signature.h"
#include "front/text_limits.h"
#include "nests/extract.h"
#include "prelude.h"
#include "refusals.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Tooling/Tooling.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

namespace preamar::convert {
namespace {

// Collects errors as refusals, in the compiler's own words, and warnings for the checks that examine them.
class Complaints : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    llvm::SmallString<128> words;
    diagnostic.FormatDiagnostic(words);
    if (level == clang::DiagnosticsEngine::Warning) {
      const bool is_return = words.str().contains("return a value");
      warnings.push_back({diagnostic.getLocation(), words.str().str(),
                          is_return ? "end every path with a return" : "give it a value where it is declared"});
    }
    if (level < clang::DiagnosticsEngine::Error) return;
    Refusal refusal;
    refusal.what = words.str().str();
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::SourceManager& sources = diagnostic.getSourceManager();
      const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(diagnostic.getLocation()));
      if (place.isValid())
        refusal = {place.getFilename(), place.getLine(), place.getColumn(), std::move(refusal.what), ""};
    }
    all.push_back(std::move(refusal));
  }

  std::vector<Refusal> all;
  std::vector<Warning> warnings;
};

// A file as Clang parsed it, and its warnings.
struct Parsed {
  std::unique_ptr<clang::ASTUnit> unit;
  std::vector<Warning> warnings;
};

std::vector<std::string> arguments_for(const Source& source) {
  std::vector<std::string> all{"-xc",
                               "-std=gnu17",
                               "-fsyntax-only",
                               "-Wno-everything",
                               "-Wreturn-type",
                               "-Wuninitialized",
                               "-Wsometimes-uninitialized",
                               "-resource-dir=" RESOURCES,
                               "-Xclang",
                               "-detailed-preprocessing-record",
                               "-include",
                               prelude_name,
                               "-fbracket-depth=128",
                               "-ferror-limit=20"};
  all.insert(all.end(), source.flags.begin(), source.flags.end());
  return all;
}

Parsed parse(const Source& source, const std::string& text) {
  Complaints complaints;
  auto unit = clang::tooling::buildASTFromCodeWithArgs(
      text, arguments_for(source), source.path, "preamar-convert", std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(), {{prelude_name, prelude}}, &complaints);
  if (!complaints.all.empty()) throw Refused(std::move(complaints.all));
  if (!unit) throw Refused({{source.path, 1, 1, "the file cannot be read as C", ""}});
  return {std::move(unit), std::move(complaints.warnings)};
}

void check(const Marked& marked, const Source& source, const std::string& text, const std::vector<Warning>& warnings,
           clang::ASTContext& context, Refusals& refusals) {
  check_values(marked, warnings, context, refusals);
  check_types(marked, context, refusals);
  check_names(marked, context, refusals);
  check_dialect(marked, context, refusals);
  check_writes(marked, context, refusals);
  check_aliases(marked, context, refusals);
  check_loops(marked, context, refusals);
  if (marked.skeleton == Skeleton::stencil) check_window(marked, context, refusals);
  if (marked.skeleton == Skeleton::reduce && source.may_run && refusals.empty())
    check_order(marked, text, arguments_for(source), refusals);
}

// A file name may be no valid C identifier.
std::string identifier(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return c >= 128 || std::isalnum(c) == 0; }, '_');
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "file_" + name : name;
}

void stop_if_any(Refusals& refusals) {
  if (!refusals.empty()) throw Refused(refusals.take());
}

std::string read_text(const Source& source) {
  std::string text = with_attributes(source.text);
  check_limits(text, source.path, arguments_for(source));
  return text;
}

}  // namespace

ExtractedLoops extract_loops(const Source& source) {
  ExtractedLoops result{read_text(source), {}, {}};
  if (result.text.find("preamar::loop") == std::string::npos) return result;
  const Parsed parsed = parse(source, result.text);
  clang::ASTContext& context = parsed.unit->getASTContext();
  Refusals refusals(parsed.unit->getSourceManager());
  const std::vector<Extraction> extracted = extract_loops(marked_loops(context), context, refusals);
  stop_if_any(refusals);
  result.text = with_extracted(result.text, extracted);
  result.inserted = inserted_lines(extracted, parsed.unit->getSourceManager());
  for (const Extraction& one : extracted) result.functions.push_back({one.loop, one.description, one.text});
  return result;
}

Suggestions suggest_loops(const Source& source) {
  const Parsed parsed = parse(source, read_text(source));
  clang::ASTContext& context = parsed.unit->getASTContext();
  return suggestions(possible_loops(context), context);
}

namespace {

Program understand(const Source& source, const std::string& text) {
  const auto [unit, warnings] = parse(source, text);
  clang::ASTContext& context = unit->getASTContext();
  Refusals refusals(unit->getSourceManager());

  std::vector<Marked> all = marked_functions(context, refusals);
  stop_if_any(refusals);
  if (all.empty())
    throw Refused(
        {{source.path, 1, 1, "no function is marked",
          "write [[clang::annotate(\"preamar::map\")]] (or stencil, reduce, histogram; loop for one with loops over "
          "pixels) before one; --suggest shows which loops can be converted"}});
  for (Marked& marked : all) reach(marked, context, refusals);
  stop_if_any(refusals);
  for (Marked& marked : all) find_windows(marked, refusals);
  check_shared_helpers(all, refusals);
  stop_if_any(refusals);
  for (const Marked& marked : all) check(marked, source, text, warnings, context, refusals);
  stop_if_any(refusals);

  Program program = carry(all, *unit, refusals);
  stop_if_any(refusals);
  program.name = identifier(source.name.empty() ? std::filesystem::path(source.path).stem().string() : source.name);
  return program;
}

}  // namespace

Program understand(const Source& source) {
  ExtractedLoops loops = extract_loops(source);
  try {
    Program program = understand(source, loops.text);
    program.extracted = std::move(loops.functions);
    return program;
  } catch (const Refused& refused) {
    throw Refused(at_original_lines(refused.refusals(), loops.inserted));
  }
}

}  // namespace preamar::convert
