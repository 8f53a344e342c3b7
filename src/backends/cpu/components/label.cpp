#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/components/label.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/backend.h"
#include "backends/cpu/components/numbering-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

template <class Label>
std::int64_t label_with(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels,
                        const ComponentsTuning& tuning) {
  std::int64_t count = 0;
  with_components(on, spec, image, tuning, sizeof(Label), [&]<class Node>(ComponentForest<Node>& forest) {
    Numbering<Node, Label> numbering(forest);
    count = numbering.number_all();
    numbering.write(labels);
  });
  return count;
}

std::int64_t LabelImage(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels,
                        const ComponentsTuning& tuning) {
  return labels.dtype() == DType::uint32 ? label_with<std::uint32_t>(on, spec, image, labels, tuning)
                                         : label_with<std::uint64_t>(on, spec, image, labels, tuning);
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(LabelImage);

std::int64_t label(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels,
                   const ComponentsTuning& tuning) {
  return image.shape().count() == 0 ? 0 : HWY_DYNAMIC_DISPATCH(LabelImage)(on, spec, image, labels, tuning);
}

std::int64_t label(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels) {
  return label(on, spec, image, labels, {});
}

}  // namespace preamar::cpu
#endif
