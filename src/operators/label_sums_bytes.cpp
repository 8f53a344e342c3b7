#include "operators/label_sums_bytes.h"

#include "core/error_text.h"

#include <cstring>
#include <utility>

namespace preamar {
using namespace primitives;
namespace {

constexpr std::uint32_t sums_version = 3;

// No padding: its bytes would be undefined.
static_assert(sizeof(CellSums) == 112 && sizeof(ProductSums) == 96 && sizeof(ContactSums) == 128 &&
              sizeof(WholeSums) == 80 && sizeof(RealSums) == 144);

// The header. The lists follow in the order of LabelSums, each aligned for its type.
struct alignas(16) SumsHeader {
  std::uint32_t version;
  std::uint8_t has_products, has_contacts, has_whole, has_real;
  std::uint64_t labels;
};
static_assert(sizeof(SumsHeader) == 16);

std::size_t label_bytes(std::uint64_t labels) { return (labels + 1) / 2 * 16; }

std::size_t row_bytes(const SumsHeader& header) {
  return sizeof(CellSums) + (header.has_products != 0 ? sizeof(ProductSums) : 0) +
         (header.has_contacts != 0 ? sizeof(ContactSums) : 0) + (header.has_whole != 0 ? sizeof(WholeSums) : 0) +
         (header.has_real != 0 ? sizeof(RealSums) : 0);
}

// The header of two merged summaries. A summary without labels does not say which lists there are.
SumsHeader header_for(const LabelSumsView& left, const LabelSumsView& right, std::uint64_t labels) {
  return {sums_version,
          !left.products.empty() || !right.products.empty(),
          !left.contacts.empty() || !right.contacts.empty(),
          !left.whole.empty() || !right.whole.empty(),
          !left.real.empty() || !right.real.empty(),
          labels};
}

std::size_t bytes_for(const SumsHeader& header) {
  return sizeof(SumsHeader) + label_bytes(header.labels) + header.labels * row_bytes(header);
}

[[noreturn]] void contradict() { throw Error(ErrorKind::io, "a summary of labels contradicts itself"); }

SumsHeader sums_header_in(std::span<const std::byte> bytes) {
  SumsHeader header{};
  if (bytes.size() < sizeof(SumsHeader)) contradict();
  std::memcpy(&header, bytes.data(), sizeof(SumsHeader));
  if (header.version != sums_version)
    throw Error(ErrorKind::io,
                text("a summary of labels has version ", header.version, "; this program knows ", sums_version));
  if (header.labels > bytes.size() || bytes.size() != bytes_for(header)) contradict();
  return header;
}

// Consecutive lists in bytes.
class Lists {
 public:
  explicit Lists(std::span<std::byte> bytes)
      : at_(bytes.data() + sizeof(SumsHeader)), count_(sums_header_in(bytes).labels) {}

  std::uint64_t* labels() { return reinterpret_cast<std::uint64_t*>(std::exchange(at_, at_ + label_bytes(count_))); }
  template <class Sums>
  Sums* next() {
    return reinterpret_cast<Sums*>(std::exchange(at_, at_ + count_ * sizeof(Sums)));
  }

 private:
  std::byte* at_;
  std::size_t count_;
};

Bytes begun(const SumsHeader& header) {
  Bytes bytes(bytes_for(header));
  std::memcpy(bytes.data(), &header, sizeof(SumsHeader));
  return bytes;
}

// Calls visit(i, j) for each label of the union, ascending: its index in each list, or the size of the list if it is
// not there.
template <class Visit>
void for_each_label(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right, const Visit& visit) {
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    const bool in_left = i < left.size() && (j == right.size() || left[i] <= right[j]);
    const bool in_right = j < right.size() && (i == left.size() || right[j] <= left[i]);
    visit(in_left ? i : left.size(), in_right ? j : right.size());
    i += in_left;
    j += in_right;
  }
}

template <class Sums>
void add_lists(const LabelSumsView& left, const LabelSumsView& right, std::span<const Sums> LabelSumsView::*list,
               Lists& out) {
  const std::span<const Sums> a = left.*list, b = right.*list;
  if (a.empty() && b.empty()) return;
  Sums* to = out.next<Sums>();
  for_each_label(left.labels, right.labels, [&](std::size_t i, std::size_t j) {
    Sums sum = i < a.size() ? a[i] : b[j];
    if (i < a.size() && j < b.size()) sum.add(b[j]);
    *to++ = sum;
  });
}

// `into` has all labels of `from`.
template <class Sums>
void add_within(const LabelSumsView& from, std::span<const std::uint64_t> labels, std::span<const Sums> list,
                Lists& into) {
  if (list.empty()) return;
  Sums* const to = into.next<Sums>();
  for_each_label(labels, from.labels, [&](std::size_t i, std::size_t j) {
    if (j < list.size()) to[i].add(list[j]);
  });
}

Bytes added_within(Bytes into, const LabelSumsView& from) {
  Lists lists(into);
  const std::span<const std::uint64_t> labels(lists.labels(), sums_header_in(into).labels);
  add_within(from, labels, from.cells, lists);
  add_within(from, labels, from.products, lists);
  add_within(from, labels, from.contacts, lists);
  add_within(from, labels, from.whole, lists);
  add_within(from, labels, from.real, lists);
  return into;
}

Bytes joined_sums(const LabelSumsView& left, const LabelSumsView& right, std::uint64_t labels) {
  Bytes bytes = begun(header_for(left, right, labels));
  Lists lists(bytes);
  std::uint64_t* to = lists.labels();
  for_each_label(left.labels, right.labels, [&](std::size_t i, std::size_t j) {
    *to++ = i < left.labels.size() ? left.labels[i] : right.labels[j];
  });
  add_lists(left, right, &LabelSumsView::cells, lists);
  add_lists(left, right, &LabelSumsView::products, lists);
  add_lists(left, right, &LabelSumsView::contacts, lists);
  add_lists(left, right, &LabelSumsView::whole, lists);
  add_lists(left, right, &LabelSumsView::real, lists);
  return bytes;
}

template <class T>
std::span<const T> span_of(const Buffer<T>& buffer) {
  return {buffer.data(), static_cast<std::size_t>(buffer.count())};
}

}  // namespace

LabelSumsView::LabelSumsView(const LabelSums& sums)
    : labels(span_of(sums.labels)),
      cells(span_of(sums.cells)),
      products(span_of(sums.products)),
      contacts(span_of(sums.contacts)),
      whole(span_of(sums.whole)),
      real(span_of(sums.real)) {}

LabelSumsView::LabelSumsView(std::span<const std::byte> bytes) {
  const SumsHeader header = sums_header_in(bytes);
  Lists lists({const_cast<std::byte*>(bytes.data()), bytes.size()});
  const std::size_t count = header.labels;
  labels = {lists.labels(), count};
  cells = {lists.next<CellSums>(), count};
  if (header.has_products != 0) products = {lists.next<ProductSums>(), count};
  if (header.has_contacts != 0) contacts = {lists.next<ContactSums>(), count};
  if (header.has_whole != 0) whole = {lists.next<WholeSums>(), count};
  if (header.has_real != 0) real = {lists.next<RealSums>(), count};
}

Bytes to_bytes(const LabelSumsView& sums) { return joined_sums(sums, {}, sums.labels.size()); }

Bytes sliced_label_sums(LabelSumsView sums, std::size_t first, std::size_t count) {
  const auto slice = [&](auto& list) {
    if (!list.empty()) list = list.subspan(first, count);
  };
  slice(sums.labels);
  slice(sums.cells);
  slice(sums.products);
  slice(sums.contacts);
  slice(sums.whole);
  slice(sums.real);
  return to_bytes(sums);
}

Bytes merged_label_sums(Bytes left_bytes, Bytes right_bytes) {
  const LabelSumsView left(left_bytes), right(right_bytes);
  std::size_t labels = 0;
  for_each_label(left.labels, right.labels, [&](std::size_t, std::size_t) { ++labels; });
  if (labels == left.labels.size()) return added_within(std::move(left_bytes), right);
  if (labels == right.labels.size()) return added_within(std::move(right_bytes), left);
  return joined_sums(left, right, labels);
}

}  // namespace preamar
