#include "io/tiff/nodata.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "core/url.h"
#include "io/header_text.h"
#include "io/ome/xml_tags.h"
#include "io/store/store.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <string>

namespace preamar::io {
namespace {

// Histograms and tables of attributes make such a file long.
constexpr std::int64_t most_pam_bytes = std::int64_t{16} << 20;

template <class T, class... Base>
std::optional<T> parsed(std::string_view words, Base... base) {
  T value{};
  const char* const end = words.data() + words.size();
  const auto [at, code] = std::from_chars(words.data(), end, value, base...);
  return at == end && code == std::errc() ? std::optional(value) : std::nullopt;
}

// The bytes of a double, the lowest first, two digits each: GDAL adds them where its digits would lose some.
std::optional<double> from_hexadecimal(std::string_view words) {
  const std::optional<std::uint64_t> reversed = words.size() == 16 ? parsed<std::uint64_t>(words, 16) : std::nullopt;
  if (!reversed) return std::nullopt;
  std::uint64_t bits = 0;
  for (int byte = 0; byte < 8; ++byte) bits |= (*reversed >> 8 * byte & 0xFF) << 8 * (7 - byte);
  return std::bit_cast<double>(bits);
}

std::string text_in(const std::filesystem::path& file) {
  const std::unique_ptr<Object> in = open_object(file, ReadFirst::all);
  if (in->size() > most_pam_bytes)
    throw Error(ErrorKind::input,
                text(file.string(), ": has ", in->size(), " bytes; up to ", most_pam_bytes,
                     " are read; remove it, or read only the pixels with ", setting("ignore_metadata", "true")));
  std::string words(static_cast<std::size_t>(in->size()), '\0');
  in->read(0, words.data(), in->size());
  return words;
}

}  // namespace

std::optional<double> nodata_number(std::string_view words) { return parsed<double>(words); }

std::filesystem::path pam_file(const std::filesystem::path& file) { return file.string() + ".aux.xml"; }

std::optional<double> pam_nodata(const std::filesystem::path& file, int band) {
  const std::filesystem::path pam = pam_file(file);
  if (is_url(file) || !has_object(pam)) return std::nullopt;
  const std::string words = text_in(pam);
  XmlTags tags(words);
  std::optional<int> at;  // the band that the tag is of, counted from 1
  while (const XmlTag* const tag = tags.next()) {
    if (tag->name == "PAMRasterBand") {
      const std::string* const number = tag->find("band");
      at = number ? parsed<int>(*number) : std::nullopt;
    }
    if (tag->name != "NoDataValue" || at != band + 1) continue;
    const std::string* const bytes = tag->find("le_hex_equiv");
    const std::string value = bytes ? *bytes : std::string(trimmed(xml_unescaped(tags.content())));
    if (const auto number = bytes ? from_hexadecimal(value) : nodata_number(value)) return number;
    throw Error(ErrorKind::input, text(pam.string(), ": its NoDataValue is '", one_line(value).substr(0, 40),
                                       "', which is not a number; correct it, or read only the pixels with ",
                                       setting("ignore_metadata", "true")));
  }
  return std::nullopt;
}

void require_no_pam_nodata(const std::filesystem::path& output) {
  if (pam_nodata(output, 0))
    throw Error(ErrorKind::io, text(pam_file(output).string(), ": would give the output ", output.filename().string(),
                                    " a nodata value; remove it, or give another output"));
}

}  // namespace preamar::io
