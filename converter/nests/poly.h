// Polynomials with integer coefficients: how an index depends on loop variables and extents.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace preamar::convert {

// The number of a variable, or of an expression that is treated as one.
using Atom = int;

class Poly {
 public:
  Poly() = default;
  Poly(std::int64_t number) {  // NOLINT(google-explicit-constructor): numbers are polynomials
    if (number != 0) terms_[{}] = number;
  }
  [[nodiscard]] static Poly of(Atom atom);

  friend Poly operator+(const Poly& a, const Poly& b);
  friend Poly operator-(const Poly& a, const Poly& b) { return a + b * Poly(-1); }
  friend Poly operator*(const Poly& a, const Poly& b);
  friend bool operator==(const Poly&, const Poly&) = default;
  friend bool operator<(const Poly& a, const Poly& b) { return a.terms_ < b.terms_; }

  // The number, if it is constant.
  [[nodiscard]] std::optional<std::int64_t> number() const;
  // The atom, if it is a single atom.
  [[nodiscard]] std::optional<Atom> atom() const;
  // The constant term.
  [[nodiscard]] std::int64_t constant() const;
  [[nodiscard]] bool contains(Atom atom) const;
  // The factor of the atom, if it occurs once in a product.
  [[nodiscard]] Poly factor_of(Atom atom) const;
  // The terms with the atom, divided by it; and the other terms.
  [[nodiscard]] Poly divided_by(Atom atom) const;
  [[nodiscard]] Poly without(Atom atom) const;
  [[nodiscard]] Poly with(Atom atom, const Poly& value) const;
  // Products of atoms, each with its coefficient.
  [[nodiscard]] const std::map<std::vector<Atom>, std::int64_t>& terms() const { return terms_; }
  // Whether it is longer than any plausible index; products of it could overflow.
  [[nodiscard]] bool is_too_much() const;

 private:
  void add(const std::vector<Atom>& product, std::int64_t coefficient);

  std::map<std::vector<Atom>, std::int64_t> terms_;
};

}  // namespace preamar::convert
