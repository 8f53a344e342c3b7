// Reads changed copies of the files of a folder and prints a digest of the pixels of each.
//   fuzz_NAME_mutants FOLDER SEED FIRST COUNT
#include "input.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::string> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> files;
  for (const auto& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return files;
}

// One change or a few: a byte, a bit, a number near another, a part left out, or a part of another file.
std::string mutant_of(const std::vector<std::string>& files, std::mt19937_64& random) {
  const auto below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
  std::string bytes = files[below(files.size())];
  for (auto changes = below(2) * below(4) + 1; changes > 0 && !bytes.empty(); --changes) {
    const std::size_t at = below(bytes.size());
    switch (below(5)) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
        break;
      case 2:
        bytes[at] = static_cast<char>(bytes[at] + static_cast<int>(below(9)) - 4);
        break;
      case 3:
        bytes.erase(at, below(16));
        break;
      default:
        const std::string& other = files[below(files.size())];
        bytes.insert(at, other, below(other.size()), below(64));
    }
  }
  return bytes;
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) return 2;
  const std::vector<std::string> files = files_of(words[1]);
  const std::uint64_t seed = std::strtoull(words[2], nullptr, 10), first = std::strtoull(words[3], nullptr, 10);
  for (std::uint64_t i = first; i < first + std::strtoull(words[4], nullptr, 10); ++i) {
    std::seed_seq own{seed, i};
    std::mt19937_64 random(own);
    const std::string bytes = mutant_of(files, random);
    preamar::fuzz::pixels_read = 0;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    std::printf("%llu %016llx\n", static_cast<unsigned long long>(i),
                static_cast<unsigned long long>(preamar::fuzz::pixels_read));
  }
}
