// Counts two objects, or fails.
#include <preamar/label.h>

#include <cstdint>

int main() {
  const std::uint8_t pixels[] = {1, 1, 0, 0, 0, 1};
  return preamar::label({pixels, preamar::DType::uint8, {2, 3}}, {.connectivity = 1}).count == 2 ? 0 : 1;
}
