// The table of operators: what the command line, Python and the documentation are derived from.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/table.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace preamar {

enum class OptionKind {
  integer,
  real,
  reals,  // one number for each axis, or one for all
  flag,
  word,   // one of `choices`
  words,  // one or more of them
};

// A whole number is an int64 where that holds it.
using Value =
    std::variant<bool, std::int64_t, std::uint64_t, double, std::string, std::vector<double>, std::vector<std::string>>;
using Values = std::map<std::string, Value, std::less<>>;

enum class Presence { mandatory, optional };

struct Input {
  std::string_view name;
  std::string_view help;
  Presence presence = Presence::mandatory;  // what is optional comes last, and is left out where it is not given
};

struct Option {
  std::string_view name;
  OptionKind kind = OptionKind::flag;
  std::string_view help;
  std::span<const std::string_view> choices = {};  // of a word and of words
  int count = 0;                                   // of reals; 0: one for each axis, or one for all
  // The default: a value, or words such as "rank" where it depends on the images. Without either the option is
  // required, and stands in the operator's example.
  std::optional<Value> (*fallback)() = nullptr;
  std::string_view fallback_words = {};
};

enum class OutputKind {
  image,
  number,  // a whole one, such as a count
  real,    // any other, such as a level: a double, or a whole one where the image has such
  table,
};

// What an operator gives; images come first, then numbers, then the table.
struct Output {
  std::string_view name;
  std::string_view help;
  OutputKind kind = OutputKind::image;
  std::string_view with = {};  // the flag among the options that asks for it; empty where it always comes
};

struct Number {
  std::string_view name;  // as among the outputs
  Value value;
  friend bool operator==(const Number&, const Number&) = default;
};

// What an operator found beside its images, in the order of its outputs.
struct Results {
  std::vector<Number> numbers = {};
  Table table;
};

// A set of pixel types.
class DTypes {
 public:
  constexpr DTypes() = default;
  constexpr DTypes(std::initializer_list<DType> types) {
    for (const DType type : types) bits_ |= 1U << static_cast<unsigned>(type);
  }
  [[nodiscard]] constexpr bool contains(DType type) const { return (bits_ >> static_cast<unsigned>(type) & 1U) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

 private:
  std::uint32_t bits_ = 0;
};

struct BlockForm;

// What an operator is for: lists of operators are grouped by it, in this order.
enum class Task { reconstruction, objects, distance, filters, statistics, morphology };

struct Operator {
  std::string_view name;
  std::string_view summary;  // one line: the task, in the terms of the field
  Task task = Task::reconstruction;
  std::string_view dual_of = {};  // the operator of the other order with which it shares its files
  std::span<const Input> inputs;
  std::span<const Option> options;
  std::span<const Output> outputs = {};
  std::string_view example;  // a command that works as it stands

  // The images that `run` will write for such inputs; throws Error (call) where they do not fit together.
  std::vector<ImageType> (*results)(std::span<const ImageType> inputs, const Values& options) = nullptr;
  // Writes `outs`, which are as `results` said, and returns what else was found, such as a count.
  Results (*run)(std::span<const ConstImageView> inputs, std::span<const ImageView> outs, const Values& options,
                 const Execution& on) = nullptr;
  // How it works on such images in blocks; null, or a null result, where it needs them whole.
  const BlockForm* (*blocks)(std::span<const ImageType> inputs, const Values& options) = nullptr;
  // The types of its first input that it takes on a device such as "opencl:0"; the cpu takes all.
  DTypes on_devices{};
};

// What a device did of a call in blocks.
struct Share {
  std::string device;
  std::int64_t blocks = 0;  // counted each time that one was worked on
};

// Runs an operator on images in memory where `on.device` says. On a device such as "opencl:0" images are copied in once
// and out once, and types that the operator does not take there are refused. "hybrid" is the cpu and every device
// together, "cpu+opencl:0" those two, each taking blocks of the images when it is free; for operators that work in
// blocks (preamar/blocks.h).
PREAMAR_API Results run_operator(const Operator& op, std::span<const ConstImageView> inputs,
                                 std::span<const ImageView> outs, const Values& options, const Execution& on = {});

// The heading of a task in lists of operators, such as "Reconstruction and filling".
[[nodiscard]] PREAMAR_API std::string_view name_of(Task task) noexcept;

// All operators, in alphabetical order.
[[nodiscard]] PREAMAR_API std::span<const Operator* const> operators() noexcept;
// Throws Error (call), naming the nearest, where there is none of that name.
[[nodiscard]] PREAMAR_API const Operator& operator_named(std::string_view name);
// The same for an option of an operator.
[[nodiscard]] PREAMAR_API const Option& option_named(const Operator& op, std::string_view name);
// Whether a call must give the option.
[[nodiscard]] PREAMAR_API bool is_required(const Option& option);
// The default as it would be given on the command line, or in words; empty where the option is required.
[[nodiscard]] PREAMAR_API std::string default_text(const Option& option);
// What the option takes, in words: "it must be ...".
[[nodiscard]] PREAMAR_API std::string accepted_text(const Option& option);
// Whether a value has a type that the option takes, which check_value() then looks into.
[[nodiscard]] PREAMAR_API bool has_type(const Option& option, const Value& value) noexcept;
// The value that `text` stands for; throws Error (call) naming the operator, the option and what would do.
[[nodiscard]] PREAMAR_API Value parse_value(const Operator& op, const Option& option, std::string_view text);
// The same for a value that already has a type: whole numbers pass as reals, text with commas as words; counts and
// choices are checked.
[[nodiscard]] PREAMAR_API Value check_value(const Operator& op, const Option& option, const Value& value);
// What a call with so many images gives for options, each as check_value() has it. Throws Error (call) where an image
// or an option that must be given is missing, where there are too many images, and for an option of another name. This
// is what run_operator() and run_in_blocks() begin with.
[[nodiscard]] PREAMAR_API Values check_call(const Operator& op, std::size_t images, const Values& options);

}  // namespace preamar
