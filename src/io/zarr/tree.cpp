#include "io/zarr/tree.h"

#include "core/error_text.h"
#include "core/url.h"
#include "io/store/store.h"
#include "io/zarr/node.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view metadata_names[] = {"zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata"};
constexpr std::string_view node_names[] = {"zarr.json", ".zarray", ".zgroup"};

[[noreturn]] void refuse(const fs::path& stray) {
  throw Error(ErrorKind::io, text(stray.string(), ": is not part of a Zarr, so nothing is overwritten; remove it or ",
                                  "give another output"));
}

bool is_plain_file(const fs::directory_entry& entry) { return fs::is_regular_file(entry.symlink_status()); }
bool is_plain_folder(const fs::directory_entry& entry) { return fs::is_directory(entry.symlink_status()); }

bool is_metadata(const fs::directory_entry& entry) {
  return is_plain_file(entry) && std::ranges::count(metadata_names, entry.path().filename().string()) > 0;
}

// A part of a chunk's key: "c", "12", "3.4", "c.3.4".
bool is_key(std::string_view name) {
  if (name.starts_with('c')) name.remove_prefix(1);
  return std::ranges::all_of(name, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

void require_chunks(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const bool is_folder = is_plain_folder(entry);
    if (!is_key(entry.path().filename().string()) || (!is_folder && !is_plain_file(entry))) refuse(entry.path());
    if (is_folder) require_chunks(entry.path());
  }
}

// A store has no folders: the last parts of the names count.
void require_objects(const fs::path& folder) {
  store_of(folder).list(folder, [](const fs::path& name, const FileStamp&) {
    const std::string last = name.filename().string();
    if (std::ranges::count(metadata_names, last) == 0 && !is_key(last)) refuse(name);
  });
}

void require_node(const fs::path& folder) {
  const bool is_node = std::ranges::any_of(
      node_names, [&](std::string_view name) { return fs::is_regular_file(fs::symlink_status(folder / name)); });
  if (!is_node) refuse(folder);
  const auto node = find_zarr_node(folder, folder);
  const bool is_array = node && node->is_array();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (is_metadata(entry)) continue;
    const bool is_folder = is_plain_folder(entry);
    if (is_array ? !is_key(entry.path().filename().string()) : !is_folder) refuse(entry.path());
    if (is_folder) {
      is_array ? require_chunks(entry.path()) : require_node(entry.path());
    } else if (!is_plain_file(entry)) {
      refuse(entry.path());
    }
  }
}

}  // namespace

void require_only_zarr(const fs::path& folder) {
  if (is_url(folder)) return require_objects(folder);
  if (!fs::is_empty(folder)) require_node(folder);
}

}  // namespace preamar::io
