#include "io/colour/channel.h"

#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

namespace preamar::io {
namespace {

constexpr std::string_view names[] = {"luminance",    "red",   "green", "blue",    "alpha",
                                      "haematoxylin", "eosin", "dab",   "residual"};
constexpr std::string_view stain_names[] = {"haematoxylin", "eosin", "dab", "residual"};

template <class List>
std::string listed(const List& words) {
  std::string list;
  for (const std::string_view word : words) list += text(list.empty() ? "" : ", ", word);
  return list;
}

std::vector<std::string_view> channels_of(int samples) {
  if (samples == 2) return {"luminance", "alpha"};
  std::vector<std::string_view> all(std::begin(names), std::end(names));
  if (samples == 3) std::erase(all, "alpha");
  return all;
}

std::string_view kind_of(int samples) { return samples == 2 ? "grey, alpha" : samples == 3 ? "RGB" : "RGB, alpha"; }

// Weights of 10000, those of scikit-image's rgb2gray; half is rounded up.
template <class T>
T luminance(const T* rgb) {
  const std::uint32_t sum = 2125 * std::uint32_t{rgb[0]} + 7154 * std::uint32_t{rgb[1]} + 721 * std::uint32_t{rgb[2]};
  return static_cast<T>((sum + 5000) / 10000);
}

std::uint8_t scaled(double value, const std::array<double, 2>& range) {
  const double steps = (value - range[0]) / (range[1] - range[0]) * 255;
  return static_cast<std::uint8_t>(std::floor(std::clamp(steps, 0.0, 255.0) + 0.5));
}

void require_range(const std::filesystem::path& file, const std::array<double, 2>& range) {
  if (!(std::isfinite(range[0]) && std::isfinite(range[1]) && range[0] < range[1] &&
        std::isfinite(range[1] - range[0])))
    throw Error(ErrorKind::call, text(file.string(), ": channel_range ", range[0], ", ", range[1],
                                      " is not a range; give two finite numbers, the lower one first"));
}

}  // namespace

Channel::Channel(const std::filesystem::path& file, DType dtype, int samples, const ReadOptions& options)
    : dtype_(dtype), samples_(samples), range_(options.channel_range) {
  const std::string& name = options.channel;
  if (!name.empty() && std::ranges::find(names, name) == std::end(names))
    throw Error(ErrorKind::call, text(file.string(), ": channel '", name, "' is unknown; give one of ", listed(names)));
  const std::vector<std::string_view> there = channels_of(samples);
  if (std::ranges::find(there, name) == there.end()) {
    const std::vector<std::string_view> others(there.begin() + 1, there.end());
    throw Error(ErrorKind::input, text(file.string(), ": has ", samples, " samples per pixel (", kind_of(samples), ")",
                                       name.empty() ? "" : text(" and no ", name), "; choose one with ",
                                       setting("channel", there.front()), ", ", listed(others)));
  }
  if (range_) require_range(file, *range_);
  const bool is_stain = std::ranges::find(stain_names, name) != std::end(stain_names);
  if (!is_stain && !options.stains.empty())
    throw Error(ErrorKind::call, text(file.string(), ": stains were given for channel '", name, "'; they apply to ",
                                      listed(stain_names)));
  if (is_stain) {
    rule_ = Rule::stain;
    index_ = name == "haematoxylin" ? 0 : name == "eosin" ? 1 : 2;
    if (name == "dab" && options.stains.size() == 6)
      throw Error(ErrorKind::call, text(file.string(),
                                        ": 'dab' is the third of nine stain numbers and six were given; "
                                        "the second vector is named 'eosin', the third 'residual'"));
    const bool two_stains = name == "residual" && options.stains.empty();
    unmixing_.emplace(two_stains ? std::span(ruifrok_johnston).first(6) : std::span(options.stains), file.string());
  } else if (name == "luminance" && samples > 2) {
    rule_ = Rule::luminance;
  } else {
    index_ = name == "alpha" ? samples - 1 : name == "green" ? 1 : name == "blue" ? 2 : 0;
  }
}

DType Channel::dtype() const noexcept {
  if (range_) return DType::uint8;
  return rule_ == Rule::stain ? DType::float32 : dtype_;
}

void Channel::convert(const void* from, std::int64_t count, void* to, std::int64_t to_step) const {
  if (dtype_ == DType::uint8)
    convert_samples(static_cast<const std::uint8_t*>(from), count, to, to_step);
  else
    convert_samples(static_cast<const std::uint16_t*>(from), count, to, to_step);
}

template <class T>
void Channel::convert_samples(const T* from, std::int64_t count, void* to, std::int64_t to_step) const {
  if (rule_ == Rule::luminance)
    convert_each(from, count, to, to_step, luminance<T>);
  else if (rule_ == Rule::stain)
    convert_each(from, count, to, to_step, [this, density = optical_density(T{})](const T* rgb) {
      return unmixing_->stain(density, rgb, index_);
    });
  else
    convert_each(from, count, to, to_step, [this](const T* pixel) { return pixel[index_]; });
}

template <class T, class Value>
void Channel::convert_each(const T* from, std::int64_t count, void* to, std::int64_t to_step,
                           const Value& value) const {
  auto* at = static_cast<std::byte*>(to);
  for (std::int64_t i = 0; i < count; ++i, from += samples_, at += to_step) {
    const auto found = value(from);
    if (range_)
      *at = static_cast<std::byte>(scaled(static_cast<double>(found), *range_));
    else
      std::memcpy(at, &found, sizeof found);
  }
}

void require_no_channel(const std::filesystem::path& file, const ReadOptions& options) {
  const std::string_view given = !options.channel.empty()  ? "channel"
                                 : !options.stains.empty() ? "stains"
                                 : options.channel_range   ? "channel_range"
                                                           : "";
  if (!given.empty())
    throw Error(ErrorKind::call, text(file.string(), ": ", given,
                                      " was given; the file has one sample per pixel, "
                                      "so leave it out"));
}

}  // namespace preamar::io
