// A visitor of a variant, with one function per alternative.
#pragma once

namespace preamar {

// std::visit(Cases{...}, variant) does not compile if an alternative has no function.
template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;

}  // namespace preamar
