// The contract of operators with two inputs and one output, pixel by pixel: for any dtypes, shape, layouts, number of
// threads and instruction set, the bytes equal those of an independent oracle.
#pragma once

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <preamar/execution.h>

#include <gtest/gtest.h>

#include <functional>
#include <string_view>

namespace preamar::test {

struct BinaryContract {
  std::string_view op;
  std::function<bool(DType image, DType other)> takes;
  std::function<Image(ConstImageView image, ConstImageView other)> oracle;
  std::function<void(ConstImageView image, ConstImageView other, ImageView out, const Execution&)> call;
};

inline void expect_contract(const BinaryContract& contract) {
  Random random(run_seed());
  const std::vector<int> counts = {dtype_count,
                                   dtype_count,
                                   static_cast<int>(shapes().size()),
                                   palette_count,
                                   layout_count,
                                   layout_count,
                                   layout_count - 1,  // an output has no pixels twice
                                   3,
                                   static_cast<int>(targets().size())};
  int tried = 0;
  for (const Choice& row : choices(counts, tested_device() == "cpu" ? 200 : 0, random)) {
    const auto dtype = static_cast<DType>(row[0]);
    auto other_dtype = static_cast<DType>(row[1]);
    if (!contract.takes(dtype, other_dtype)) other_dtype = dtype;
    if (!contract.takes(dtype, other_dtype) || !is_taken(contract.op, dtype)) continue;
    ++tried;
    const Shape shape = shapes()[static_cast<std::size_t>(row[2])];
    const auto palette = static_cast<Palette>(row[3]);
    const Placed image(make_noise(dtype, shape, palette, random), static_cast<Layout>(row[4]), random);
    const Placed other(make_noise(other_dtype, shape, palette, random), static_cast<Layout>(row[5]), random);
    const Image expected = contract.oracle(dense_copy(image.view()), dense_copy(other.view()));
    const Placed out(make_noise(expected.dtype(), shape, palette, random), static_cast<Layout>(row[6]), random);
    const int threads = 1 << row[7];
    SCOPED_TRACE(text(shape.text(), " ", preamar::name_of(dtype), " ", test::name_of(static_cast<Layout>(row[4])),
                      " and ", preamar::name_of(other_dtype), " ", test::name_of(static_cast<Layout>(row[5])), ", out ",
                      test::name_of(static_cast<Layout>(row[6])), ", ", threads, " threads"));
    Image plain(expected.type());
    contract.call(image.view(), other.view(), plain, {.device = "reference"});
    ASSERT_EQ(difference(expected, plain), "") << "reference";
    const ForcedTarget force(targets()[static_cast<std::size_t>(row[8])]);
    contract.call(image.view(), other.view(), out.view(), {.device = tested_device(), .threads = threads});
    ASSERT_EQ(difference(expected, out.view()), "");
    ASSERT_TRUE(image.unchanged() && other.unchanged()) << "an input was written";
    ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
  }
  EXPECT_GT(tried, 50);
}

}  // namespace preamar::test
