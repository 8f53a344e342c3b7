#ifndef itkPreamarCombine_h
#define itkPreamarCombine_h

#include <preamar/map.h>

#include <cstdint>

namespace itk {

/** Writes function(pixel of `first`, pixel of `second`) to `out`, on the host. The images have one shape; `first` is
 * converted to the type that the function takes, and `second` has its type. */
template <typename TFunction>
void PreamarCombine(const preamar::ConstImage& first, const preamar::ConstImage& second, const preamar::Image& out,
                    TFunction function, const preamar::Execution& on) {
  using First = typename preamar::Signature<TFunction>::template Argument<0>;
  using Second = typename preamar::Signature<TFunction>::template Argument<1>;
  using Result = typename preamar::Signature<TFunction>::Result;
  const preamar::Execution here{.threads = on.threads, .stop = on.stop};
  preamar::OwnedImage dense;
  if (!second.is_dense()) {
    dense = preamar::OwnedImage(second.type());
    preamar::map(
        second, dense, [](Second value) { return value; }, here);
  }
  struct Job {
    const TFunction& function;
    const Second* second;
  };
  const Job job{function, static_cast<const Second*>(second.is_dense() ? second.data() : dense.data())};
  const auto row = [](const void* context, const preamar::RowCall& call) {
    const Job& its = *static_cast<const Job*>(context);
    const auto* const from = static_cast<const First*>(call.from[0]);
    const Second* const beside = its.second + call.first;
    auto* const to = static_cast<Result*>(call.to);
    for (std::int64_t x = 0; x < call.length; ++x) to[x] = its.function(from[x], beside[x]);
  };
  preamar::map_rows(first, out, {preamar::dtype_of<First>(), preamar::dtype_of<Result>(), {1, 1, 1}, row, &job}, here);
}

}  // namespace itk

#endif
