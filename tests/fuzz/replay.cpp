// Gives every file of the folder PREAMAR_SEEDS, and truncated copies, to the fuzzed function.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

TEST(Fuzz, takes_every_seed) {
  const char* const folder = std::getenv("PREAMAR_SEEDS");
  ASSERT_NE(folder, nullptr) << "PREAMAR_SEEDS names the folder of the seeds";
  int seeds = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string seed{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t parts = 16; parts > 0; --parts) {
      const std::string cut = seed.substr(0, seed.size() * parts / 16);
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(cut.data()), cut.size());
    }
    ++seeds;
  }
  EXPECT_GT(seeds, 0);
}

}  // namespace
