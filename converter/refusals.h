// What cannot be converted, and what to do instead.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace clang {
class SourceManager;
}

namespace preamar::convert {

// In the form of compilers: "filter.c:12:5: error: what
//
//     instead: way round
//
// ".
struct Refusal {
  std::string file;
  unsigned line = 0, column = 0;
  std::string what;     // names the construct
  std::string instead;  // a remedy
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

class Refusals {
 public:
  explicit Refusals(const clang::SourceManager& sources) : sources_(sources) {}

  void add(clang::SourceLocation at, std::string what, std::string instead);
  [[nodiscard]] bool empty() const { return all_.empty(); }
  // In the order of the source, without duplicates.
  [[nodiscard]] std::vector<Refusal> take();

 private:
  const clang::SourceManager& sources_;
  std::vector<Refusal> all_;
};

// Thrown by the front end; what() is all of them, one after another.
class Refused : public std::runtime_error {
 public:
  explicit Refused(std::vector<Refusal> refusals);
  [[nodiscard]] const std::vector<Refusal>& refusals() const { return refusals_; }

 private:
  std::vector<Refusal> refusals_;
};

}  // namespace preamar::convert
