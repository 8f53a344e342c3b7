#include "parse.h"

#include "core/error_text.h"
#include "core/nearest.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace preamar::cli {
namespace {

std::string join(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += text(list.empty() ? "" : ", ", name);
  return list;
}

std::string plural(std::size_t count, std::string_view noun) { return text(count, " ", noun, count == 1 ? "" : "s"); }

// A word with a dash is an option, but for the dash that means standard output, and for numbers such as -1 and -inf.
bool looks_like_option(std::string_view word) {
  if (word.size() < 2 || word[0] != '-') return false;
  return !std::isdigit(static_cast<unsigned char>(word[1])) && word[1] != '.' && word != "-inf";
}

// A file of the call: named by -o itself, right after such a file, or elsewhere.
enum class Position { output, after_output, elsewhere };
struct File {
  std::string name;
  Position position;
};

class Parser {
 public:
  Parser(const Command& command, std::span<const std::string> given) : command_(command), given_(given) {}

  Words parse() {
    while (at_ < given_.size()) {
      const std::string& word = given_[at_++];
      if (word == "--")
        while (at_ < given_.size()) add_file(given_[at_++]);
      else if (looks_like_option(word))
        take_option(word);
      else
        add_file(word);
      if (words_.has("help") || words_.has("help-all")) return words_;
    }
    share_files();
    require_counts();
    return words_;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorKind::call, text(command_.name, ": ", why));
  }

  void add_file(const std::string& name) {
    files_.push_back({name, after_output_ ? Position::after_output : Position::elsewhere});
  }

  [[noreturn]] void refuse_option(const std::string& word) const {
    if (word == "-o" || word == "--output") refuse("it has no -o, since it writes no file");
    std::vector<std::string> names;
    for (const OptionSpec& option : command_.options) names.push_back("--" + option.name);
    const std::string bare = word.substr(0, word.find('='));
    const std::string full = bare.starts_with("--") ? bare : "-" + bare;
    refuse(text("option '", bare, "' is unknown; ",
                nearest_text(full, names, text("'preamar ", command_.name, " --help-all' lists the options"))));
  }

  const OptionSpec& spec_of(const std::string& word) const {
    const bool is_long = word.starts_with("--");
    const std::string name = word.substr(2, word.find('=') - std::min<std::size_t>(2, word.find('=')));
    for (const OptionSpec& option : command_.options)
      if (is_long ? option.name == name : option.letter != 0 && option.letter == word[1]) return option;
    refuse_option(word);
  }

  // The value in the word itself, as in --name=value and -oFILE.
  static std::optional<std::string> attached(const std::string& word) {
    if (!word.starts_with("--")) return word.size() > 2 ? std::optional(word.substr(2)) : std::nullopt;
    const std::size_t sign = word.find('=');
    return sign == std::string::npos ? std::nullopt : std::optional(word.substr(sign + 1));
  }

  void take_option(const std::string& word) {
    const OptionSpec& option = spec_of(word);
    std::optional<std::string> value = attached(word);
    if (option.placeholder.empty()) {
      if (value && *value != "true" && *value != "false")
        refuse(text("--", option.name, " is '", *value, "'; it must be true or false"));
      words_.options[option.name].push_back(value.value_or("true"));
    } else {
      if (!value && (at_ == given_.size() || looks_like_option(given_[at_])))
        refuse(text(word, " needs a value: ", word, " ", option.placeholder));
      if (!value) value = given_[at_++];
      if (option.name == "output")
        files_.push_back({*value, Position::output});
      else
        words_.options[option.name].push_back(*value);
    }
    after_output_ = option.name == "output";
  }

  [[nodiscard]] std::vector<std::string> output_names() const {
    return command_.outputs ? command_.outputs(words_) : std::vector<std::string>{};
  }

  // Each -o takes one file; the outputs still missing are the files right after it. The other files are inputs.
  void share_files() {
    for (const auto& [name, position] : files_)
      if (position != Position::output) words_.arguments.push_back(name);
    const std::size_t count = output_names().size();
    const auto named = static_cast<std::size_t>(std::ranges::count(files_, Position::output, &File::position));
    std::size_t missing = count > named ? count - named : 0;
    words_.arguments.clear();
    for (const auto& [name, position] : files_) {
      const bool fills = position == Position::after_output && missing > 0;
      if (fills) --missing;
      (fills || position == Position::output ? words_.outputs : words_.arguments).push_back(name);
    }
  }

  void require_counts() const {
    const std::vector<std::string> outputs = output_names();
    std::vector<std::string> names;
    std::size_t required = 0;
    bool repeats = false;
    for (const ArgumentSpec& argument : command_.arguments) {
      names.push_back(argument.name);
      required += argument.required ? 1 : 0;
      repeats = repeats || argument.repeats;
    }
    const std::size_t inputs = words_.arguments.size();
    if (inputs >= required && (inputs <= names.size() || repeats) && words_.outputs.size() == outputs.size()) return;
    const std::string noun = command_.outputs && required > 0 ? "input" : "argument";
    std::string given = plural(inputs, noun), takes = plural(names.size(), noun);
    if (!names.empty()) takes += text(" (", join(names), ")");
    if (repeats) takes = text("one or more arguments (", join(names), ")");
    if (command_.outputs) {
      given += text(" and ", plural(words_.outputs.size(), "output"));
      takes += text(" and, after -o, ", plural(outputs.size(), "output"), " (", join(outputs), ")");
    }
    refuse(text("the call has ", given, "; it takes ", takes));
  }

  const Command& command_;
  std::span<const std::string> given_;
  std::size_t at_ = 0;
  Words words_;
  std::vector<File> files_;
  bool after_output_ = false;
};

}  // namespace

std::string Words::value(std::string_view option, std::string_view fallback) const {
  const auto found = options.find(option);
  return found == options.end() ? std::string(fallback) : found->second.back();
}

std::vector<std::string> Words::list(std::string_view option) const {
  std::vector<std::string> parts;
  const auto found = options.find(option);
  if (found == options.end()) return parts;
  for (const std::string& word : found->second)
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = std::min(word.find(',', begin), word.size());
      parts.push_back(word.substr(begin, end - begin));
      begin = end + 1;
    }
  return parts;
}

Words parse_words(const Command& command, std::span<const std::string> given) { return Parser(command, given).parse(); }

}  // namespace preamar::cli
