// Uses each public header once, and prints what consumer_test.py expects.
#include <preamar/devices.h>
#include <preamar/error.h>
#include <preamar/generate.h>
#include <preamar/io.h>
#include <preamar/operator.h>
#include <preamar/reconstruct.h>
#include <preamar/version.h>

#include <cstdint>
#include <iostream>

int main() {
  const std::uint8_t marker[] = {0, 0, 9, 0, 0, 0};
  const std::uint8_t mask[] = {0, 5, 7, 3, 0, 8};
  std::uint8_t out[6] = {};
  const preamar::Shape shape{1, 6};
  preamar::reconstruct({marker, preamar::DType::uint8, shape}, {mask, preamar::DType::uint8, shape},
                       {out, preamar::DType::uint8, shape});
  for (const int value : out) std::cout << value << ' ';

  // A caller can catch an exception of the library by its type.
  try {
    (void)preamar::operator_named("reconstrukt");
  } catch (const preamar::Error& error) {
    std::cout << (error.kind() == preamar::ErrorKind::call ? "call " : "other ");
  }
  try {
    (void)preamar::read_image("missing.tif");
  } catch (const preamar::Error&) {
    std::cout << "missing ";
  }
  std::cout << preamar::operators().size() << ' ' << (preamar::instances().empty() ? "none" : "some") << ' '
            << preamar::devices().front().name << ' ' << preamar::version() << '\n';
}
