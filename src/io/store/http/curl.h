// libcurl, opened at run time: never linked, never shipped. Every version of libcurl.so.4 has these functions; the
// numbers of the options are part of its binary interface.
#pragma once

#include <cstddef>

namespace preamar::io {

struct CurlHandle;  // CURL
struct CurlMulti;   // CURLM
struct CurlList;    // curl_slist

struct CurlMessage {  // CURLMsg
  int what;           // 1: a transfer is done
  CurlHandle* handle;
  union {
    void* whatever;
    int code;
  };
};

struct Curl {
  int (*global_init)(long flags);
  CurlHandle* (*easy_init)();
  void (*easy_reset)(CurlHandle*);
  int (*easy_setopt)(CurlHandle*, int option, ...);
  int (*easy_getinfo)(CurlHandle*, int info, ...);
  const char* (*easy_strerror)(int code);
  CurlMulti* (*multi_init)();
  int (*multi_add_handle)(CurlMulti*, CurlHandle*);
  int (*multi_remove_handle)(CurlMulti*, CurlHandle*);
  int (*multi_perform)(CurlMulti*, int* running);
  int (*multi_wait)(CurlMulti*, void* more, unsigned more_count, int milliseconds, int* descriptors);
  CurlMessage* (*multi_info_read)(CurlMulti*, int* left);
  const char* (*multi_strerror)(int code);
  CurlList* (*slist_append)(CurlList*, const char*);
  void (*slist_free_all)(CurlList*);
};

enum CurlOption : int {
  curl_low_speed_limit = 19,  // bytes per second
  curl_low_speed_time = 20,   // seconds
  curl_no_body = 44,
  curl_upload = 46,
  curl_http_get = 80,
  curl_http_version = 84,
  curl_no_signal = 99,
  curl_timeout_ms = 155,
  curl_connect_timeout_ms = 156,
  curl_protocols = 181,
  curl_path_as_is = 234,
  curl_quick_exit = 322,  // since 7.87
  curl_write_data = 10001,
  curl_url = 10002,
  curl_read_data = 10009,
  curl_http_header = 10023,
  curl_header_data = 10029,
  curl_custom_request = 10036,
  curl_ca_file = 10065,
  curl_write_function = 20011,
  curl_read_function = 20012,
  curl_header_function = 20079,
  curl_upload_size = 30115,  // 64 bits
};
inline constexpr int curl_response_code = 0x200002;
inline constexpr long curl_global_all = 3, curl_http_and_https = 3, curl_http_1_1 = 2;
inline constexpr std::size_t curl_read_abort = 0x10000000;

// The library in the environment variable PREAMAR_CURL, or libcurl.so.4, or libcurl-gnutls.so.4. Found once per
// process. Throws Error (io) with the package to install.
[[nodiscard]] const Curl& curl();

}  // namespace preamar::io
