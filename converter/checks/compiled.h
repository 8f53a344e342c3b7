// C compiled and called in this process.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
}

namespace preamar::convert {

class Compiled {
 public:
  // `path` is the base of #include "...". Keeps only the parts of `text` that functions whose names begin with `prefix`
  // need, so that other calls in the file need not resolve. Throws std::runtime_error if it is not valid C.
  Compiled(const std::string& text, const std::string& path, const std::vector<std::string>& flags,
           const std::string& prefix);
  ~Compiled();

  // Throws std::runtime_error if there is none.
  template <class Function>
  [[nodiscard]] Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(address(name));
  }

 private:
  [[nodiscard]] void* address(const std::string& name) const;

  std::unique_ptr<llvm::orc::LLJIT> code_;
};

}  // namespace preamar::convert
