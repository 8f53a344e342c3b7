// Members of an operator's row that are the same for many operators.
#pragma once

#include "operators/checks.h"
#include "operators/option.h"
#include "primitives/block_form.h"

#include <preamar/operator.h>

#include <span>
#include <type_traits>

namespace preamar {

// `blocks` of an operator that has one form for all images and options.
template <const BlockForm& form>
const BlockForm* always(std::span<const ImageType>, const Values&) {
  return &form;
}

// The same; `check` throws for images or options that `run` rejects.
template <const BlockForm& form, auto check>
const BlockForm* checked(std::span<const ImageType> types, const Values& values) {
  (void)check(types, values);
  return &form;
}

template <const auto& table>
using OptionsOf = typename std::remove_cvref_t<decltype(table)>::Options;

// `run` of an operator that is a function from one image, or two, to one image. `table` holds its options, if it has
// any; if these have a member `valid`, it is the optional second image.
template <void (*function)(ConstImageView, ImageView, const Execution&)>
Results run_function(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values&,
                     const Execution& on) {
  function(images[0], outs[0], on);
  return {};
}
template <void (*function)(ConstImageView, ConstImageView, ImageView, const Execution&)>
Results run_function(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values&,
                     const Execution& on) {
  function(images[0], images[1], outs[0], on);
  return {};
}
template <const auto& table, void (*function)(ConstImageView, ImageView, const OptionsOf<table>&, const Execution&)>
Results run_function(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
                     const Execution& on) {
  OptionsOf<table> options = table.from(values);
  if constexpr (requires { options.valid; }) options.valid = given(images, 1);
  function(images[0], outs[0], options, on);
  return {};
}
template <const auto& table,
          void (*function)(ConstImageView, ConstImageView, ImageView, const OptionsOf<table>&, const Execution&)>
Results run_function(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
                     const Execution& on) {
  function(images[0], images[1], outs[0], table.from(values), on);
  return {};
}

}  // namespace preamar
