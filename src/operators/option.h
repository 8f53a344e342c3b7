// Options bound to the members of an operator's struct. The operator's table holds the name and the help of an option;
// the struct holds its type and default:
//
//   constexpr auto option_table = bind<HMaximaOptions>(
//       option<&HMaximaOptions::h>("h", "height limit in grey levels"),
//       option<&HMaximaOptions::connectivity>("connectivity", "neighbours").by_default("rank"));
#pragma once

#include "operators/option_type.h"

#include "core/values.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace preamar {

template <class Struct>
struct BoundOption {
  Option row;
  // Null for a flag that requests an additional output; it has no member.
  void (*set)(Struct& options, const Value& value) = nullptr;
  bool (*is_given)(const Struct& options) = nullptr;

  // Describes a default that depends on the images, such as "rank".
  [[nodiscard]] constexpr BoundOption by_default(std::string_view words) const {
    BoundOption option = *this;
    option.row.fallback = nullptr;
    option.row.fallback_words = words;
    return option;
  }
  // Accepts only these words.
  [[nodiscard]] constexpr BoundOption among(std::span<const std::string_view> choices) const {
    BoundOption option = *this;
    option.row.choices = choices;
    return option;
  }
};

template <class>
struct MemberTypes;
template <class Struct, class Member>
struct MemberTypes<Member Struct::*> {
  using Of = Struct;
  using Type = OptionType<Member>;
};

// If the default of the member is `required`, a call must give the option.
template <auto member>
[[nodiscard]] constexpr auto option(std::string_view name, std::string_view help) {
  using Struct = typename MemberTypes<decltype(member)>::Of;
  using Type = typename MemberTypes<decltype(member)>::Type;
  return BoundOption<Struct>{
      .row = {.name = name,
              .kind = Type::shape.kind,
              .help = help,
              .choices = Type::shape.choices,
              .count = Type::shape.count,
              .fallback = [] { return Type::value_of(Struct{}.*member); }},
      .set = [](Struct& options, const Value& value) { options.*member = Type::member_of(value); },
      .is_given = [](const Struct& options) { return Type::value_of(options.*member).has_value(); }};
}

// A flag that requests an additional output.
template <class Struct>
[[nodiscard]] constexpr BoundOption<Struct> output_flag(std::string_view name, std::string_view help) {
  return {.row = {.name = name, .kind = OptionKind::flag, .help = help, .fallback = [] {
                    return std::optional<Value>(false);
                  }}};
}

template <class Struct, std::size_t count>
struct OptionTable {
  using Options = Struct;

  std::array<Option, count> rows;
  std::array<BoundOption<Struct>, count> bound;

  // The options struct for values that passed check_call().
  [[nodiscard]] Struct from(const Values& values) const {
    Struct options{};
    for (const BoundOption<Struct>& option : bound)
      if (const auto found = values.find(option.row.name); option.set && found != values.end())
        option.set(options, found->second);
    return options;
  }

  // Throws Error (call) if a required option is missing.
  void require_given(std::string_view op, const Struct& options) const {
    for (const BoundOption<Struct>& option : bound)
      if (option.is_given && is_required(option.row) && !option.is_given(options)) throw_missing(op, option.row);
  }
};

template <class Struct, class... Bound>
[[nodiscard]] constexpr OptionTable<Struct, sizeof...(Bound)> bind(const Bound&... bound) {
  return {.rows = {bound.row...}, .bound = {bound...}};
}

}  // namespace preamar
