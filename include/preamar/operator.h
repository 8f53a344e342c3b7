/// @file
/// The table of operators. The command line, the Python package and parts of the documentation are made from it.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/metadata.h>
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

/// The kind of value that an option takes.
enum class OptionKind {
  integer,    ///< an integer
  real,       ///< a floating-point number
  reals,      ///< several floating-point numbers: one per axis, or one for all axes
  flag,       ///< true or false
  word,       ///< one of Option::choices
  words,      ///< one or more of Option::choices
  intervals,  ///< one or more intervals of pixel values, as floating-point numbers: low and high of each
};

/// The value of an option or of a number that an operator returns. Integers are int64, or uint64 if int64 cannot hold
/// them.
using Value =
    std::variant<bool, std::int64_t, std::uint64_t, double, std::string, std::vector<double>, std::vector<std::string>>;
/// Options of a call, by name.
using Values = std::map<std::string, Value, std::less<>>;

/// Whether an input image must be given.
enum class Presence {
  mandatory,  ///< the image must be given
  optional    ///< the image may be left out
};

/// An input image of an operator. Optional inputs come last.
struct Input {
  std::string_view name;                    ///< name of the argument
  std::string_view help;                    ///< one line for help texts
  Presence presence = Presence::mandatory;  ///< whether the image must be given
};

/// An option of an operator.
struct Option {
  std::string_view name;                           ///< name of the option
  OptionKind kind = OptionKind::flag;              ///< kind of its value
  std::string_view help;                           ///< one line for help texts
  std::span<const std::string_view> choices = {};  ///< the words that `word` and `words` accept
  int count = 0;                                   ///< number of `reals`; 0: one per axis, or one for all axes
  /// Returns the default value. Options with neither `fallback` nor `fallback_words` are required.
  std::optional<Value> (*fallback)() = nullptr;
  /// The default in words, such as "rank", if it depends on the images.
  std::string_view fallback_words = {};
};

/// The kind of a result.
enum class OutputKind {
  image,   ///< an image
  number,  ///< an integer, such as a count
  real,    ///< a number in the type of the image: a double, or an integer for integer images
  table,   ///< a table
};

/// What the pixel values of a result are, compared with those of the first input. metadata_of_result() decides by it.
enum class Meaning {
  other,       ///< other values, such as labels, a mask, a distance or a gradient
  same,        ///< values of the input
  difference,  ///< differences of its values
};

/// A result of an operator. Images come first, then numbers, then the table.
struct Output {
  std::string_view name;                ///< name of the result
  std::string_view help;                ///< one line for help texts
  OutputKind kind = OutputKind::image;  ///< kind of the result
  std::string_view with = {};           ///< the flag that requests this result; empty if it is always returned
  TableRows rows = TableRows::objects;  ///< of a table
  Meaning meaning = Meaning::other;     ///< of the pixel values of an image
};

/// A number that an operator returns.
struct Number {
  std::string_view name;  ///< name of the output
  Value value;            ///< the number
  friend bool operator==(const Number&, const Number&) = default;
};

/// The results of an operator that are not images, in the order of its outputs.
struct Results {
  std::vector<Number> numbers = {};  ///< numbers, such as the count of label()
  Table table;                       ///< the table, if the operator has one
};

/// A set of dtypes.
class DTypes {
 public:
  /// The empty set.
  constexpr DTypes() = default;
  /// The set of these dtypes.
  constexpr DTypes(std::initializer_list<DType> types) {
    for (const DType type : types) bits_ |= 1U << static_cast<unsigned>(type);
  }
  /// Returns whether the set contains a dtype.
  [[nodiscard]] constexpr bool contains(DType type) const { return (bits_ >> static_cast<unsigned>(type) & 1U) != 0; }
  /// Returns whether the set is empty.
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

 private:
  std::uint32_t bits_ = 0;
};

struct BlockForm;

/// The topic of an operator. Lists of operators are grouped by it, in this order.
enum class Topic { reconstruction, objects, distance, filters, statistics, points, morphology };

/// A row of the table: everything that is known about an operator. Use operator_named() to find one and run_operator()
/// or run_in_blocks() to call it.
struct Operator {
  std::string_view name;                 ///< name of the operator
  std::string_view summary;              ///< one line: what it computes, in the terms of the field
  Topic topic = Topic::reconstruction;   ///< the group in lists of operators
  std::string_view dual_of = {};         ///< the operator whose dual it is, such as "dilate" for erode
  std::span<const Input> inputs;         ///< input images
  std::span<const Option> options;       ///< options
  std::span<const Output> outputs = {};  ///< results
  std::string_view example;              ///< a command that works as it is

  /// Returns the types of the images that `run` writes for these inputs; throws Error of kind `call` if the inputs do
  /// not match each other.
  std::vector<ImageType> (*results)(std::span<const ImageType> inputs, const Values& options) = nullptr;
  /// Writes `outs`, of the types that `results` returned, and returns the other results, such as a count. Call
  /// run_operator() instead: it checks the arguments.
  Results (*run)(std::span<const ConstImageView> inputs, std::span<const ImageView> outs, const Values& options,
                 const Execution& on) = nullptr;
  /// How images are processed in blocks; null, or a null result, if the operator needs whole images.
  const BlockForm* (*blocks)(std::span<const ImageType> inputs, const Values& options) = nullptr;
  /// The dtypes of its first input on a device such as "opencl:0". The cpu takes all dtypes.
  DTypes on_devices{};
};

/// The number of blocks that a device processed in a call on several devices.
struct Share {
  std::string device;       ///< name of the device
  std::int64_t blocks = 0;  ///< number of blocks; a block that is read twice counts twice
};

/// Runs an operator on images in memory.
/// On a device such as "opencl:0", each image is copied at most once to the device and once back. "hybrid" is the cpu
/// and every device, "cpu+opencl:0" these two: each takes the next block when it is free. They need an operator that
/// processes blocks.
/// @param op the operator, from operator_named()
/// @param inputs input images in the order of `op.inputs`, without optional ones that are not given
/// @param outs images for the results, of the types that `op.results` returns
/// @param options options by name; missing ones have their defaults
/// @param on device, threads, progress
/// @return the results that are not images
/// @throws Error kind `call` if images or options are missing or do not match, `device` if the device does not take the
///   dtype, and all errors of the operator
PREAMAR_API Results run_operator(const Operator& op, std::span<const ConstImageView> inputs,
                                 std::span<const ImageView> outs, const Values& options, const Execution& on = {});

/// Returns the heading of a topic in lists of operators, such as "Reconstruction and filling".
[[nodiscard]] PREAMAR_API std::string_view name_of(Topic topic) noexcept;

/// Returns all operators, in alphabetical order.
[[nodiscard]] PREAMAR_API std::span<const Operator* const> operators() noexcept;
/// Returns the operator of that name.
/// @throws Error kind `call` if there is none; the message suggests the nearest name
[[nodiscard]] PREAMAR_API const Operator& operator_named(std::string_view name);
/// Returns the option of that name of an operator.
/// @throws Error kind `call` if there is none; the message suggests the nearest name
[[nodiscard]] PREAMAR_API const Option& option_named(const Operator& op, std::string_view name);
/// Returns whether an operator has an option of that name.
[[nodiscard]] PREAMAR_API bool has_option(const Operator& op, std::string_view name) noexcept;
/// Returns whether the last, optional input of an operator is the mask of the valid pixels.
[[nodiscard]] PREAMAR_API bool takes_valid(const Operator& op) noexcept;
/// Returns whether a call must give the option.
[[nodiscard]] PREAMAR_API bool is_required(const Option& option);
/// Returns the default as on the command line, or in words; empty if the option is required.
[[nodiscard]] PREAMAR_API std::string default_text(const Option& option);
/// Returns in words what the option accepts: "it must be ...".
[[nodiscard]] PREAMAR_API std::string accepted_text(const Option& option);
/// Returns whether the option accepts the type of a value. check_value() also checks the value itself.
[[nodiscard]] PREAMAR_API bool has_type(const Option& option, const Value& value) noexcept;
/// Parses the value of an option, as on the command line.
/// @throws Error kind `call` if the option does not accept it; the message says what it accepts
[[nodiscard]] PREAMAR_API Value parse_value(const Operator& op, const Option& option, std::string_view text);
/// Checks a value that already has a type and converts it to the type of the option: integers to floating point, text
/// with commas to words.
/// @throws Error kind `call` if the option does not accept it; the message says what it accepts
[[nodiscard]] PREAMAR_API Value check_value(const Operator& op, const Option& option, const Value& value);
/// Checks the arguments of a call. run_operator() and run_in_blocks() do this first.
/// @param op the operator
/// @param images number of input images that are given
/// @param options options by name
/// @return the options, each converted by check_value()
/// @throws Error kind `call` if an image or a required option is missing, there are too many images, or an option does
///   not exist or has an invalid value
[[nodiscard]] PREAMAR_API Values check_call(const Operator& op, std::size_t images, const Values& options);
/// Completes the options of a call on files from the first input: `spacing="file"` becomes the spacing of the file, and
/// `nodata`, if it is not given, the value of the file.
/// @param op the operator
/// @param options options by name
/// @param file name of the first input, for messages
/// @param type type of the first input
/// @param metadata metadata of the first input
/// @throws Error kind `input` if the file has no spacing
[[nodiscard]] PREAMAR_API Values with_file_options(const Operator& op, Values options, std::string_view file,
                                                   const ImageType& type, const Metadata& metadata);

/// The metadata of a result.
struct ResultMetadata {
  Metadata kept;                       ///< what holds for the result
  std::vector<std::string> lost = {};  ///< what held for the input and would be false, such as "nodata -9999"
};

/// Decides which metadata of the inputs hold for an image that an operator computes. The grid holds if the rank is the
/// same. Values of the input keep their quantity; their nodata is converted with them, and is lost if the dtype of the
/// result cannot hold it. Differences keep scale and unit. Other values have no quantity and no nodata, because those
/// of the input would be false for them.
/// @param op the operator
/// @param output position of the image among `op.outputs`
/// @param common what common_metadata() returned for the inputs
/// @param input type of the first input
/// @param result type of the image
[[nodiscard]] PREAMAR_API ResultMetadata metadata_of_result(const Operator& op, std::size_t output,
                                                            const Metadata& common, const ImageType& input,
                                                            const ImageType& result);

/// What a result loses that has invalid pixels and neither a nodata value nor NaN: they are 0 in it.
inline constexpr std::string_view lost_mask = "mask of valid pixels";

/// Returns a sentence that says that an output loses something.
/// @param file the output
/// @param part an entry of ResultMetadata::lost, or lost_mask
[[nodiscard]] PREAMAR_API std::string loss_text(std::string_view file, std::string_view part);

/// Throws Error of kind `input` if a result would lose metadata, for calls with `strict`.
/// @param file the output, for the message
/// @param lost ResultMetadata::lost
PREAMAR_API void require_nothing_lost(std::string_view file, std::span<const std::string> lost);

/// Whether the value stands for one that only a file has: the spacing `file`. with_file_options() replaces it.
[[nodiscard]] PREAMAR_API bool is_file_value(std::string_view option, const Value& value);

}  // namespace preamar
