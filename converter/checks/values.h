// Values of a C type, as bytes: a number, or a struct of numbers and arrays.
#pragma once

#include <clang/AST/ASTContext.h>

#include <preamar/image.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace preamar::convert {

using Bytes = std::vector<std::byte>;

class ValueType {
 public:
  ValueType(clang::QualType type, const clang::ASTContext& context);
  explicit ValueType(DType dtype);

  // Each number from `least` to `most`, within the range of its type; with eighths for floating-point types, and one in
  // four of these is a NaN or an infinity if `with_special`.
  [[nodiscard]] Bytes random(std::mt19937_64& numbers, int least, int most, bool with_special = false) const;
  [[nodiscard]] std::size_t size() const { return size_; }
  // Integers must be equal; floating-point numbers may differ by less than 1e-4 of the largest value involved. A NaN is
  // like an infinity, as infinities are added in any order.
  [[nodiscard]] bool are_alike(const Bytes& a, const Bytes& b, const std::vector<Bytes>& others) const;
  // In the notation of C: 3, or {sum: 3, count: 1}.
  [[nodiscard]] std::string text(const Bytes& value) const;

 private:
  struct Number {
    std::string name;
    std::size_t offset;
    DType dtype;
  };
  void add(clang::QualType type, std::size_t offset, const std::string& name, const clang::ASTContext& context);

  std::vector<Number> numbers_;
  std::size_t size_;
};

}  // namespace preamar::convert
