#include "nests/poly.h"

#include <algorithm>

namespace preamar::convert {

Poly Poly::of(Atom atom) {
  Poly poly;
  poly.terms_[{atom}] = 1;
  return poly;
}

void Poly::add(const std::vector<Atom>& product, std::int64_t coefficient) {
  const auto place = terms_.try_emplace(product, 0).first;
  place->second += coefficient;
  if (place->second == 0) terms_.erase(place);
}

Poly operator+(const Poly& a, const Poly& b) {
  Poly sum = a;
  for (const auto& [product, coefficient] : b.terms_) sum.add(product, coefficient);
  return sum;
}

Poly operator*(const Poly& a, const Poly& b) {
  Poly all;
  for (const auto& [left, left_coefficient] : a.terms_)
    for (const auto& [right, right_coefficient] : b.terms_) {
      std::vector<Atom> product = left;
      product.insert(product.end(), right.begin(), right.end());
      std::ranges::sort(product);
      all.add(product, left_coefficient * right_coefficient);
    }
  return all;
}

std::optional<std::int64_t> Poly::number() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return {};
}

std::optional<Atom> Poly::atom() const {
  if (terms_.size() != 1 || terms_.begin()->second != 1 || terms_.begin()->first.size() != 1) return {};
  return terms_.begin()->first.front();
}

std::int64_t Poly::constant() const {
  const auto found = terms_.find({});
  return found == terms_.end() ? 0 : found->second;
}

bool Poly::contains(Atom atom) const {
  return std::ranges::any_of(terms_, [&](const auto& term) { return std::ranges::count(term.first, atom) > 0; });
}

Poly Poly::factor_of(Atom atom) const {
  Poly factor;
  for (const auto& [product, coefficient] : terms_) {
    if (std::ranges::count(product, atom) != 1) continue;
    std::vector<Atom> others = product;
    std::erase(others, atom);
    factor.add(others, coefficient);
  }
  return factor;
}

Poly Poly::divided_by(Atom atom) const {
  Poly quotient;
  for (const auto& [product, coefficient] : terms_) {
    const auto place = std::ranges::find(product, atom);
    if (place == product.end()) continue;
    std::vector<Atom> others(product.begin(), place);
    others.insert(others.end(), place + 1, product.end());
    quotient.add(others, coefficient);
  }
  return quotient;
}

Poly Poly::without(Atom atom) const {
  Poly rest;
  for (const auto& [product, coefficient] : terms_)
    if (std::ranges::count(product, atom) == 0) rest.add(product, coefficient);
  return rest;
}

Poly Poly::with(Atom atom, const Poly& value) const {
  Poly all = *this;
  // In an index, the power of an atom is at most the depth of the loops around it.
  for (int power = 0; power < 8 && all.contains(atom); ++power) {
    if (value.contains(atom)) break;
    all = all.without(atom) + all.divided_by(atom) * value;
  }
  return all;
}

bool Poly::is_too_much() const {
  constexpr std::int64_t limit = std::int64_t{1} << 28;
  return terms_.size() > 32 || std::ranges::any_of(terms_, [](const auto& term) {
           return term.first.size() > 6 || term.second > limit || term.second < -limit;
         });
}

}  // namespace preamar::convert
