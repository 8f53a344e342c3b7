#include "io/store/curl.h"

#include "core/error_text.h"
#include "platform/library.h"

#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

namespace preamar::io {
namespace {

std::vector<std::string> names() {
  if (const char* const given = std::getenv("PREAMAR_CURL"); given && *given) return {given};
  return {"libcurl.so.4", "libcurl-gnutls.so.4"};
}

// Empty, or what is wrong with it.
std::string fill(Curl& table, const std::string& name) {
  std::string why;
  void* const handle = os_open_library(name.c_str(), why);
  if (!handle) return why;
  const auto find = [&](const char* symbol, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(os_library_symbol(handle, symbol));
    if (!function && why.empty()) why = text(name, " has no ", symbol);
  };
  find("curl_global_init", table.global_init);
  find("curl_easy_init", table.easy_init);
  find("curl_easy_reset", table.easy_reset);
  find("curl_easy_setopt", table.easy_setopt);
  find("curl_easy_perform", table.easy_perform);
  find("curl_easy_getinfo", table.easy_getinfo);
  find("curl_easy_strerror", table.easy_strerror);
  find("curl_slist_append", table.slist_append);
  find("curl_slist_free_all", table.slist_free_all);
  return why;
}

Curl found() {
  std::string all;
  for (const std::string& name : names()) {
    Curl table{};
    const std::string why = fill(table, name);
    if (why.empty() && table.global_init(curl_global_all) == 0) return table;
    all += text(all.empty() ? "" : "; ", why.empty() ? text(name, " cannot start") : why);
  }
  throw Error(ErrorKind::io,
              text("URLs are read and written through libcurl, which cannot be opened (", all,
                   "); install the Debian package libcurl4, or set PREAMAR_CURL to the path of the library"));
}

}  // namespace

const Curl& curl() {
  static const Curl table = found();
  return table;
}

}  // namespace preamar::io
