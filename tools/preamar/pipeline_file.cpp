#include "pipeline_file.h"

#include "core/error_text.h"
#include "core/members.h"
#include "core/nearest.h"
#include "core/url.h"
#include "toml_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace preamar::cli {
namespace {

// "step.output" in two parts; the second is empty if there is none.
std::pair<std::string_view, std::string_view> parts_of(std::string_view name) {
  const std::size_t dot = name.find('.');
  return {name.substr(0, dot), dot == std::string_view::npos ? "" : name.substr(dot + 1)};
}

bool gives_number(const Output& output) { return output.kind == OutputKind::number || output.kind == OutputKind::real; }

// The result that the name of a step stands for: the first image or table, or else the first number.
auto main_result(const Operator& op) {
  const auto found = std::ranges::find_if_not(op.outputs, gives_number);
  return found == op.outputs.end() ? op.outputs.begin() : found;
}

class Reader {
 public:
  explicit Reader(const Path& file) : file_(file), toml_(file) {}

  Pipeline read() {
    const toml::table root = toml_.parsed();
    toml_.require_known(root, {"version", "inputs", "steps", "outputs"}, "");
    require_version(root);
    for (const Entry& entry : toml_.section(root, "inputs")) add_input(entry);
    const std::vector<Entry> steps = toml_.section(root, "steps");
    if (steps.empty()) toml_.refuse(root.source(), "there is no step; give one, as [steps.label]");
    for (const Entry& entry : steps) add_name(entry);
    for (const Entry& entry : steps) add_step(entry);
    for (const Entry& entry : toml_.section(root, "outputs")) add_output(entry);
    for (const Entry& entry : steps) require_used(entry);
    return std::move(pipeline_);
  }

 private:
  struct NamedStep {
    const Operator* op;
    const toml::table* table;
  };

  void require_version(const toml::table& root) const {
    const toml::node* version = root.get("version");
    if (!version) toml_.refuse(root.source(), "version is missing; begin the file with version = 1");
    if (version->value_exact<std::int64_t>() != 1) toml_.refuse(version->source(), "version must be 1");
  }

  [[nodiscard]] Path path_of(const toml::node& node, std::string_view what) const {
    const Path given = toml_.text_of(node, what);
    return is_url(given) ? given : (file_.parent_path() / given).lexically_normal();
  }

  void require_new_name(const Entry& entry) const {
    if (entry.name().empty() || entry.name().find('.') != std::string_view::npos)
      toml_.refuse(entry.key->source(),
                   text("name '", entry.name(), "' is empty or has a dot; give letters, digits and _"));
    if (std::ranges::find(pipeline_.inputs, entry.name(), &PipelineInput::name) != pipeline_.inputs.end())
      toml_.refuse(entry.key->source(),
                   text("name '", entry.name(), "' is that of an input; give the step another one"));
  }

  void add_input(const Entry& entry) {
    require_new_name(entry);
    PipelineInput input{.name = std::string(entry.name()), .file = {}};
    if (const toml::table* table = entry.value->as_table()) {
      const toml::node* file = table->get("file");
      if (!file) toml_.refuse(table->source(), text(entry.name(), ": file is missing"));
      input.file = path_of(*file, "file");
      read_members(*table, entry.name(), input.read, {"valid"});
      if (const toml::node* valid = table->get("valid")) input.valid = toml_.text_of(*valid, "valid");
    } else {
      input.file = path_of(*entry.value, text(entry.name(), ": the file"));
    }
    pipeline_.inputs.push_back(std::move(input));
  }

  // The members of options that a user gives, beside the file and `known` others.
  template <OptionStruct T>
  void read_members(const toml::table& table, std::string_view name, T& options,
                    std::vector<std::string_view> known = {}) const {
    known.emplace_back("file");
    for_each_member(options, [&](const Member& member, const auto&) {
      if (member.is_given) known.push_back(member.name);
    });
    toml_.require_known(table, known, name);
    for_each_member(options, [&](const Member& member, auto& value) {
      if (const toml::node* node = member.is_given ? table.get(member.name) : nullptr) read(*node, member, value);
    });
  }

  void read(const toml::node& node, const Member& member, int& to) const {
    const auto number = node.value_exact<std::int64_t>();
    if (!number || *number < member.least || *number > member.most)
      toml_.refuse(node.source(), text(member.name, " must be an integer from ", member.least, " to ", member.most));
    to = static_cast<int>(*number);
  }

  void read(const toml::node& node, const Member& member, bool& to) const {
    const auto flag = node.value_exact<bool>();
    if (!flag) toml_.refuse(node.source(), text(member.name, " must be true or false"));
    to = *flag;
  }

  void read(const toml::node& node, const Member& member, double& to) const {
    if (!node.is_number()) toml_.refuse(node.source(), text(member.name, " must be a number"));
    to = *node.value<double>();
  }

  void read(const toml::node& node, const Member& member, std::string& to) const {
    to = toml_.text_of(node, member.name);
  }
  void read(const toml::node& node, const Member& member, Path& to) const { to = path_of(node, member.name); }

  // Vectors of stains are the only list without a fixed length.
  void read(const toml::node& node, const Member& member, std::vector<double>& to) const {
    to = numbers_of(node, member.name, {6, 9});
  }
  void read(const toml::node& node, const Member& member, std::array<double, 2>& to) const {
    const std::vector<double> numbers = numbers_of(node, member.name, {2});
    to = {numbers[0], numbers[1]};
  }
  template <class T>
  void read(const toml::node& node, const Member& member, std::optional<T>& to) const {
    read(node, member, to.emplace());
  }

  [[nodiscard]] std::vector<double> numbers_of(const toml::node& node, std::string_view what,
                                               const std::vector<std::size_t>& counts) const {
    const toml::array* const list = node.as_array();
    std::vector<double> numbers;
    for (std::size_t i = 0; list && i < list->size(); ++i)
      if (list->get(i)->is_number()) numbers.push_back(*list->get(i)->value<double>());
    if (list && numbers.size() == list->size() && std::ranges::find(counts, numbers.size()) != counts.end())
      return numbers;
    std::string expected;
    for (const std::size_t count : counts) expected += text(expected.empty() ? "" : " or ", count);
    toml_.refuse(node.source(), text(what, " must be a list of ", expected, " numbers"));
  }

  void add_name(const Entry& entry) {
    require_new_name(entry);
    const toml::table& table = toml_.table_of(*entry.value, text("step '", entry.name(), "'"));
    const toml::node* given = table.get("operator");
    const std::string name = given ? toml_.text_of(*given, "operator") : std::string(entry.name());
    const auto found = std::ranges::find(operators(), name, &Operator::name);
    if (found == operators().end())
      toml_.refuse(given ? given->source() : entry.key->source(),
                   text("operator '", name, "' is unknown; ",
                        nearest_text(name, operators(), given ? "'preamar help' lists all" : "give operator = \"...\"",
                                     &Operator::name)));
    steps_.emplace(entry.name(), NamedStep{*found, &table});
  }

  void add_step(const Entry& entry) {
    const auto& [op, table] = steps_.find(entry.name())->second;
    PipelineStep step{.name = std::string(entry.name()), .op = std::string(op->name), .inputs = {}};
    Names known{"operator"};
    for (const Input& input : op->inputs) known.push_back(input.name);
    for (const Option& option : op->options) known.push_back(option.name);
    toml_.require_known(*table, known, entry.name());
    for (const Input& input : op->inputs)
      if (const toml::node* given = table->get(input.name))
        step.inputs.push_back(image_named(*given, input.name));
      else if (input.presence == Presence::mandatory)
        toml_.refuse(entry.key->source(), text(entry.name(), ": ", input.name, " is missing; give an input or a step"));
    for (const Option& option : op->options)
      if (const toml::node* given = table->get(option.name))
        step.options.emplace(option.name, value_of(*op, option, *given));
      else if (is_required(option))
        toml_.refuse(entry.key->source(),
                     text(entry.name(), ": ", option.name, " is required; it must be ", accepted_text(option)));
    pipeline_.steps.push_back(std::move(step));
  }

  [[nodiscard]] Value value_of(const Operator& op, const Option& option, const toml::node& node) {
    const bool is_numeric = option.kind == OptionKind::integer || option.kind == OptionKind::real;
    if (is_numeric && node.is_string()) return number_named(node, option);
    Value value = plain_value(node, option);
    if (is_file_value(option.name, value)) return value;
    try {
      return check_value(op, option, value);
    } catch (const Error& error) {
      toml_.refuse(node.source(), error.what());
    }
  }

  [[nodiscard]] Value plain_value(const toml::node& node, const Option& option) const {
    if (const auto flag = node.value_exact<bool>()) return *flag;
    if (const auto integer = node.value_exact<std::int64_t>()) return *integer;
    if (const auto real = node.value_exact<double>()) return *real;
    if (const auto word = node.value_exact<std::string>()) return *word;
    if (option.kind == OptionKind::intervals) return bounds_of(node, option);
    const toml::array* list = node.as_array();
    std::vector<std::string> words;
    std::vector<double> numbers;
    for (std::size_t i = 0; list && i < list->size(); ++i) {
      const toml::node& item = *list->get(i);
      if (const auto word = item.value_exact<std::string>()) words.push_back(*word);
      if (item.is_number()) numbers.push_back(*item.value<double>());
    }
    if (list && !words.empty() && words.size() == list->size()) return words;
    if (list && !numbers.empty() && numbers.size() == list->size()) return numbers;
    toml_.refuse(node.source(), text(option.name, " must be ", accepted_text(option)));
  }

  // Of a list of pairs, one after the other.
  [[nodiscard]] Value bounds_of(const toml::node& node, const Option& option) const {
    const toml::array* const list = node.as_array();
    std::vector<double> bounds;
    for (std::size_t i = 0; list && i < list->size(); ++i)
      for (const double bound : numbers_of(*list->get(i), text("each of ", option.name), {2})) bounds.push_back(bound);
    if (!bounds.empty()) return bounds;
    toml_.refuse(node.source(), text(option.name, " must be a list of pairs, such as [[80, 120], [121, 255]]"));
  }

  // A result by "step" or "step.output".
  [[nodiscard]] const Output& result_named(const toml::source_region& at, std::string_view name) {
    const auto [owner, part] = parts_of(name);
    const auto step = steps_.find(owner);
    if (step == steps_.end()) {
      Names known;
      for (const auto& [other, unused] : steps_) known.emplace_back(other);
      for (const PipelineInput& input : pipeline_.inputs) known.emplace_back(input.name);
      toml_.refuse(
          at, text("'", owner, "' is unknown; ", nearest_text(owner, known, text("names are ", list_text(known)))));
    }
    const auto& [op, table] = step->second;
    const auto found = part.empty() ? main_result(*op) : std::ranges::find(op->outputs, part, &Output::name);
    if (found == op->outputs.end()) {
      Names known;
      for (const Output& output : op->outputs) known.push_back(output.name);
      toml_.refuse(at, text("'", owner, "' has no result '", part, "'; it has ", list_text(known)));
    }
    if (!found->with.empty() && !(*table)[found->with].value_or(false))
      toml_.refuse(
          at, text("'", owner, "' has no result '", part, "'; set ", found->with, " = true in [steps.", owner, "]"));
    used_.emplace(owner);
    return *found;
  }

  [[nodiscard]] std::string image_named(const toml::node& node, std::string_view input) {
    std::string name = toml_.text_of(node, input);
    if (std::ranges::find(pipeline_.inputs, name, &PipelineInput::name) != pipeline_.inputs.end()) return name;
    if (result_named(node.source(), name).kind != OutputKind::image)
      toml_.refuse(node.source(), text(input, " is '", name, "', which is not an image"));
    return name;
  }

  [[nodiscard]] std::string number_named(const toml::node& node, const Option& option) {
    std::string name = toml_.text_of(node, option.name);
    if (name.find('.') == std::string::npos || !gives_number(result_named(node.source(), name)))
      toml_.refuse(node.source(), text(option.name, " is '", name, "'; it must be ", accepted_text(option),
                                       ", or a number that a step finds, such as \"otsu.level\""));
    return name;
  }

  void add_output(const Entry& entry) {
    const std::string name(entry.name());
    const toml::table* const table = entry.value->as_table();
    if (table && !table->contains("file"))
      toml_.refuse(entry.key->source(), text("output '", name, "' is a table; put the name in quotes: \"", name, ".",
                                             table->begin()->first.str(), "\" = ..."));
    const Output& result = result_named(entry.key->source(), name);
    if (gives_number(result))
      toml_.refuse(entry.key->source(), text("'", name, "' is a number; it is printed, not written"));
    if (table && result.rows != TableRows::outlines)
      toml_.refuse(entry.value->source(), text("'", name, "' has no outlines; give the name of the file alone"));
    PipelineOutput output{.result = name,
                          .file = path_of(table ? *table->get("file") : *entry.value, text(name, ": the file"))};
    if (std::ranges::find(pipeline_.outputs, output.file, &PipelineOutput::file) != pipeline_.outputs.end())
      toml_.refuse(entry.value->source(), text(output.file.string(), " is given twice"));
    if (std::ranges::find(pipeline_.inputs, output.file, &PipelineInput::file) != pipeline_.inputs.end())
      toml_.refuse(entry.value->source(), text(output.file.string(), " is an input; give the output another file"));
    if (table) read_members(*table, name, output.outlines);
    pipeline_.outputs.push_back(std::move(output));
  }

  // Numbers are printed. Images and tables that go nowhere are a mistake.
  void require_used(const Entry& entry) const {
    if (used_.contains(entry.name()) ||
        std::ranges::any_of(steps_.find(entry.name())->second.op->outputs, gives_number))
      return;
    toml_.refuse(entry.key->source(),
                 text("nothing uses step '", entry.name(), "'; name it in [outputs] or in a step"));
  }

  const Path& file_;
  const TomlFile toml_;
  Pipeline pipeline_;
  std::map<std::string, NamedStep, std::less<>> steps_;
  std::set<std::string, std::less<>> used_;
};

}  // namespace

Pipeline read_pipeline(const Path& file) { return Reader(file).read(); }

}  // namespace preamar::cli
