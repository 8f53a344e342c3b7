// Fills the holes of a cv::Mat into another one; no pixel is copied between the libraries.
#include <preamar/fill_holes.h>
#include <preamar/opencv.h>

#include <opencv2/core.hpp>

#include <iostream>

int main() {
  cv::Mat image(5, 5, CV_8U, cv::Scalar(9));
  image(cv::Rect(1, 1, 3, 3)) = 2;  // a depression
  cv::Mat filled(image.size(), image.type());
  preamar::fill_holes(preamar::view(image), preamar::view(filled));
  std::cout << cv::sum(image)[0] << ' ' << cv::sum(filled)[0] << '\n';  // 162 225
}
