// The name that was probably meant, for messages about unknown names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace preamar {

// The distance of optimal string alignment: insertions, deletions, replacements and swaps of neighbours that turn one
// word into the other.
inline std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1), above(b.size() + 1), two_above(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_above, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j - 1] + (a[i - 1] != b[j - 1]), above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

// The name nearest to `given`; empty if none is within a third of its length, and 3 edits at most. `name_in` gets the
// name of an item.
template <class Range, class Name = std::identity>
[[nodiscard]] std::string_view nearest_name(std::string_view given, const Range& items, Name name_in = {}) {
  const std::size_t limit = std::clamp<std::size_t>(given.size() / 3, 1, 3);
  std::string_view nearest;
  std::size_t distance = limit + 1;
  for (const auto& item : items) {
    const std::string_view name = std::invoke(name_in, item);
    if (const std::size_t found = edits(name, given); found < distance) {
      distance = found;
      nearest = name;
    }
  }
  return nearest;
}

// "the nearest name is 'label'"; `otherwise` if no name is near.
template <class Range, class Name = std::identity>
[[nodiscard]] std::string nearest_text(std::string_view given, const Range& items, std::string_view otherwise,
                                       Name name_in = {}) {
  const std::string_view nearest = nearest_name(given, items, name_in);
  if (nearest.empty()) return std::string(otherwise);
  return "the nearest name is '" + std::string(nearest) + "'";
}

}  // namespace preamar
