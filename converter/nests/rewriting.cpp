#include "nests/rewriting.h"

#include "checks/tree.h"
#include "nests/obstacle.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <sstream>

namespace preamar::convert {
namespace {

bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

std::size_t indentation_of(llvm::StringRef line) {
  return static_cast<std::size_t>(std::ranges::find_if_not(line, is_space) - line.begin());
}

// Removes `from` characters of indentation from each line and adds two spaces.
std::string indented(const std::string& text, std::size_t from) {
  std::istringstream lines(text);
  std::string all, waiting;
  for (std::string line; std::getline(lines, line);) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) {
      if (!all.empty()) waiting += "\n";
      continue;
    }
    all += waiting + "  " + line.substr(std::min(indentation_of(line), from)) + "\n";
    waiting.clear();
  }
  return all;
}

}  // namespace

Rewriting::Rewriting(const clang::FunctionDecl& function, const clang::ASTContext& context)
    : context_(context),
      sources_(context.getSourceManager()),
      file_(sources_.getFileID(sources_.getExpansionLoc(function.getLocation()))),
      buffer_(sources_.getBufferData(file_)) {}

std::optional<Span> Rewriting::span(clang::SourceRange tokens) const {
  const clang::CharSourceRange range =
      clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(tokens), sources_, context_.getLangOpts());
  if (range.isInvalid() || sources_.getFileID(range.getBegin()) != file_) return {};
  return Span{sources_.getFileOffset(range.getBegin()), sources_.getFileOffset(range.getEnd())};
}

Span Rewriting::span_of(const clang::Stmt& statement) const {
  if (const auto found = span(statement.getSourceRange())) return *found;
  stop(statement, "'" + text_of(statement, context_) + "' is a part of what a macro makes", "write it out");
}

Span Rewriting::span_of(const clang::VarDecl& variable) const {
  const auto found = span({variable.getLocation(), variable.getEndLoc()});
  if (!found) throw Obstacle{variable.getLocation(), "a declaration is made by a macro", "write it out"};
  return *found;
}

Span Rewriting::statement_span(const clang::Stmt& statement) const {
  Span all = span_of(statement);
  if (!clang::isa<clang::Expr>(statement)) {
    if (all.second < buffer_.size() && buffer_[all.second] == ';') ++all.second;
    return all;
  }
  const std::size_t end = buffer_.find(';', all.second);
  if (end != llvm::StringRef::npos && buffer_.slice(all.second, end).trim().empty())
    all.second = static_cast<unsigned>(end) + 1;
  return all;
}

Span Rewriting::whole_line(Span span) const {
  unsigned begin = span.first, end = span.second;
  while (begin > 0 && is_space(buffer_[begin - 1])) --begin;
  while (end < buffer_.size() && is_space(buffer_[end])) ++end;
  const bool is_begin = begin == 0 || buffer_[begin - 1] == '\n';
  if (!is_begin) return {span.first, end};
  if (buffer_.substr(end).starts_with("//"))
    end = static_cast<unsigned>(std::min(buffer_.find('\n', end), buffer_.size()));
  return end < buffer_.size() && buffer_[end] == '\n' ? Span{begin, end + 1} : Span{span.first, end};
}

void Rewriting::erase_line(Span span) { replace(whole_line(span), ""); }

void Rewriting::erase_names(const clang::DeclStmt& declaration, const std::vector<const clang::VarDecl*>& names) {
  const auto begin_of = [&](const clang::VarDecl& one) {
    unsigned begin = span_of(one).first;
    while (begin > 0 && is_space(buffer_[begin - 1])) --begin;
    while (begin > 0 && buffer_[begin - 1] == '*') --begin;
    while (is_space(buffer_[begin])) ++begin;
    return begin;
  };
  std::vector<const clang::VarDecl*> all;
  for (const clang::Decl* const one : declaration.decls())
    if (const auto* const variable = clang::dyn_cast<clang::VarDecl>(one)) all.push_back(variable);
  const auto is_gone = [&](const clang::VarDecl* one) { return std::ranges::find(names, one) != names.end(); };
  // Those at the end are removed with the comma before them, others with the comma after them.
  auto end = all.end();
  while (end != all.begin() && is_gone(*(end - 1))) --end;
  if (end != all.end() && end != all.begin()) replace({span_of(**(end - 1)).second, span_of(*all.back()).second}, "");
  for (auto place = all.begin(); place != end; ++place)
    if (is_gone(*place)) replace({begin_of(**place), begin_of(**(place + 1))}, "");
}

Span Rewriting::inner(const clang::CompoundStmt& block) const {
  const Span all = span_of(block);
  return {all.first + 1, all.second - 1};
}

std::string Rewriting::plain(Span span) const { return buffer_.slice(span.first, span.second).str(); }

std::string Rewriting::text(Span span) const {
  std::vector<Edit> edits = edits_;
  std::ranges::stable_sort(edits, [](const Edit& a, const Edit& b) {
    return a.span.first != b.span.first ? a.span.first < b.span.first : a.span.second > b.span.second;
  });
  // The indentation of the first non-empty line.
  unsigned first = span.first;
  while (first < span.second && (is_space(buffer_[first]) || buffer_[first] == '\n')) ++first;
  const std::size_t line = buffer_.rfind('\n', first) + 1;  // 0 in the first line
  const std::size_t from = indentation_of(buffer_.substr(line));

  for (const Edit& edit : edits)
    if (edit.text.empty() && edit.span.first <= first && edit.span.second >= span.second) return "";
  std::string all;
  unsigned at = first;
  for (const Edit& edit : edits) {
    if (edit.span.second <= at && !(edit.span.first >= at)) continue;
    if (edit.span.first >= span.second || edit.span.second > span.second) continue;
    if (edit.span.first < at && edit.span.first >= first) continue;  // inside a longer one
    const unsigned begin = std::max(edit.span.first, at);
    all += plain({at, begin}) + edit.text;
    at = std::max(at, edit.span.second);
  }
  all += plain({at, span.second});
  return indented(all, from);
}

}  // namespace preamar::convert
