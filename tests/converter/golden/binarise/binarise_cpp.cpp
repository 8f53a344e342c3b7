#include <preamar/rows.h>

#include <array>
#include <vector>

#include "binarise_cpp.h"

namespace {
namespace source {  // the functions of binarise.c

inline unsigned char binarizador(unsigned char pixel, int index, const data& parametro) {
  return pixel + parametro.tolerancia > 127 ? 255 : 0;
}

}  // namespace source

// `row` as Preamar calls it, for each row or part of one.
template <class Pixel, class Result, class Row>
preamar::OwnRows own_rows(const Row& row, const std::array<std::int64_t, 3>& window = {1, 1, 1}) {
  const auto call_row = [](const void* context, const preamar::RowCall& call) {
    (*static_cast<const Row*>(context))(call);
  };
  return {preamar::dtype_of<Pixel>(), preamar::dtype_of<Result>(), window, call_row, &row};
}

}  // namespace

namespace cpp {

void Binarizador::process(const unsigned char* image, unsigned char* result, std::int64_t height,
                          std::int64_t width) const {
  const auto row =
      [&](const preamar::RowCall call) {  // a copy, which no pixel that is written can be part of
        const unsigned char* __restrict from = static_cast<const unsigned char*>(call.from[0]);
        unsigned char* __restrict to = static_cast<unsigned char*>(call.to);
        const data parameters = parameters_;
        for (std::int64_t x = 0; x < call.length; ++x)
          to[x] = source::binarizador(from[x], (int)(call.first + x), parameters);
      };
  const preamar::Shape shape{height, width};
  preamar::map_rows({image, preamar::dtype_of<unsigned char>(), shape},
                    {result, preamar::dtype_of<unsigned char>(), shape},
                    own_rows<unsigned char, unsigned char>(row), {});
}

}  // namespace cpp
