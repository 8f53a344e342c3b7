// The oracles themselves: the reference backend, and the pixel queue of the tests, compared with the definition.
#include <preamar/reconstruct.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/oracle.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <vector>

namespace preamar::test {
namespace {

// All cells simultaneously take the best of their neighbourhood, up to their limit, until nothing changes.
template <class T>
class Stable {
 public:
  Stable(const Pair& pair, Method method, int connectivity)
      : shape_(pair.mask.shape()), method_(method), connectivity_(connectivity) {
    const T* const marker = static_cast<const T*>(pair.marker.data());
    const T* const mask = static_cast<const T*>(pair.mask.data());
    for (std::int64_t i = 0; i < shape_.count(); ++i) {
      limit_.push_back(number(mask[i]));
      state_.push_back(worse(number(marker[i]), limit_.back()));
    }
    for (std::vector<Cell> next = step(); next != state_; next = step()) state_ = next;
  }

  [[nodiscard]] Image image(DType dtype) const {
    Image result(dtype, shape_);
    for (std::size_t i = 0; i < state_.size(); ++i)
      static_cast<T*>(result.data())[i] = state_[i].value_or(std::numeric_limits<T>::quiet_NaN());
    return result;
  }

 private:
  using Cell = std::optional<T>;  // nothing: a wall, or no water yet

  static Cell number(T value) { return value != value ? Cell() : Cell(value == 0 ? T{0} : value); }
  [[nodiscard]] Cell better(Cell a, Cell b) const {
    if (!a || !b) return a ? a : b;
    return (*a < *b) == (method_ == Method::dilation) ? b : a;
  }
  [[nodiscard]] Cell worse(Cell a, Cell b) const {
    if (!a || !b) return Cell();
    return (*a < *b) == (method_ == Method::dilation) ? a : b;
  }

  [[nodiscard]] std::vector<Cell> step() const {
    const int rank = shape_.rank();
    const std::int64_t planes = rank == 3 ? shape_[0] : 1, rows = shape_[rank - 2], columns = shape_[rank - 1];
    std::vector<Cell> next;
    for (std::int64_t z = 0; z < planes; ++z)
      for (std::int64_t y = 0; y < rows; ++y)
        for (std::int64_t x = 0; x < columns; ++x) {
          Cell best;
          for (std::int64_t v = std::max<std::int64_t>(0, z - 1); v <= std::min(planes - 1, z + 1); ++v)
            for (std::int64_t u = std::max<std::int64_t>(0, y - 1); u <= std::min(rows - 1, y + 1); ++u)
              for (std::int64_t t = std::max<std::int64_t>(0, x - 1); t <= std::min(columns - 1, x + 1); ++t)
                if ((v != z) + (u != y) + (t != x) <= connectivity_)
                  best = better(best, state_[static_cast<std::size_t>((v * rows + u) * columns + t)]);
          next.push_back(worse(best, limit_[next.size()]));
        }
    return next;
  }

  Shape shape_;
  Method method_;
  int connectivity_;
  std::vector<Cell> limit_, state_;
};

Shape small_shape(int rank, Random& random) {
  if (rank == 2) return {1 + random.below(16), 1 + random.below(16)};
  return {1 + random.below(6), 1 + random.below(6), 1 + random.below(6)};
}

class EveryType : public testing::TestWithParam<int> {};

TEST_P(EveryType, equals_the_definition) {
  const DType dtype = static_cast<DType>(GetParam());
  Random random(run_seed() + static_cast<std::uint64_t>(GetParam()));
  for (int content = 0; content < content_count; ++content)
    for (int palette = 0; palette < palette_count; ++palette)
      for (const Method method : {Method::dilation, Method::erosion})
        for (int rank = 2; rank <= 3; ++rank)
          for (int connectivity = 1; connectivity <= rank; ++connectivity) {
            const Scene scene{dtype, small_shape(rank, random), static_cast<Content>(content),
                              static_cast<Palette>(palette), method};
            SCOPED_TRACE(text(name_of(dtype), " ", scene.shape.text(), " ", name_of(scene.content), " ",
                              name_of(scene.palette), " method ", static_cast<int>(method), " connectivity ",
                              connectivity));
            const Pair pair = make_pair(scene, random);
            const Image expected = with_type(dtype, [&]<class T>(std::type_identity<T>) {
              return Stable<T>(pair, method, connectivity).image(dtype);
            });
            const ReconstructOptions options{.method = method, .connectivity = connectivity, .nan = Nan::ignore};
            for (const char* device : {"reference", "cpu"}) {
              const Image found = reconstruct(pair.marker, pair.mask, options, {.device = device, .threads = 1});
              ASSERT_EQ(difference(expected, found), "") << device;
            }
            ASSERT_EQ(difference(expected, oracle(pair.marker, pair.mask, method, connectivity)), "") << "queue";
          }
}

INSTANTIATE_TEST_SUITE_P(reference, EveryType, testing::Range(0, dtype_count),
                         [](const auto& type) { return std::string(name_of(static_cast<DType>(type.param))); });

}  // namespace
}  // namespace preamar::test
