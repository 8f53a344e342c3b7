// Stable radix sort in descending order: one pass per byte in which keys differ.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace preamar::cpu {

// Sorts `count` items by their unsigned member `key`. Returns the sorted list: `items` or `room`.
template <class Item>
Item* sort_descending(Item* items, Item* room, std::int64_t count) {
  constexpr std::size_t bytes = sizeof(items->key);
  std::array<std::array<std::uint32_t, 256>, bytes> counts{};
  const auto digit = [](const Item& item, std::size_t byte) {
    return static_cast<std::size_t>(255 - static_cast<std::uint8_t>(item.key >> (8 * byte)));
  };
  for (std::int64_t i = 0; i < count; ++i)
    for (std::size_t byte = 0; byte < bytes; ++byte) ++counts[byte][digit(items[i], byte)];
  for (std::size_t byte = 0; byte < bytes; ++byte) {
    auto& places = counts[byte];
    if (count == 0 || places[digit(items[0], byte)] == count) continue;
    std::uint32_t before = 0;
    for (std::uint32_t& place : places) before += std::exchange(place, before);
    for (std::int64_t i = 0; i < count; ++i) room[places[digit(items[i], byte)]++] = items[i];
    std::swap(items, room);
  }
  return items;
}

}  // namespace preamar::cpu
