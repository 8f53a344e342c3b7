#include "io/store/http/curl.h"

#include "core/error_text.h"
#include "platform/library.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace preamar::io {
namespace {

std::vector<std::string> names() {
  if (const char* const given = std::getenv("PREAMAR_CURL"); given && *given) return {given};
  return {"libcurl.so.4", "libcurl-gnutls.so.4"};
}

// Empty, or what is wrong with it.
std::string fill(Curl& table, const std::string& name) {
  LibraryFunctions library(name);
  library.find("curl_global_init", table.global_init);
  library.find("curl_easy_init", table.easy_init);
  library.find("curl_easy_reset", table.easy_reset);
  library.find("curl_easy_setopt", table.easy_setopt);
  library.find("curl_easy_getinfo", table.easy_getinfo);
  library.find("curl_easy_strerror", table.easy_strerror);
  library.find("curl_multi_init", table.multi_init);
  library.find("curl_multi_add_handle", table.multi_add_handle);
  library.find("curl_multi_remove_handle", table.multi_remove_handle);
  library.find("curl_multi_perform", table.multi_perform);
  library.find("curl_multi_wait", table.multi_wait);
  library.find("curl_multi_info_read", table.multi_info_read);
  library.find("curl_multi_strerror", table.multi_strerror);
  library.find("curl_slist_append", table.slist_append);
  library.find("curl_slist_free_all", table.slist_free_all);
  return library.why();
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
