// The table of operators: what the command line, Python and the documentation are derived from.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/table.h>

#include <cstdint>
#include <initializer_list>
#include <map>
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
  word,  // one of `choices`
  text,
};

// A whole number is an int64 where that holds it.
using Value = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, std::vector<double>>;
using Values = std::map<std::string, Value, std::less<>>;

enum class Presence { required, optional };

struct Input {
  std::string_view name;
  std::string_view help;
  Presence presence = Presence::required;  // what is optional and not given is an image of rank 0; it comes last
};

struct Option {
  std::string_view name;
  OptionKind kind = OptionKind::text;
  std::string_view fallback;  // the default, in words; empty where it must be given, as the operator's example does
  std::span<const std::string_view> choices = {};  // of a word
  std::string_view help;
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
struct Found {
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

struct Operator {
  std::string_view name;
  std::string_view summary;
  std::string_view dual_of = {};  // the operator of the other order with which it shares its files
  std::span<const Input> inputs;
  std::span<const Option> options;
  std::span<const Output> outputs = {};
  std::string_view example;  // a command that works as it stands

  // The images that `run` will write for such inputs; throws Error (call) where they do not fit together.
  std::vector<ImageType> (*results)(std::span<const ImageType> inputs, const Values& options) = nullptr;
  // Writes `outs`, which are as `results` said, and returns what else was found, such as a count.
  Found (*run)(std::span<const ConstImage> inputs, std::span<const Image> outs, const Values& options,
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
PREAMAR_API Found run_operator(const Operator& op, std::span<const ConstImage> inputs, std::span<const Image> outs,
                               const Values& options, const Execution& on = {});

// All operators, in alphabetical order.
[[nodiscard]] PREAMAR_API std::span<const Operator* const> operators() noexcept;
// Throws Error (call), naming the nearest, where there is none of that name.
[[nodiscard]] PREAMAR_API const Operator& operator_named(std::string_view name);
// The value that `text` stands for; throws Error (call) naming the operator, the option and what would do.
[[nodiscard]] PREAMAR_API Value parse_value(const Operator& op, const Option& option, std::string_view text);
// The same for a value that already has a type: whole numbers pass as reals, and choices are checked.
[[nodiscard]] PREAMAR_API Value check_value(const Operator& op, const Option& option, const Value& value);

}  // namespace preamar
