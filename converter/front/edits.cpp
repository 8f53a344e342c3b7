#include "front/edits.h"

#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace preamar::convert {

void Edits::replace(clang::SourceLocation begin, clang::SourceLocation end, std::string text) {
  // A type such as `bool` is a macro; its position is that of the macro in the file.
  begin = sources_.getExpansionLoc(begin);
  end = sources_.getExpansionLoc(end);
  const auto place = std::ranges::upper_bound(all_, begin, {}, &Edit::begin);
  all_.insert(place, {begin, end, std::move(text)});
}

void Edits::erase_word(clang::SourceLocation at) {
  clang::SourceLocation end = after(at);
  bool is_invalid = false;
  while (*sources_.getCharacterData(end, &is_invalid) == ' ' && !is_invalid) end = end.getLocWithOffset(1);
  replace(at, end, "");
}

clang::SourceLocation Edits::after(clang::SourceLocation token) const {
  return clang::Lexer::getLocForEndOfToken(token, 0, sources_, language_);
}

std::string Edits::text(clang::SourceRange tokens) const { return text(tokens.getBegin(), after(tokens.getEnd())); }

std::string Edits::text(clang::FileID file) const {
  return text(sources_.getLocForStartOfFile(file), sources_.getLocForEndOfFile(file));
}

std::string Edits::text(clang::SourceLocation begin, clang::SourceLocation end) const {
  const auto plain = [&](clang::SourceLocation from, clang::SourceLocation to) {
    return clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(from, to), sources_, language_).str();
  };
  std::string all;
  for (const Edit& edit : all_) {
    if (edit.begin < begin || end < edit.end) continue;
    all += plain(begin, edit.begin) + edit.text;
    begin = edit.end;
  }
  return all + plain(begin, end);
}

}  // namespace preamar::convert
