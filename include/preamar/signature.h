/// @file
/// The parameter types of a user's function, for map(), stencil(), reduce() and histogram().
#pragma once

#include <preamar/export.h>

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace preamar {

/// The parameter and result types of a callable. Unknown (no arguments) for templates, such as a lambda with `auto`
/// parameters or `std::plus<>`, and for classes with several `operator()`.
template <class Function>
struct Signature {
  using Arguments = std::tuple<>;          ///< the types of the parameters, without references
  static constexpr std::size_t count = 0;  ///< the number of parameters
};
template <class Function>
requires requires { &Function::operator(); }
struct Signature<Function> : Signature<decltype(&Function::operator())> {};
template <class Given, class... Taken>
struct Signature<Given (*)(Taken...)> {
  using Result = std::remove_cvref_t<Given>;                    ///< the type of the result
  using Arguments = std::tuple<std::remove_cvref_t<Taken>...>;  ///< the types of the parameters
  static constexpr std::size_t count = sizeof...(Taken);        ///< the number of parameters
  /// The type of parameter `i`.
  template <std::size_t i>
  using Argument = std::tuple_element_t<i, Arguments>;
};
template <class Given, class... Taken>
struct Signature<Given (*)(Taken...) noexcept> : Signature<Given (*)(Taken...)> {};
template <class Class, class Given, class... Taken>
struct Signature<Given (Class::*)(Taken...)> : Signature<Given (*)(Taken...)> {};
template <class Class, class Given, class... Taken>
struct Signature<Given (Class::*)(Taken...) noexcept> : Signature<Given (*)(Taken...)> {};
template <class Class, class Given, class... Taken>
struct Signature<Given (Class::*)(Taken...) const> : Signature<Given (*)(Taken...)> {};
template <class Class, class Given, class... Taken>
struct Signature<Given (Class::*)(Taken...) const noexcept> : Signature<Given (*)(Taken...)> {};

/// The type of the pixels that a function takes as argument `i`: `Stated` unless it is void, otherwise the type in the
/// signature, otherwise void.
template <class Stated, class Function, std::size_t i>
struct PixelOf {
  using Type = Stated;  ///< the type of the pixels
};
template <class Function, std::size_t i>
requires(Signature<Function>::count > i) struct PixelOf<void, Function, i> {
  using Type = typename Signature<Function>::template Argument<i>;
};

}  // namespace preamar
