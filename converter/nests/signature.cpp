#include "nests/signature.h"

#include "nests/obstacle.h"
#include "origin.h"
#include "words.h"

#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::isa;

std::string marked(const std::string& word, const std::string& declaration) {
  return "[[clang::annotate(\"preamar::" + word + "\")]] " + declaration;
}

}  // namespace

Signature::Signature(const Nest& nest, const Images& images, const Window& window, Symbols& symbols,
                     clang::ASTContext& context)
    : nest_(nest), images_(images), window_(window), symbols_(symbols), context_(context) {
  find_extents();
}

void Signature::find_extents() {
  const std::size_t rank = images_.axes.size();
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const Poly& extent = images_.axes[axis].extent;
    if (extent.number()) continue;
    const std::vector<Atom>& product = extent.terms().begin()->first;
    if (rank > 1 && product.size() > 1)
      stop(*images_.axes[axis].loop,
           "the loop over " + quoted(*images_.axes[axis].variable) + " goes over a product of extents",
           "write a loop for each extent");
    // Rows before columns if the names say so; otherwise the order does not matter.
    for (std::size_t i = 0; i < product.size(); ++i) {
      const clang::VarDecl* const parameter = symbols_.at(product[i]).variable;
      std::string word = rank > 1 ? std::string(extent_words[axis + 3 - rank]) : "count";
      if (rank == 1 && product.size() > 1) word = extent_words[2 - std::min<std::size_t>(i, 2)];
      if (!extents_.emplace(parameter, word).second)
        stop(*images_.axes[axis].loop,
             quoted(*parameter) +
                 " is the extent of two axes, so that only images with "
                 "equal sides are meant",
             "take a parameter for each axis");
    }
    if (rank == 1 && product.size() == 2) {
      auto &first = extents_[symbols_.at(product[0]).variable], &second = extents_[symbols_.at(product[1]).variable];
      const std::string name = symbols_.at(product[0]).variable->getNameAsString();
      if (name.starts_with("h") || name.starts_with("row") || name == "ny") std::swap(first, second);
    }
  }
  if (images_.stride) extents_[images_.stride] = "width";
}

std::string Signature::extent_word(const clang::VarDecl& parameter) const {
  const auto found = extents_.find(&parameter);
  return found == extents_.end() ? "" : found->second;
}

std::string Signature::element_type(const clang::VarDecl& variable) const {
  clang::QualType type = variable.getType();
  if (type->isPointerType()) type = type->getPointeeType();
  clang::PrintingPolicy policy = context_.getPrintingPolicy();
  policy.Bool = true;
  return context_.getBaseElementType(type).getUnqualifiedType().getAsString(policy);
}

std::string Signature::unused_name(std::string name) const {
  while (context_.Idents.find(name) != context_.Idents.end()) name += "_";
  return name;
}

std::vector<std::string> Signature::pixels(const std::vector<const clang::VarDecl*>& read) const {
  std::vector<std::string> all;
  for (const clang::VarDecl* const image : read) {
    const std::string declaration = element_type(*image) + " " + image->getNameAsString();
    if (image == window_.image) {
      std::string window = declaration;
      for (const std::int64_t half : window_.half) window += "[" + std::to_string(2 * half + 1) + "]";
      all.insert(all.begin(), window);
    } else {
      all.push_back(declaration);
    }
  }
  for (std::size_t i = 1; i < all.size(); ++i) all[i] = marked("pixel", all[i]);
  return all;
}

std::vector<std::string> Signature::positions(const Turn& turn) const {
  const std::size_t rank = images_.axes.size();
  struct Position {
    std::string type, name, word;
    bool is_used;
  };
  std::vector<Position> all;  // columns first
  bool is_any_used = false, is_renamed = false;
  for (std::size_t axis = rank; axis-- > 0;) {
    const clang::VarDecl& variable = *images_.axes[axis].variable;
    Position position{variable.getType().getUnqualifiedType().getAsString(), variable.getNameAsString(),
                      rank == 1 ? "index" : std::string(position_words[axis + 3 - rank]),
                      turn.variables.contains(&variable)};
    if (position.is_used && position.type != "int" && position.type != "int64_t")
      throw Obstacle{variable.getLocation(),
                     "the position " + quoted(variable) + " is used, and is a '" + position.type + "'",
                     "let it be an int"};
    is_any_used = is_any_used || position.is_used;
    is_renamed = is_renamed || position.name != (rank == 1 ? "i" : position.word) || position.type != "int";
    all.push_back(std::move(position));
  }
  std::vector<std::string> texts;
  for (const Position& position : all) {
    const std::string declaration = position.type + " " + position.name;
    if (is_any_used && !is_renamed) texts.push_back(declaration);
    if (position.is_used && is_renamed) texts.push_back(marked(position.word, declaration));
  }
  return texts;
}

std::vector<std::string> Signature::others(const Turn& turn, const std::set<const clang::VarDecl*>& others) const {
  std::vector<std::string> all = positions(turn), settings;
  for (const clang::ParmVarDecl* const parameter : nest_.function->parameters()) {
    if (!turn.variables.contains(parameter) || others.contains(parameter)) continue;
    const std::string text =
        clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(parameter->getSourceRange()),
                                    context_.getSourceManager(), context_.getLangOpts())
            .str();
    const std::string word = extent_word(*parameter);
    if (word == "count")
      throw Obstacle{parameter->getLocation(),
                     "the number of pixels " + quoted(*parameter) + " is used in a turn of the loop",
                     "take the width and the height, and write two loops"};
    const std::string type = parameter->getType().getUnqualifiedType().getAsString();
    if (!word.empty() && type != "int" && type != "int64_t")
      throw Obstacle{parameter->getLocation(),
                     "the extent " + quoted(*parameter) + " is used in a turn, and is a '" + type + "'",
                     "let it be an int"};
    if (word.empty())
      settings.push_back(position_named(parameter->getNameAsString()) ? marked("parameter", text) : text);
    else
      all.push_back(marked(word, text));
  }
  all.insert(all.end(), settings.begin(), settings.end());
  return all;
}

std::string Signature::options(const Turn& turn, const std::map<const clang::VarDecl*, std::string>& words,
                               bool may_have_margin) const {
  std::string all, margin, size;
  bool has_margin = false;
  for (const PixelLoop& axis : images_.axes) {
    has_margin = has_margin || axis.first != 0 || axis.last != 0;
    margin += (margin.empty() ? "" : ",") + std::to_string(axis.first) + "," + std::to_string(axis.last);
    if (const auto number = axis.extent.number()) size += (size.empty() ? "" : ",") + std::to_string(*number);
  }
  if (has_margin && may_have_margin) all += " margin=" + margin;
  if (!size.empty()) all += " size=" + size;
  std::string arguments;
  for (const clang::ParmVarDecl* const parameter : nest_.function->parameters()) {
    std::string word = extent_word(*parameter);
    if (const auto found = words.find(parameter); found != words.end()) word = found->second;
    // A parameter that is not used can be anything.
    if (word.empty()) word = turn.variables.contains(parameter) ? parameter->getNameAsString() : "0";
    arguments += (arguments.empty() ? "" : ",") + word;
  }
  return all + " loop=" + nest_.function->getNameAsString() + "(" + arguments + ")";
}

std::string function_text(const std::string& comment, const std::string& mark, const std::string& type,
                          const std::string& name, const std::vector<std::string>& parameters,
                          const std::string& body) {
  std::string all = "// " + comment + "\n";
  if (!mark.empty()) all += "[[clang::annotate(\"preamar::" + mark + "\")]]\n";
  std::string line = "static " + type + " " + name + "(";
  const std::string indentation(line.size(), ' ');
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) line += ",";
    if (i > 0 && line.size() + parameters[i].size() > 116) {
      all += line + "\n";
      line = indentation + parameters[i];
    } else {
      line += (i > 0 ? " " : "") + parameters[i];
    }
  }
  return all + line + ") {\n" + body + "}\n";
}

}  // namespace preamar::convert
