// C compiled in this process, to be called.
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
  // `path` is where #include "..." begins. Keeps of `text` only what the functions whose names begin with `prefix`
  // need, so that what else a file calls need not be there. Throws std::runtime_error where it is no C.
  Compiled(const std::string& text, const std::string& path, const std::vector<std::string>& flags,
           const std::string& prefix);
  ~Compiled();

  // Throws std::runtime_error where there is none.
  template <class Function>
  [[nodiscard]] Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(address(name));
  }

 private:
  [[nodiscard]] void* address(const std::string& name) const;

  std::unique_ptr<llvm::orc::LLJIT> code_;
};

}  // namespace preamar::convert
