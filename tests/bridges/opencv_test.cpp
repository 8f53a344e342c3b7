// <preamar/opencv.h>: the same pixels as a cv::Mat and as a view, and what each rejects.
#include <preamar/opencv.h>
#include <preamar/opencv.h>  // may be included twice

#include <preamar/label.h>

#include "tools/raises.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace preamar {
namespace {

template <class T>
void expect_shared(int depth) {
  cv::Mat mat(3, 5, CV_MAKETYPE(depth, 1), cv::Scalar(0));
  const ImageView seen = view(mat);
  EXPECT_EQ(seen.dtype(), dtype_of<T>());
  EXPECT_EQ(seen.shape(), (Shape{3, 5}));
  seen.at<T>(2, 1) = T{7};
  EXPECT_EQ(mat.at<T>(2, 1), T{7});
  cv::Mat back = mat_of(seen);
  EXPECT_EQ(back.type(), mat.type());
  EXPECT_EQ(back.data, mat.data);
}

TEST(OpenCV, shares_pixels_of_every_depth) {
  expect_shared<std::uint8_t>(CV_8U);
  expect_shared<std::int8_t>(CV_8S);
  expect_shared<std::uint16_t>(CV_16U);
  expect_shared<std::int16_t>(CV_16S);
  expect_shared<std::int32_t>(CV_32S);
  expect_shared<float>(CV_32F);
  expect_shared<double>(CV_64F);
}

TEST(OpenCV, a_const_mat_cannot_be_written) {
  const cv::Mat mat(2, 2, CV_8U, cv::Scalar(3));
  static_assert(std::is_same_v<decltype(view(mat)), ConstImageView>);
  EXPECT_EQ(view(mat).at<std::uint8_t>(1, 1), 3);
}

TEST(OpenCV, takes_over_steps) {
  cv::Mat whole(6, 8, CV_16U, cv::Scalar(0));
  cv::Mat part = whole(cv::Rect(2, 1, 3, 4));
  const ImageView seen = view(part);
  EXPECT_EQ(seen.shape(), (Shape{4, 3}));
  EXPECT_EQ(seen.stride(0), 16);
  seen.at<std::uint16_t>(3, 2) = 9;
  EXPECT_EQ(whole.at<std::uint16_t>(4, 4), 9);
  const cv::Mat back = mat_of(seen);
  EXPECT_EQ(back.step[0], 16U);
  EXPECT_EQ(back.at<std::uint16_t>(3, 2), 9);
}

TEST(OpenCV, shares_volumes) {
  const int sizes[] = {2, 3, 4};
  cv::Mat volume(3, sizes, CV_32F, cv::Scalar(0));
  const ImageView seen = view(volume);
  EXPECT_EQ(seen.shape(), (Shape{2, 3, 4}));
  seen.at<float>(1, 2, 3) = 5;
  EXPECT_EQ(volume.at<float>(1, 2, 3), 5);
  const cv::Mat back = mat_of(seen);
  EXPECT_EQ(back.dims, 3);
  EXPECT_EQ(back.at<float>(1, 2, 3), 5);
}

TEST(OpenCV, an_image_is_a_mat) {
  Image mask(DType::boolean, {2, 3});
  for (bool& pixel : mask.as<bool>()) pixel = true;
  const cv::Mat mat = mat_of(mask);
  EXPECT_EQ(mat.type(), CV_8UC1);
  EXPECT_EQ(mat.at<std::uint8_t>(1, 2), 1);
}

TEST(OpenCV, operators_take_a_mat) {
  cv::Mat mat(4, 4, CV_8U, cv::Scalar(0));
  mat.at<std::uint8_t>(0, 0) = mat.at<std::uint8_t>(3, 3) = 1;
  EXPECT_EQ(label(view(mat)).count, 2);
}

TEST(OpenCV, axes_of_one_pixel_may_have_any_stride) {
  std::vector<float> pixels(4);
  const cv::Mat mat = mat_of(view(pixels.data(), {1, 4}, {-3, 4}));
  EXPECT_EQ(mat.rows, 1);
  EXPECT_EQ(mat_of(view(pixels.data(), {4, 1}, {4, 0})).cols, 1);
  EXPECT_EQ(mat_of(view(pixels.data(), {3, 0})).rows, 3);
}

TEST(OpenCV, refuses_a_mat_that_is_no_image) {
  const cv::Mat colour(2, 2, CV_8UC3), half(2, 2, CV_16FC1), none;
  const int sizes[] = {2, 2, 2, 2};
  const cv::Mat deep(4, sizes, CV_8U);
  EXPECT_RAISES((void)view(colour), ErrorKind::call,
                "view: the cv::Mat is CV_8UC3, of 3 channels; give one of them (cv::extractChannel) or a grey image "
                "(cv::cvtColor)");
  EXPECT_RAISES((void)view(half), ErrorKind::call,
                "view: the cv::Mat is CV_16FC1; convert it to 8U, 8S, 16U, 16S, 32S, 32F or 64F (cv::Mat::convertTo)");
  EXPECT_RAISES((void)view(deep), ErrorKind::call, "view: the cv::Mat has 4 dimensions; give 2 or 3");
  EXPECT_RAISES((void)view(none), ErrorKind::call, "view: the cv::Mat has 0 dimensions; give 2 or 3");
}

TEST(OpenCV, refuses_dtypes_that_it_has_not) {
  for (const DType dtype : {DType::uint32, DType::uint64, DType::int64}) {
    Image image(dtype, {2, 2});
    EXPECT_RAISES_ABOUT((void)mat_of(image), ErrorKind::call,
                        "mat_of: OpenCV has no pixels of " + std::string(name_of(dtype)));
  }
}

TEST(OpenCV, refuses_strides_and_extents_that_it_has_not) {
  std::vector<std::uint16_t> pixels(64);
  const auto refuses = [&](const Shape& shape, const Strides& strides) {
    EXPECT_RAISES_ABOUT((void)mat_of(view(pixels.data(), shape, strides)), ErrorKind::call, "mat_of: a cv::Mat cannot");
  };
  refuses({4, 4}, {2, 8});         // transposed
  refuses({4, 4}, {16, 4});        // every second column
  refuses({4, 4}, {-8, 2});        // upside down
  refuses({4, 4}, {0, 2});         // one row again and again
  refuses({4, 4}, {6, 2});         // overlapping rows
  refuses({4, 4}, {9, 2});         // rows not aligned to pixels
  refuses({2, 4, 4}, {8, 16, 2});  // planes between rows
  EXPECT_RAISES_ABOUT((void)mat_of(view(pixels.data(), {1, std::int64_t{1} << 31})), ErrorKind::call,
                      "extent 2147483648 of axis 1");
  EXPECT_RAISES_ABOUT((void)mat_of(view(pixels.data(), {4})), ErrorKind::call, "has rank 1");
  const ImageView there(pixels.data(), DType::uint16, {4, 4}, {8, 2}, Location::device);
  EXPECT_RAISES_ABOUT((void)mat_of(there), ErrorKind::call, "memory of a device");
}

}  // namespace
}  // namespace preamar
