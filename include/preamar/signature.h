// The types that a function of a user's own takes and gives: behind <preamar/map.h>, stencil.h, reduce.h, histogram.h.
#pragma once

#include <preamar/export.h>

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace preamar {

// Not known of a template (a lambda with `auto` parameters, std::plus<>) and of a class with several operator().
template <class Function>
struct Signature {
  using Arguments = std::tuple<>;
  static constexpr std::size_t count = 0;
};
template <class Function>
requires requires { &Function::operator(); }
struct Signature<Function> : Signature<decltype(&Function::operator())> {};
template <class Given, class... Taken>
struct Signature<Given (*)(Taken...)> {
  using Result = std::remove_cvref_t<Given>;
  using Arguments = std::tuple<std::remove_cvref_t<Taken>...>;
  static constexpr std::size_t count = sizeof...(Taken);
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

// The type of the pixels that a function takes as argument `i`: `Stated` where that is not void, else what the
// signature says, else void.
template <class Stated, class Function, std::size_t i>
struct PixelOf {
  using Type = Stated;
};
template <class Function, std::size_t i>
requires(Signature<Function>::count > i) struct PixelOf<void, Function, i> {
  using Type = typename Signature<Function>::template Argument<i>;
};

}  // namespace preamar
