// The lower bound for images in an object store: gets every chunk of an image PASSES times and puts each once, with so
// many requests at a time, and computes nothing.
//   bare_requests CONNECTIONS PASSES INPUT OUTPUT
// INPUT and OUTPUT are the names of folders in a store, as s3://bucket/image.ome.zarr. Prints a line of JSON.
#include "io/store/store.h"

#include <preamar/error.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

int run(int connections, int passes, const fs::path& input, const fs::path& output) {
  std::vector<fs::path> names;
  store_of(input).list(input, [&](const fs::path& name, const FileStamp&) {
    if (name.filename() != "zarr.json") names.push_back(name);
  });
  const auto begin = std::chrono::steady_clock::now();
  std::atomic<std::int64_t> bytes = 0;
  for (int pass = 0; pass < passes; ++pass) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < connections; ++i)
      threads.emplace_back([&] {
        for (std::size_t k = next++; k < names.size(); k = next++) {
          const auto content = read_object(names[k], input, input);
          bytes += std::ssize(*content);
          if (pass + 1 == passes) store_of(output).put(output / names[k].lexically_relative(input), *content);
        }
      });
    for (std::thread& thread : threads) thread.join();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::cout << R"({"chunks": )" << names.size() << R"(, "seconds": )" << seconds.count() << R"(, "bytes_read": )"
            << bytes << "}\n";
  return 0;
}

}  // namespace
}  // namespace preamar::io

int main(int count, char** words) try {
  if (count != 5) {
    std::cerr << "bare_requests: give CONNECTIONS PASSES INPUT OUTPUT\n";
    return 2;
  }
  return preamar::io::run(std::stoi(words[1]), std::stoi(words[2]), words[3], words[4]);
} catch (const std::exception& error) {
  std::cerr << "bare_requests: " << error.what() << "\n";
  return 1;
}
