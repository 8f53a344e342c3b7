#include "blocks/call/valid_steps.h"

#include "core/error_text.h"
#include "core/intervals.h"
#include "core/values.h"
#include "primitives/block_form.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace preamar::blocks {
namespace {

constexpr double lowest = -std::numeric_limits<double>::infinity();
constexpr double highest = std::numeric_limits<double>::infinity();

using Names = std::vector<std::string>;

// Whether another step finds the number.
bool is_found(const Operator& op, std::string_view option, const Value& value) {
  return std::holds_alternative<std::string>(value) && option_named(op, option).kind == OptionKind::real;
}

// Checked options, with any number in place of those that other steps find.
Values with_numbers(const Operator& op, std::size_t images, const Values& given) {
  Values options = given;
  for (auto& [option, value] : options)
    if (is_found(op, option, value)) value = 1.0;
  return check_call(op, images, options);
}

class Rewriting {
 public:
  Rewriting(const Operator& op, std::string_view name, std::span<const ValidInput> inputs, const Values& options)
      : op_(op), name_(name), inputs_(inputs), options_(options) {
    Names masks;
    for (const ValidInput& input : inputs)
      if (!input.valid.empty() && std::ranges::find(masks, input.valid) == masks.end()) masks.push_back(input.valid);
    made_.valid = masks[0];
    for (std::size_t i = 1; i < masks.size(); ++i) made_.valid = add("and", {made_.valid, masks[i]});
  }

  ValidSteps take() { return std::move(made_); }

  // Invalid pixels have a value that the operator leaves out.
  void outside(double value) {
    Names images;
    for (const ValidInput& input : inputs_) images.push_back(kept(input.image, value));
    finish(op_.name, images, options_);
  }
  void background() { outside(0); }
  void foreground() { outside(1); }
  void low_wall() { outside(lowest); }
  void high_wall() { outside(highest); }
  void label() {
    if (const auto given = options_.find("intervals"); given != options_.end()) {
      const auto& bounds = std::get<std::vector<double>>(given->second);
      if (const std::optional<double> value = value_of_no_class(intervals_of(bounds), inputs_[0].type.dtype))
        return outside(*value);
      throw Error(ErrorKind::call, text(name_, ": intervals hold all values, and the image has invalid pixels; ",
                                        "leave out one value"));
    }
    const auto background = value_or(options_, "background", std::int64_t{0});
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (background < -exact || background > exact)
      throw Error(ErrorKind::call, text(name_, ": background is ", background,
                                        " and the image has invalid pixels; give ", "a value from -2^53 to 2^53"));
    outside(static_cast<double>(background));
  }

  // The operator has an input for valid pixels.
  void own() { finish(op_.name, {inputs_[0].image, made_.valid}, options_); }

  void reconstruct() { outside(word("method", "dilation") == "dilation" ? lowest : highest); }

  void clear_border() {
    const std::string kind = word("kind", "automatic");
    outside(kind == "grey" || (kind == "automatic" && is_floating(inputs_[0].type.dtype)) ? lowest : 0);
  }

  // Outlets are what fill_depressions has. It takes NaN as cells without data; an erosion of radius 0 refuses NaN.
  void fill_holes() {
    std::string image = inputs_[0].image;
    if (is_floating(inputs_[0].type.dtype)) image = add("erode", {kept(image, 0)}, {{"radius", std::int64_t{0}}});
    Values options = options_;
    options.try_emplace("connectivity", std::int64_t{1});
    options["nodata"] = std::numeric_limits<double>::quiet_NaN();  // whatever the file has: its valid pixels are known
    finish("fill_depressions", {image, made_.valid}, options);
  }

  void watershed() {
    Names images{kept(inputs_[0].image, 0), kept(inputs_[1].image, 0)};
    images.push_back(inputs_.size() > 2 ? kept(inputs_[2].image, 0) : mask_of_valid());
    finish(op_.name, images, options_);
  }

  // In the middle, invalid pixels become neutral again.
  void opening() { spread_twice("erode", highest, "dilate", lowest, name_); }
  void closing() { spread_twice("dilate", lowest, "erode", highest, name_); }
  void top_hat() {
    const std::string opened = next();
    spread_twice("erode", highest, "dilate", lowest, opened);
    const std::string image = kept(inputs_[0].image, 0);
    if (inputs_[0].type.dtype == DType::boolean) return finish("and", {image, not_(opened)}, {});
    finish("subtract", {image, kept(opened, 0)}, {});
  }

  void opening_by_reconstruction() { reconstruct_from("erode", highest, "dilation", lowest); }
  void closing_by_reconstruction() { reconstruct_from("dilate", lowest, "erosion", highest); }

  void h_maxima() { cut(lowest, "regional_maxima"); }
  void h_minima() { cut(highest, "regional_minima"); }
  void regional_maxima() { mark_extrema("regional_maxima", inputs_[0].image, options_); }
  void regional_minima() { mark_extrema("regional_minima", inputs_[0].image, options_); }

  void hysteresis() {
    const std::string image = kept(inputs_[0].image, 0);
    const auto above = [&](std::string_view level) {
      return kept(add("threshold", {image}, {{"value", options_.find(level)->second}}), 0);
    };
    connect(above("high"), above("low"), part(options_, {"connectivity"}));
  }

  // No edge where the window holds an invalid pixel. With equal thresholds, canny() marks all edges above them.
  void canny() {
    const std::string image = kept(inputs_[0].image, 0);
    made_.valid = narrowed();
    const auto above = [&](std::string_view level) {
      Values options = options_;
      options["low"] = options["high"] = options_.find(level)->second;
      return kept(add("canny", {image}, options), 0);
    };
    connect(above("high"), above("low"), {});
  }

  void slope() {
    const std::string image = kept(inputs_[0].image, 0);
    const std::string whole = narrowed();
    finish(op_.name, {image}, options_);
    made_.valid = whole;
  }

 private:
  std::string next() { return text(name_, "~", ++count_); }

  std::string add(std::string_view op, Names images, Values options = {}) {
    made_.steps.push_back({next(), std::string(op), std::move(images), std::move(options)});
    return made_.steps.back().name;
  }
  void finish(std::string_view op, Names images, Values options) {
    made_.steps.push_back({name_, std::string(op), std::move(images), std::move(options)});
    for (std::size_t i = 0; const Output& output : op_.outputs)
      if (output.kind == OutputKind::image) made_.images.push_back(i++ == 0 ? name_ : text(name_, ".", output.name));
  }
  std::string kept(const std::string& image, double value) {
    return add("and", {image, made_.valid}, {{"value", value}});
  }
  // Both masks are true.
  std::string both(const std::string& one, const std::string& other) { return add("and", {one, other}); }
  // The valid pixels as bool: a mask of a file or of the caller may be of integers.
  std::string mask_of_valid() { return add("valid", {made_.valid}, {{"nodata", 0.0}}); }
  std::string not_(const std::string& mask) { return add("invert", {mask}); }

  [[nodiscard]] std::string word(std::string_view option, std::string_view fallback) const {
    return value_or(options_, option, std::string(fallback));
  }
  static Values part(const Values& options, std::initializer_list<std::string_view> names) {
    Values found;
    for (const std::string_view name : names)
      if (const auto option = options.find(name); option != options.end()) found.insert(*option);
    return found;
  }

  // Reconstruction of the edges or objects of one mask that touch the other.
  void connect(const std::string& strong, const std::string& weak, Values options) {
    finish("reconstruct", {strong, weak}, std::move(options));
  }

  void spread_twice(std::string_view first, double neutral_first, std::string_view second, double neutral_second,
                    const std::string& name) {
    const std::string once = add(first, {kept(inputs_[0].image, neutral_first)}, options_);
    const std::string image = kept(once, neutral_second);
    if (name == name_) return finish(second, {image}, options_);
    made_.steps.push_back({name, std::string(second), {image}, options_});
  }

  void reconstruct_from(std::string_view spread, double neutral, std::string_view method, double wall) {
    const std::string seed = add(spread, {kept(inputs_[0].image, neutral)}, part(options_, {"radius"}));
    Values options = part(options_, {"connectivity"});
    options["method"] = std::string(method);
    finish("reconstruct", {kept(seed, wall), kept(inputs_[0].image, wall)}, std::move(options));
  }

  void cut(double wall, std::string_view extrema) {
    const bool is_extended = value_or(options_, "extended", false);
    if (!is_extended) return outside(wall);
    const std::string levels = add(op_.name, {kept(inputs_[0].image, wall)}, part(options_, {"h", "connectivity"}));
    mark_extrema(extrema, levels, part(options_, {"connectivity"}));
  }

  // Invalid pixels have the lowest value (for maxima), so they end plateaus above it. A plateau of that value itself is
  // a maximum if it is all of a connected part of the valid pixels: such a part has no pixel above it.
  void mark_extrema(std::string_view op, const std::string& image, const Values& options) {
    const bool is_of_maxima = op == "regional_maxima";
    const double wall = is_of_maxima ? lowest : highest;
    const std::string walled = kept(image, wall);
    const std::string inner = is_of_maxima ? add("threshold", {walled}, {{"value", lowest_of_type()}})
                                           : add("threshold", {add("invert", {walled})}, {{"value", lowest_of_type()}});
    const std::string high = both(inner, made_.valid);
    const std::string extrema = both(add(op, {walled}, options), high);
    const std::string reached = add("reconstruct", {high, mask_of_valid()}, options);
    const std::string flat = both(not_(reached), made_.valid);
    finish("invert", {both(not_(extrema), not_(flat))}, {});
  }
  // What threshold() compares with: no pixel is below it.
  [[nodiscard]] double lowest_of_type() const {
    switch (inputs_[0].type.dtype) {
      case DType::int8:
        return -0x1p7;
      case DType::int16:
        return -0x1p15;
      case DType::int32:
        return -0x1p31;
      case DType::int64:
        return -0x1p63;
      case DType::float32:
      case DType::float64:
        return lowest;
      default:
        return 0;
    }
  }

  // The pixels whose window holds valid ones only: a box as wide as the operator reads. The thresholds of canny, which
  // other steps may find, do not change it.
  std::string narrowed() {
    Values options = options_;
    options.erase("low");
    options.erase("high");
    for (const auto& [option, value] : options)
      if (is_found(op_, option, value))
        throw Error(ErrorKind::call, text(name_, ": ", option, " is a number that another step finds, and the image ",
                                          "has invalid pixels; give a number"));
    const ImageType& image = inputs_[0].type;
    const Values checked = with_numbers(op_, 1, options_);
    const Coordinates reach = op_.blocks({&image, 1}, checked)->halo({&image, 1}, checked);
    const std::int64_t radius = *std::max_element(reach.begin(), reach.begin() + image.shape.rank());
    return add("erode", {mask_of_valid()}, {{"radius", radius}, {"shape", std::string("box")}});
  }

  const Operator& op_;
  const std::string name_;
  const std::span<const ValidInput> inputs_;
  const Values& options_;
  ValidSteps made_;
  int count_ = 0;
};

using Rule = void (Rewriting::*)();

const std::map<std::string_view, Rule>& rules() {
  static const std::map<std::string_view, Rule> all = {
      {"and", &Rewriting::background},
      {"canny", &Rewriting::canny},
      {"cast", &Rewriting::background},
      {"clear_border", &Rewriting::clear_border},
      {"closing", &Rewriting::closing},
      {"closing_by_reconstruction", &Rewriting::closing_by_reconstruction},
      {"compare_edges", &Rewriting::background},
      {"dilate", &Rewriting::low_wall},
      {"distance", &Rewriting::foreground},
      {"erode", &Rewriting::high_wall},
      {"expand_labels", &Rewriting::background},
      {"fill_depressions", &Rewriting::own},
      {"fill_holes", &Rewriting::fill_holes},
      {"gaussian", &Rewriting::own},
      {"geodesic_distance", &Rewriting::background},
      {"gradient", &Rewriting::slope},
      {"h_maxima", &Rewriting::h_maxima},
      {"h_minima", &Rewriting::h_minima},
      {"histogram", &Rewriting::own},
      {"hysteresis", &Rewriting::hysteresis},
      {"invert", &Rewriting::background},
      {"label", &Rewriting::label},
      {"measure", &Rewriting::background},
      {"minmax", &Rewriting::own},
      {"opening", &Rewriting::opening},
      {"opening_by_reconstruction", &Rewriting::opening_by_reconstruction},
      {"otsu", &Rewriting::own},
      {"polygons", &Rewriting::background},
      {"reconstruct", &Rewriting::reconstruct},
      {"regional_maxima", &Rewriting::regional_maxima},
      {"regional_minima", &Rewriting::regional_minima},
      {"relabel", &Rewriting::background},
      {"remove_small_holes", &Rewriting::foreground},
      {"remove_small_objects", &Rewriting::background},
      {"sobel", &Rewriting::slope},
      {"subtract", &Rewriting::background},
      {"threshold", &Rewriting::background},
      {"top_hat", &Rewriting::top_hat},
      {"valid", &Rewriting::background},
      {"watershed", &Rewriting::watershed},
  };
  return all;
}

}  // namespace

bool takes_valid_pixels(const Operator& op) { return rules().contains(op.name); }

ValidSteps on_valid_pixels(const Operator& op, std::string_view name, std::span<const ValidInput> inputs,
                           const Values& options) {
  const auto rule = rules().find(op.name);
  if (rule == rules().end())
    throw Error(ErrorKind::call,
                text(name, ": ", op.name, " does not take images with invalid pixels; fill them first"));
  Rewriting rewriting(op, name, inputs, options);
  (rewriting.*rule->second)();
  return rewriting.take();
}

}  // namespace preamar::blocks
