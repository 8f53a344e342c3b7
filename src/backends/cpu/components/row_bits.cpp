#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/components/row_bits.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/components/row_bits.h"
#include "backends/cpu/mask_bits-inl.h"
#include "backends/cpu/past_cache-inl.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t word_columns = 64;

// 64 pixels of a row from column x on; if the row ends within them, `spare`, a padded copy of its last pixels.
template <class T>
HWY_INLINE const T* WordAt(const T* row, std::int64_t x, std::int64_t columns, T* spare) {
  if (x + word_columns <= columns) return row + x;
  std::copy(row + x, row + columns, spare);
  return spare;
}

// A mask of the columns of the word at x that exist in the row.
HWY_INLINE Word Present(std::int64_t x, std::int64_t columns) {
  return x + word_columns <= columns ? ~Word{0} : (Word{1} << (columns - x)) - 1;
}

// One pixel, at any alignment.
template <class T>
HWY_INLINE T PixelAt(const void* at) {
  T pixel;
  std::memcpy(&pixel, at, sizeof pixel);
  return pixel;
}

template <class T>
void Unlike(const void* row, const void* value, std::int64_t columns, Word* words) {
  const hn::CappedTag<T, word_columns> d;
  const auto unwanted = hn::Set(d, PixelAt<T>(value));
  T spare[word_columns] = {};
  for (std::int64_t x = 0; x < columns; x += word_columns) {
    const T* const at = WordAt(static_cast<const T*>(row), x, columns, spare);
    Word bits = 0;
    for (std::size_t i = 0; i < word_columns; i += hn::Lanes(d))
      bits |= BitsOf(d, hn::Ne(hn::LoadU(d, at + i), unwanted)) << i;
    *words++ = bits & Present(x, columns);
  }
}

template <class T>
Word SameWord(const T* row, const T* other) {
  const hn::CappedTag<T, word_columns> d;
  Word bits = 0;
  for (std::size_t i = 0; i < word_columns; i += hn::Lanes(d))
    bits |= BitsOf(d, hn::Eq(hn::LoadU(d, row + i), hn::LoadU(d, other + i))) << i;
  return bits;
}

template <class T>
void Same(const void* row, const void* other, int shift, std::int64_t columns, Word* words) {
  const T* const ours = static_cast<const T*>(row);
  const T* const theirs = static_cast<const T*>(other);
  T spare[word_columns] = {}, other_spare[word_columns + 2] = {};
  for (std::int64_t x = 0; x < columns; x += word_columns) {
    const std::int64_t begin = std::max<std::int64_t>(0, x + shift);
    const std::int64_t end = std::min(columns, x + shift + word_columns);
    Word there = Present(x, columns);
    if (x + shift < 0) there &= ~Word{1};
    const bool whole = end - begin == word_columns;
    if (!whole) {
      std::copy(theirs + begin, theirs + end, other_spare + (begin - x - shift));
      if (end - x - shift < word_columns) there &= (Word{1} << (end - x - shift)) - 1;
    }
    *words++ = SameWord(WordAt(ours, x, columns, spare), whole ? theirs + begin : other_spare) & there;
  }
}

template <class T>
HWY_INLINE void ReplaceWord(const T* row, T value, Word bits, T* out) {
  const hn::CappedTag<T, word_columns> d;
  const auto wanted = hn::Set(d, value);
  for (std::size_t i = 0; i < word_columns; i += hn::Lanes(d))
    hn::StoreU(hn::IfThenElse(MaskOf(d, bits >> i), wanted, hn::LoadU(d, row + i)), d, out + i);
}

template <class T>
void Replace(const void* row, const void* value, const Word* words, std::int64_t columns, void* out) {
  const T wanted = PixelAt<T>(value);
  T spare[word_columns] = {};
  for (std::int64_t x = 0; x < columns; x += word_columns, ++words) {
    const T* const from = static_cast<const T*>(row) + x;
    T* const to = static_cast<T*>(out) + x;
    const std::int64_t here = std::min(word_columns, columns - x);
    if (*words == 0) {
      if (from != to) std::memcpy(to, from, static_cast<std::size_t>(here) * sizeof(T));
    } else if (here == word_columns) {
      ReplaceWord(from, wanted, *words, to);
    } else {
      std::copy(from, from + here, spare);
      ReplaceWord(spare, wanted, *words, spare);
      std::copy(spare, spare + here, to);
    }
  }
}

// For each position of a byte the number of bits set at or below it, as lanes that index labels.
template <class Index>
struct PrefixCounts {
  constexpr PrefixCounts() {
    for (int byte = 0; byte < 256; ++byte)
      for (int i = 0, sum = 0; i < 8; ++i) of[byte][i] = static_cast<Index>(sum += byte >> i & 1);
  }
  Index of[256][8] = {};
};
template <class Index>
constexpr PrefixCounts<Index> prefix_counts;

template <class Label>
HWY_INLINE void WriteOneRun(Label label, int rows, const Word* bits, Label* const* out) {
  const hn::ScalableTag<Label> d;
  const auto value = hn::Set(d, label);
  for (int k = 0; k < rows; ++k)
    for (std::size_t i = 0; i < word_columns; i += hn::Lanes(d))
      hn::StoreU(hn::IfThenElseZero(MaskOf(d, bits[k] >> i), value), d, out[k] + i);
}

// `labels` points at the label of the run that may extend into the word from before it.
template <class Label>
HWY_INLINE void WriteRuns(const Label* labels, Word starts, int rows, const Word* bits, Label* const* out) {
  const hn::CappedTag<Label, 8> d;
  const hn::RebindToSigned<decltype(d)> di;
  for (std::size_t i = 0; i < word_columns; i += 8) {
    const std::uint8_t byte = static_cast<std::uint8_t>(starts >> i);
    for (std::size_t j = i; j < i + 8; j += hn::Lanes(d)) {
      const auto index = hn::LoadU(di, prefix_counts<std::make_signed_t<Label>>.of[byte] + (j - i));
      const auto values = hn::GatherIndex(d, labels, index);
      for (int k = 0; k < rows; ++k) hn::StoreU(hn::IfThenElseZero(MaskOf(d, bits[k] >> j), values), d, out[k] + j);
    }
    labels += hwy::PopCount(byte);
  }
}

// The same for words in which at most two runs begin, as in most images: no table lookup.
template <class Label>
HWY_INLINE void WriteFewRuns(const Label* labels, Word starts, int rows, const Word* bits, Label* const* out) {
  const hn::ScalableTag<Label> d;
  const auto from_lowest = [](Word word) { return word | (~word + 1); };
  const Word later = starts & (starts - 1), from_first = from_lowest(starts), from_second = from_lowest(later);
  const auto before = hn::Set(d, labels[0]), first = hn::Set(d, labels[1]);
  const auto second = hn::Set(d, labels[later == 0 ? 1 : 2]);
  for (std::size_t i = 0; i < word_columns; i += hn::Lanes(d)) {
    const auto values =
        hn::IfThenElse(MaskOf(d, from_second >> i), second, hn::IfThenElse(MaskOf(d, from_first >> i), first, before));
    for (int k = 0; k < rows; ++k) hn::StoreU(hn::IfThenElseZero(MaskOf(d, bits[k] >> i), values), d, out[k] + i);
  }
}

template <class Label>
HWY_INLINE void WriteWord(const LabelledRuns<Label>& runs, std::int64_t w, int rows, const Word* bits,
                          Label* const* out) {
  const Label* const labels = runs.labels + runs.runs_before[w] - 1;
  if (runs.cover[w] == 0)
    WriteOneRun(Label{0}, rows, bits, out);
  else if (runs.starts[w] == 0)
    WriteOneRun(*labels, rows, bits, out);
  else if (hwy::PopCount(runs.starts[w]) <= 2)
    WriteFewRuns(labels, runs.starts[w], rows, bits, out);
  else
    WriteRuns(labels, runs.starts[w], rows, bits, out);
}

// Where labels go: through the cache, or past it, a word of complete cache lines at a time.
enum class LabelPath { cache, memory };

template <LabelPath path, class Label>
void WriteLabels(const LabelledRuns<Label>& runs, int rows, const Word* const* bits, Label* const* out,
                 std::int64_t columns) {
  alignas(64) Label spare[4][word_columns];
  for (std::int64_t x = 0, w = 0; x < columns; x += word_columns, ++w) {
    const std::int64_t here = std::min(word_columns, columns - x);
    Word row_bits[4];
    Label* to[4];
    for (int k = 0; k < rows; ++k) {
      row_bits[k] = bits[k][w];
      to[k] = path == LabelPath::cache && here == word_columns ? out[k] + x : spare[k];
    }
    WriteWord(runs, w, rows, row_bits, to);
    for (int k = 0; k < rows; ++k) {
      if (here < word_columns)
        std::copy(spare[k], spare[k] + here, out[k] + x);
      else if (path == LabelPath::memory)
        StreamLines(reinterpret_cast<const std::byte*>(spare[k]), sizeof spare[k],
                    reinterpret_cast<std::byte*>(out[k] + x));
    }
  }
  if (path == LabelPath::memory) hwy::FlushStream();  // before another thread reads
}

template <class T>
RowBits FunctionsFor() {
  return {Unlike<T>, Same<T>, Replace<T>};
}

RowBits Functions(DType dtype) {
  if (dtype == DType::float32) return FunctionsFor<float>();
#if HWY_HAVE_FLOAT64
  if (dtype == DType::float64) return FunctionsFor<double>();
#endif
  switch (size_of(dtype)) {
    case 1:
      return FunctionsFor<std::uint8_t>();
    case 2:
      return FunctionsFor<std::uint16_t>();
    case 4:
      return FunctionsFor<std::uint32_t>();
    default:
      return FunctionsFor<std::uint64_t>();
  }
}

LabelWriter<std::uint32_t> Writer32() {
  return {WriteLabels<LabelPath::cache, std::uint32_t>, WriteLabels<LabelPath::memory, std::uint32_t>};
}
LabelWriter<std::uint64_t> Writer64() {
  return {WriteLabels<LabelPath::cache, std::uint64_t>, WriteLabels<LabelPath::memory, std::uint64_t>};
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Functions);
HWY_EXPORT(Writer32);
HWY_EXPORT(Writer64);

RowBits row_bits(DType dtype) { return HWY_DYNAMIC_DISPATCH(Functions)(dtype); }

template <>
LabelWriter<std::uint32_t> label_writer() {
  return HWY_DYNAMIC_DISPATCH(Writer32)();
}
template <>
LabelWriter<std::uint64_t> label_writer() {
  return HWY_DYNAMIC_DISPATCH(Writer64)();
}

}  // namespace preamar::cpu
#endif
