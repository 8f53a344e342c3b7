#include "operators/tally_bytes.h"

#include "core/error_text.h"

#include <cstring>
#include <span>

namespace preamar {
namespace {

constexpr std::uint32_t version = 1;

// No bytes between members, which would be anything.
static_assert(sizeof(CellSums) == 112 && sizeof(ProductSums) == 96 && sizeof(WholeSums) == 80 &&
              sizeof(RealSums) == 144);

template <class T>
std::span<const T> span_of(const Buffer<T>& buffer) {
  return {buffer.data(), static_cast<std::size_t>(buffer.count())};
}

template <class T>
Buffer<T> buffer_from(ByteReader& reader) {
  const std::vector<T> list = reader.get_list<T>();
  Buffer<T> buffer(static_cast<std::int64_t>(list.size()));
  if (!list.empty()) std::memcpy(static_cast<void*>(buffer.data()), list.data(), list.size() * sizeof(T));
  return buffer;
}

// Which entry of each side makes an entry of the sum; -1 where a side has none.
struct Source {
  std::int64_t left, right;
};

std::vector<Source> sources_of(const Tallies& left, const Tallies& right) {
  std::vector<Source> sources;
  std::int64_t i = 0, j = 0;
  while (i < left.labels.count() || j < right.labels.count()) {
    const bool has_left = i < left.labels.count(), has_right = j < right.labels.count();
    const bool takes_left = has_left && (!has_right || left.labels[i] <= right.labels[j]);
    const bool takes_right = has_right && (!has_left || right.labels[j] <= left.labels[i]);
    sources.push_back({takes_left ? i++ : -1, takes_right ? j++ : -1});
  }
  return sources;
}

template <class Sums>
Buffer<Sums> added(std::span<const Source> sources, const Buffer<Sums>& left, const Buffer<Sums>& right) {
  if (left.count() == 0 && right.count() == 0) return Buffer<Sums>(0);
  Buffer<Sums> sums(static_cast<std::int64_t>(sources.size()));
  for (std::size_t k = 0; k < sources.size(); ++k) {
    Sums sum = sources[k].left >= 0 ? left[sources[k].left] : right[sources[k].right];
    if (sources[k].left >= 0 && sources[k].right >= 0) sum.add(right[sources[k].right]);
    sums[static_cast<std::int64_t>(k)] = sum;
  }
  return sums;
}

}  // namespace

Bytes to_bytes(const Tallies& tallies) {
  ByteWriter writer;
  writer.put(version);
  writer.put_list(span_of(tallies.labels));
  writer.put_list(span_of(tallies.cells));
  writer.put_list(span_of(tallies.products));
  writer.put_list(span_of(tallies.whole));
  writer.put_list(span_of(tallies.real));
  return writer.take();
}

Tallies tallies_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (const auto found = reader.get<std::uint32_t>(); found != version)
    throw Error(ErrorKind::io, text("a summary of labels has version ", found, "; this program knows ", version));
  Tallies tallies;
  tallies.labels = buffer_from<std::uint64_t>(reader);
  tallies.cells = buffer_from<CellSums>(reader);
  tallies.products = buffer_from<ProductSums>(reader);
  tallies.whole = buffer_from<WholeSums>(reader);
  tallies.real = buffer_from<RealSums>(reader);
  const auto fits = [&](std::int64_t count) { return count == 0 || count == tallies.labels.count(); };
  if (tallies.cells.count() != tallies.labels.count() || !fits(tallies.products.count()) ||
      !fits(tallies.whole.count()) || !fits(tallies.real.count()))
    throw Error(ErrorKind::io, "a summary of labels contradicts itself");
  return tallies;
}

Bytes merged_tallies(const Bytes& left_bytes, const Bytes& right_bytes) {
  const Tallies left = tallies_from(left_bytes), right = tallies_from(right_bytes);
  const std::vector<Source> sources = sources_of(left, right);
  Tallies sum;
  sum.labels = Buffer<std::uint64_t>(static_cast<std::int64_t>(sources.size()));
  for (std::size_t k = 0; k < sources.size(); ++k)
    sum.labels[static_cast<std::int64_t>(k)] =
        sources[k].left >= 0 ? left.labels[sources[k].left] : right.labels[sources[k].right];
  sum.cells = added(std::span<const Source>(sources), left.cells, right.cells);
  sum.products = added(std::span<const Source>(sources), left.products, right.products);
  sum.whole = added(std::span<const Source>(sources), left.whole, right.whole);
  sum.real = added(std::span<const Source>(sources), left.real, right.real);
  return to_bytes(sum);
}

}  // namespace preamar
