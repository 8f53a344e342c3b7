// relabel gives the same bytes with every layout of its images, number of threads and instruction set.
#include <preamar/relabel.h>

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/labels.h"
#include "tools/raises.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <map>

namespace preamar::test {
namespace {

constexpr int thread_counts[] = {1, 2, 4};

// Reference implementation: a map from each value to its position in sorted order.
Image oracle(ConstImageView labels) {
  const Image from = dense_copy(labels);
  Image to(labels.type());
  with_type(labels.dtype(), [&]<class T>(std::type_identity<T>) {
    const auto* const cells = static_cast<const T*>(from.data());
    std::map<T, T> places;
    for (std::int64_t i = 0; i < labels.shape().count(); ++i)
      if (cells[i] != 0) places[cells[i]] = 0;
    T next = 0;
    for (auto& [label, place] : places) place = ++next;
    for (std::int64_t i = 0; i < labels.shape().count(); ++i)
      static_cast<T*>(to.data())[i] = cells[i] == 0 ? T{0} : places[cells[i]];
  });
  return to;
}

std::vector<int> counts() {
  return {static_cast<int>(std::size(label_types)),
          2,
          static_cast<int>(shapes().size()),
          layout_count,
          layout_count,
          static_cast<int>(std::size(thread_counts)),
          static_cast<int>(targets().size())};
}

void run(const Choice& row, Random& random) {
  const auto at = [&](std::size_t factor) { return static_cast<std::size_t>(row[factor]); };
  const auto layout = static_cast<Layout>(row[3]), out_layout = static_cast<Layout>(row[4]);
  const DType dtype = label_types[at(0)];
  const Placed labels(make_labels(dtype, shapes()[at(2)], static_cast<Numbers>(row[1]), random), layout, random);
  // An output cannot hold a pixel twice (stride 0), so the last layout means in place: `out` is `labels`.
  const bool in_place = out_layout == Layout::broadcast && layout != Layout::broadcast;
  const Placed result(make_noise(dtype, shapes()[at(2)], Palette::spread, random),
                      out_layout == Layout::broadcast ? Layout::dense : out_layout, random);
  const Placed& out = in_place ? labels : result;
  SCOPED_TRACE(text(preamar::name_of(dtype), row[1] ? " sparse " : " dense ", shapes()[at(2)].text(), " ",
                    test::name_of(layout), " to ", in_place ? "itself" : test::name_of(out_layout), ", ",
                    thread_counts[at(5)], " threads, ", target_name(targets()[at(6)])));
  const Image expected = oracle(labels.view());
  const Relabelled plain = relabel(labels.view(), {.device = "reference"});
  ASSERT_EQ(difference(expected, plain.labels), "") << "reference";
  const ForcedTarget force(targets()[at(6)]);
  ASSERT_EQ(relabel(labels.view(), out.view(), {.threads = thread_counts[at(5)]}), plain.count);
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
  ASSERT_TRUE(in_place || labels.unchanged()) << "the labels were written";
}

TEST(Relabel, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  for (const Choice& row : choices(counts(), 200, random)) {
    run(row, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Relabel, counts_over_many_bands) {
  Random random(run_seed() + 1);
  const Image labels = make_labels(DType::int32, Shape{900, 800}, Numbers::sparse, random);
  const Relabelled found = relabel(labels, {.threads = 2});
  EXPECT_EQ(difference(oracle(labels), found.labels), "");
  EXPECT_EQ(found.count, 5);
}

TEST(Relabel, refuses_by_name) {
  Image bytes(DType::int8, Shape{1, 256});
  for (int i = 0; i < 256; ++i) static_cast<std::int8_t*>(bytes.data())[i] = static_cast<std::int8_t>(i);
  EXPECT_RAISES(
      (void)relabel(bytes), ErrorKind::input,
      "relabel: labels holds 255 labels, which do not fit int8 when numbered from 1; convert labels to a wider dtype");
  EXPECT_RAISES((void)relabel(Image(DType::float64, Shape{2, 2})), ErrorKind::call,
                "relabel: labels has dtype float64; it must be of an integer dtype or bool");
  const ImageView part(bytes.data(), DType::int8, Shape{1, 100});
  const ImageView beside(static_cast<std::int8_t*>(bytes.data()) + 50, DType::int8, Shape{1, 100});
  EXPECT_RAISES_ABOUT((void)relabel(part, beside), ErrorKind::call, "shares memory");
}

}  // namespace
}  // namespace preamar::test
