// Names of objects: https://host/path/image.ome.zarr, s3://bucket/path/image.ome.zarr, store://1/path/image.ome.zarr.
// They travel as std::filesystem::path, whose operators `/`, parent_path() and filename() work on them; they are never
// canonicalised.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace preamar {

enum class UrlScheme { http, https, s3, store };

struct Url {
  UrlScheme scheme;
  std::string host;  // with its port; of s3 the bucket; of store the number that add_object_store() gave
  std::string path;  // without the slash at its beginning and end; not encoded

  // As in the name, without user and query.
  [[nodiscard]] std::string text() const;
};

// Whether the name is a URL and not a file.
[[nodiscard]] inline bool is_url(const std::filesystem::path& name) {
  const std::string_view words = name.native();
  return words.starts_with("s3:/") || words.starts_with("https:/") || words.starts_with("http:/") ||
         words.starts_with("store:/");
}
// Throws Error (call) for a name with a user, a password or a query: these are secrets, and names are printed. Also for
// one without a host, and for parts `.` and `..`, which servers resolve.
[[nodiscard]] Url parse_url(const std::filesystem::path& name);

// RFC 3986: everything but letters, digits and "-._~" as %XX; with `keep_slash` not the slash either.
[[nodiscard]] std::string url_encoded(std::string_view words, bool keep_slash);
// The text of %XX; a plus is a space, as in forms: AWS lists keys so, and whoever keeps a plus writes it as %2B.
[[nodiscard]] std::string url_decoded(std::string_view words);

}  // namespace preamar
