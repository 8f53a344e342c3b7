// Labels the objects in a std::vector of pixels; the labels go into another one, and no pixel is copied.
#include <preamar/label.h>

#include <iostream>
#include <vector>

int main() {
  const std::vector<std::uint8_t> image = {1, 1, 0, 0,  //
                                           0, 0, 0, 1,  //
                                           1, 0, 0, 1};
  std::vector<std::uint32_t> labels(image.size());
  const auto count = preamar::label(preamar::view(image.data(), {3, 4}), preamar::view(labels.data(), {3, 4}));
  for (const auto label : labels) std::cout << label << ' ';  // 1 1 0 0 0 0 0 2 3 0 0 2
  std::cout << "objects: " << count << '\n';                  // objects: 3
}
