// The bytes of every image are the same as in all earlier versions. hashes.inc holds their digests; a failure prints
// the line that would make it pass, for intended changes of an image.
#include <preamar/generate.h>

#include "core/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>

namespace preamar::test {
namespace {

struct Kept {
  std::string_view name;
  int which;
  std::string_view what;  // the size, and the planes if it is not the whole
  std::string_view hash;
};

constexpr Kept kept[] = {
#include "instances/hashes.inc"
};

std::span<const std::byte> bytes_of(ConstImageView image) {
  return {static_cast<const std::byte*>(image.data()),
          static_cast<std::size_t>(image.shape().count() * size_of(image.dtype()))};
}

void expect_kept(std::string_view name, int which, std::string_view what, ConstImageView image) {
  const std::string hash = sha256(bytes_of(image));
  const bool found = std::ranges::any_of(kept, [&](const Kept& line) {
    return line.name == name && line.which == which && line.what == what && line.hash == hash;
  });
  EXPECT_TRUE(found) << "not in hashes.inc:\n{\"" << name << "\", " << which << ", \"" << what << "\", \"" << hash
                     << "\"},";
}

TEST(Sha256, KnownAnswers) {
  const auto hash_of = [](std::string_view words) { return sha256(std::as_bytes(std::span(words))); };
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash_of(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hashes, WholeImages) {
  for (const Instance& instance : instances()) {
    const std::int64_t size = instance.rank == 2 ? 1024 : 64;
    const auto images = generate(instance.name, size);
    for (int which = 0; which < instance.images; ++which)
      expect_kept(instance.name, which, std::to_string(size), images[static_cast<std::size_t>(which)]);
  }
}

TEST(Hashes, SlabsOfLargeVolumes) {
  for (const Instance& instance : instances()) {
    if (instance.rank != 3) continue;
    for (int which = 0; which < instance.images; ++which) {
      Image slab(instance_type(instance.name, 1024, which).dtype, {2, 1024, 1024});
      const std::int64_t origin[] = {511, 0, 0};
      generate_region(instance.name, 1024, which, origin, slab);
      expect_kept(instance.name, which, "1024, planes 511 and 512", slab);
    }
  }
}

TEST(Hashes, NoLineIsLeftOver) {
  int lines = 0;
  for (const Instance& instance : instances()) lines += instance.images * (instance.rank == 3 ? 2 : 1);
  EXPECT_EQ(std::size(kept), static_cast<std::size_t>(lines));
}

}  // namespace
}  // namespace preamar::test
