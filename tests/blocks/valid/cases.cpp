#include "cases.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/values.h"
#include "tools/in_blocks.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

namespace preamar::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Sums, products and differences of levels stay finite.
bool needs_small_levels(std::string_view op) {
  static const std::set<std::string_view> all = {"gaussian", "sobel",   "gradient",     "canny",
                                                 "top_hat",  "measure", "clear_border", "histogram"};
  return all.contains(op);
}

// Small numbers, and often the ends of the dtype.
std::vector<double> random_levels(const Operator& op, DType dtype, Random& random) {
  std::vector<double> levels;
  const double unit = is_floating(dtype) ? 0.5 : 1;
  const bool has_signs = dtype >= DType::int8;
  for (std::int64_t i = 1 + random.below(5); i > 0; --i)
    levels.push_back(unit * static_cast<double>(random.below(7) - (has_signs && random.one_in(2) ? 3 : 0)));
  if (dtype == DType::boolean) return {0, 1};
  if (random.one_in(2)) return levels;
  if (is_floating(dtype)) {
    if (needs_small_levels(op.name)) return {-1000, 0.25, 1, 50, 4000};
    const double most =
        dtype == DType::float32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
    const double end = random.one_in(2) ? infinity : most;
    for (const double level : {-end, end})
      if (!random.one_in(3)) levels.push_back(level);
    return levels;
  }
  for (const double level : {-infinity, infinity})  // become the lowest and the highest
    if (!random.one_in(3)) levels.push_back(level);
  return levels;
}

// Any value of the dtype, such as NaN.
Image random_garbage(DType dtype, const Shape& shape, Random& random) {
  return make_noise(dtype, shape, random.one_in(3) ? Palette::spread : Palette::with_nan, random);
}

class RandomOptions {
 public:
  RandomOptions(const Operator& op, const ImageType& type, std::vector<double> levels, Random& random)
      : op_(op), type_(type), levels_(std::move(levels)), random_(random) {
    for (double& end : levels_)
      if (std::isinf(end)) end = 7;
  }

  Values make() {
    Values options;
    for (const Option& option : op_.options)
      if (is_required(option) || random_.one_in(2))
        if (std::optional<Value> value = value_of(option)) options[std::string(option.name)] = *value;
    if (options.contains("low") && std::get<double>(options["low"]) > std::get<double>(options["high"]))
      std::swap(options["low"], options["high"]);
    return options;
  }

 private:
  double one_of(std::initializer_list<double> all) {
    return all.begin()[random_.below(static_cast<std::int64_t>(all.size()))];
  }
  double level() { return levels_[static_cast<std::size_t>(random_.below(std::ssize(levels_)))]; }

  // Nothing: the default.
  std::optional<Value> value_of(const Option& option) {
    switch (option.kind) {
      case OptionKind::flag:
        return option.name == "distinct" ? random_.one_in(4) : random_.one_in(2);
      case OptionKind::word:
        return word_of(option);
      case OptionKind::words: {
        std::vector<std::string> words;
        for (const std::string_view choice : option.choices)
          if (random_.one_in(5)) words.emplace_back(choice);
        return words.empty() ? std::nullopt : std::optional<Value>(words);
      }
      case OptionKind::integer:
        return integer_of(option.name);
      case OptionKind::real:
        return real_of(option.name);
      case OptionKind::intervals:
        return intervals();
      case OptionKind::reals:
        break;
    }
    if (option.name == "range") return std::vector<double>{one_of({-1, 0, 0.5}), one_of({1, 3, 100})};
    std::vector<double> spacing;
    for (int axis = 0; axis < type_.shape.rank(); ++axis) spacing.push_back(one_of({0.5, 1, 1, 2}));
    if (random_.one_in(3)) spacing.resize(1);
    return spacing;
  }
  // Some value is in none of them.
  std::vector<double> intervals() {
    const double low = level();
    if (type_.dtype == DType::boolean) return {low, low};
    if (random_.one_in(3)) return {-infinity, low, low + 2, infinity};
    return {low + 2, low + 5, low, low + one_of({0, 0.5, 1})};
  }
  // Borders that wrap need the whole image, and so does an approximation of distances.
  std::optional<Value> word_of(const Option& option) {
    const std::string_view choice = option.choices[static_cast<std::size_t>(random_.below(std::ssize(option.choices)))];
    if (choice == "wrap" || choice == "nearest_seed") return std::nullopt;
    return std::string(choice);
  }
  std::optional<Value> integer_of(std::string_view name) {
    if (name == "radius") return random_.below(4);
    if (name == "connectivity") return 1 + random_.below(type_.shape.rank());
    if (name == "bins") return 2 + random_.below(20);
    if (name == "size") return random_.below(12);
    if (name == "background") return random_.below(type_.dtype == DType::boolean ? 2 : 4);
    if (name == "plateau") return random_.below(6);
    ADD_FAILURE() << op_.name << ": no random value of " << name;
    return std::nullopt;
  }
  std::optional<Value> real_of(std::string_view name) {
    const bool has_fractions = is_floating(type_.dtype);
    if (name == "h") return has_fractions ? one_of({0, 0.5, 1, 2, 1000}) : one_of({0, 1, 2, 3, 200});
    if (name == "sigma") return op_.name == "canny" ? one_of({0, 0.2, 0.3, 1}) : one_of({0, 0.3, 0.5, 0.8, 1, 1.6});
    if (name == "truncate") return one_of({1, 2, 3});
    if (name == "error") return one_of({0.01, 0.1});
    if (name == "distance") return one_of({0, 1, 1.5, 2, 4, 100});
    if (name == "simplify") return one_of({0, 0.7, 1.5});
    if (name == "low" || name == "high") return op_.name == "canny" ? one_of({0, 0.2, 0.5, 1, 2, 3, 500}) : level();
    if (name == "nodata" || name == "value") return level();
    ADD_FAILURE() << op_.name << ": no random value of " << name;
    return std::nullopt;
  }

  const Operator& op_;
  ImageType type_;
  std::vector<double> levels_;
  Random& random_;
};

Shape random_extents(Random& random) {
  if (random.one_in(3)) return {3 + random.below(7), 3 + random.below(7), 3 + random.below(7)};
  if (random.one_in(20)) return {1, 5 + random.below(20)};
  return {5 + random.below(20), 5 + random.below(20)};
}

bool is_accepted(const ValidCase& c) {
  std::vector<ImageType> types;
  for (const Image& input : c.inputs) types.push_back(input.view().type());
  try {
    const Values options = check_call(*c.op, types.size(), c.options);
    (void)c.op->results(types, options);
    return c.op->blocks(types, options) != nullptr;
  } catch (const Error&) {
    return false;
  }
}

void set_nan(Image& image, std::int64_t place) {
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    static_cast<T*>(image.data())[place] = std::numeric_limits<T>::quiet_NaN();
  });
}

// No other number has the same text.
std::string digits_of(double number) {
  std::array<char, 40> digits{};
  if (number != number) return "NaN";
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

std::string text_of(const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  if (const auto* number = std::get_if<double>(&value)) return digits_of(*number);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return text(*number);
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return text(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  std::string words;
  if (const auto* all = std::get_if<std::vector<double>>(&value))
    for (const double number : *all) words += digits_of(number) + " ";
  if (const auto* all = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& word : *all) words += word + " ";
  return words;
}

}  // namespace

// Plateaus of one to several pixels, of which some images have mostly 0.
Image random_content(DType dtype, const Shape& shape, const std::vector<double>& levels, Random& random) {
  Image image(dtype, shape);
  const std::int64_t side = 1 + random.below(3), width = shape[shape.rank() - 1];
  const bool is_sparse = random.one_in(3);
  std::map<std::pair<std::int64_t, std::int64_t>, double> tiles;
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      double& level = tiles.try_emplace({i / width / side, i % width / side}, infinity).first->second;
      if (i % width % side == 0 && i / width % side == 0)
        level = is_sparse && !random.one_in(4) ? 0 : levels[static_cast<std::size_t>(random.below(std::ssize(levels)))];
      T& to = static_cast<T*>(image.data())[i];
      if (std::isinf(level) && !is_floating(dtype))
        to = level < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
      else
        to = static_cast<T>(dtype == DType::boolean ? level != 0 : level);
    }
  });
  return image;
}

// `has_few`: a few single pixels, a line or a part of the image, for results that need whole windows.
std::vector<bool> random_holes(const Shape& shape, Random& random, bool has_few) {
  std::vector<bool> is_hole(static_cast<std::size_t>(shape.count()));
  const std::int64_t width = shape[shape.rank() - 1], percent = 10 * random.below(10);
  const std::int64_t kind = has_few ? 1 + random.below(3) : random.below(6), line = random.below(width),
                     row = random.below(shape.count() / width);
  const bool is_everything = random.one_in(30);
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    const std::int64_t x = i % width, y = i / width;
    const bool at_random = random.below(100) < percent, is_rare = random.below(100) < (has_few ? 1 : 4);
    const bool forms[] = {at_random,
                          is_rare,
                          x == line || (kind == 2 && y == row),
                          x < line,
                          y <= row || is_rare,
                          at_random && (x / 3 + y / 3) % 2 == 0};
    is_hole[static_cast<std::size_t>(i)] = is_everything || forms[kind];
  }
  return is_hole;
}

// True or any integer but 0 where pixels are valid.
Image random_valid(const std::vector<bool>& is_hole, const Shape& shape, Random& random) {
  const auto dtype = random.one_in(2) ? DType::boolean : static_cast<DType>(random.below(9));
  Image valid = make_noise(dtype, shape, Palette::extremes, random);
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    std::byte* const mark = pixel(valid, i);
    const auto width = static_cast<std::size_t>(size_of(dtype));
    const bool is_zero = std::all_of(mark, mark + width, [](std::byte b) { return b == std::byte{}; });
    if (is_hole[static_cast<std::size_t>(i)])
      std::memset(mark, 0, width);
    else if (is_zero)
      mark[dtype == DType::boolean ? 0 : width - 1] = std::byte{1};
  }
  return valid;
}

// Types and options that the operator accepts; each dtype of the first image with equal probability.
ValidCase random_case(const Operator& op, Random& random) {
  ValidCase c;
  for (int tries = 0; tries < 2000; ++tries) {
    c = {.op = &op, .inputs = {}, .valid = {}, .options = {}};
    const Shape shape = random_extents(random);
    const auto dtype = static_cast<DType>(random.below(dtype_count));
    const std::vector<double> levels = random_levels(op, dtype, random);
    const bool has_few = op.name == "canny" || (op.name == "gradient" && random.one_in(2));
    const std::vector<bool> is_hole = random_holes(shape, random, has_few);
    c.valid = random_valid(is_hole, shape, random);
    for (const Input& input : op.inputs) {
      if (input.presence == Presence::optional && !random.one_in(3)) break;
      const DType own = c.inputs.empty() || random.one_in(2) ? dtype : static_cast<DType>(random.below(dtype_count));
      const Image content = random_content(own, shape, own == dtype ? levels : random_levels(op, own, random), random);
      Image& image = c.inputs.emplace_back(random_garbage(own, shape, random));
      for (std::int64_t i = 0; i < shape.count(); ++i)
        if (!is_hole[static_cast<std::size_t>(i)])
          std::memcpy(pixel(image, i), pixel(content, i), static_cast<std::size_t>(size_of(own)));
      if (is_floating(own) && random.one_in(10)) set_nan(image, random.below(shape.count()));
    }
    c.options = RandomOptions(op, {dtype, shape}, levels, random).make();
    if (is_accepted(c)) return c;
  }
  ADD_FAILURE() << op.name << ": no random case is accepted";
  return c;
}

std::string describe(const ValidCase& c) {
  std::string words = text(c.op->name, " ", c.valid.shape().text());
  for (const Image& input : c.inputs) words += text(" ", preamar::name_of(input.dtype()));
  for (const auto& [name, value] : c.options) words += text(", ", name, "=", text_of(value));
  return words;
}

// Outputs have other bytes before.
ValidResult run_case(const ValidCase& c, const Shape& block, int threads) {
  std::vector<BlockInput> inputs;
  std::vector<ImageType> types;
  for (const Image& input : c.inputs) {
    inputs.emplace_back(memory_reader(input));
    types.push_back(input.view().type());
  }
  ValidResult result;
  result.images.reserve(c.op->outputs.size() + 1);
  for (const ImageType& type : c.op->results(types, check_call(*c.op, types.size(), c.options))) {
    Image& image = result.images.emplace_back(type);
    std::memset(image.data(), 0x5a, static_cast<std::size_t>(type.shape.count() * size_of(type.dtype)));
  }
  std::vector<BlockOutput> outputs;
  for (Image& image : result.images) outputs.emplace_back(memory_writer(image));
  BlockSettings settings;
  settings.block = block;
  if (!result.images.empty() && result.images[0].shape() == c.valid.shape())
    settings.valid_out = memory_writer(result.images.emplace_back(DType::boolean, c.valid.shape()));
  settings.valid = memory_reader(c.valid, "valid");
  result.found = preamar::run_in_blocks(*c.op, inputs, outputs, c.options, settings, {.threads = threads}).found;
  return result;
}

std::string apart(const Results& expected, const Results& found) {
  if (expected.numbers.size() != found.numbers.size()) return "numbers are missing";
  for (std::size_t i = 0; i < found.numbers.size(); ++i) {
    const std::string one = text_of(expected.numbers[i].value), two = text_of(found.numbers[i].value);
    if (one != two) return text(found.numbers[i].name, " is ", one, ", not ", two);
  }
  const std::vector<Column>&one = expected.table.columns, &two = found.table.columns;
  if (one.size() != two.size()) return text(one.size(), " and ", two.size(), " columns");
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].name != two[i].name) return text("columns ", one[i].name, " and ", two[i].name);
    if (one[i].cells.view().type() != two[i].cells.view().type()) return text(one[i].name, " differs in type or rows");
    const std::string cells = difference(one[i].cells, two[i].cells);
    if (!cells.empty()) return text(one[i].name, ": ", cells);
  }
  return "";
}

}  // namespace preamar::test
