// convert FROM TO [COMPRESSION [TILE [SELECT [LEVEL [CHANNEL]]]]]: one image from file to file, for tests beside other
// readers and writers. Prints the description of the file.
#include <preamar/error.h>
#include <preamar/io.h>

#include <cstdio>
#include <iostream>
#include <string>

int main(int count, char** words) try {
  using namespace preamar;
  const auto word = [&](int index, const char* fallback) {
    return std::string(count > index ? words[index] : fallback);
  };
  const ReadOptions reading = {.level = std::stoi(word(6, "0")), .select = word(5, ""), .channel = word(7, "")};
  const FileInfo info = describe(word(1, ""), reading);
  std::cout << info.format << ' ' << info.type.shape.text() << ' ' << name_of(info.type.dtype);
  for (const Axis& axis : info.metadata.axes) std::cout << ' ' << axis.name << '=' << axis.scale << axis.unit;
  for (const Shape& level : info.levels) std::cout << ' ' << level.text();
  std::cout << '\n';
  write_image(
      word(2, ""), read_image(word(1, ""), reading),
      {.compression = word(3, ""), .tile = std::stoll(word(4, "256")), .overwrite = true, .metadata = info.metadata});
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
