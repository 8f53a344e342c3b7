#include "io/store/s3/request.h"

#include "core/error_text.h"
#include "core/sha256.h"
#include "core/url.h"
#include "io/header_text.h"
#include "io/store/remote_object.h"
#include "io/store/s3/settings.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <string_view>

namespace preamar::io {
namespace {

struct Address {
  std::string origin, host, path;  // the origin is scheme and host; the path is encoded
};

// A bucket is part of the host where the certificate of AWS covers it, and else of the path.
Address s3_address(const Url& url, bool is_bucket, const S3Settings& s) {
  const std::string key = is_bucket ? "" : url_encoded(url.path, true);
  const bool is_aws = s.endpoint.empty();
  const std::string service = text("s3.", s.region, ".amazonaws.com");
  if (is_aws && url.host.find('.') == std::string::npos) {
    const std::string host = text(url.host, ".", service);
    return {text("https://", host), host, text("/", key)};
  }
  const std::string origin = is_aws ? text("https://", service) : s.endpoint;
  return {origin, origin.substr(origin.find("//") + 2), text("/", url_encoded(url.host, false), "/", key)};
}

bool is_one_of(std::string_view code, std::initializer_list<std::string_view> codes) {
  return std::ranges::find(codes, code) != codes.end();
}

bool are_keys_old(std::string_view code) {
  return is_one_of(code, {"ExpiredToken", "ExpiredTokenException", "InvalidToken", "TokenRefreshRequired"});
}

// A program that renews credentials may have written some of them only.
bool are_keys_refused(std::string_view code) {
  return are_keys_old(code) || is_one_of(code, {"InvalidAccessKeyId", "SignatureDoesNotMatch"});
}

std::string hint_for(const HttpResponse& response, const std::string& code) {
  const auto settings = current_s3_settings();
  if (code == "NoSuchBucket") return "there is no such bucket; check its name and AWS_ENDPOINT_URL";
  if (are_keys_old(code))
    return "the credentials have expired; renew them and run again with --resume. Credentials in ~/.aws/credentials "
           "may be renewed while a run goes on";
  if (const std::string_view region = response.header("x-amz-bucket-region");
      !region.empty() && region != settings->region)
    return text("the bucket is in another region; set AWS_REGION=", region);
  if (code == "RequestTimeTooSkewed") return "the clock of this machine is wrong";
  if (response.status != 403 && response.status != 401) return {};
  if (!settings->keys)
    return "no credentials were found, so the request was anonymous; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, "
           "or AWS_PROFILE. Roles of machines and logins by SSO are not supported: in Python give a store of obstore";
  return "check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, and that they may read, write and list "
         "here: without the right to list, a store does not say whether an object exists";
}

HttpRequest signed_request(const S3Request& request, const std::string& body_sha256, const S3Settings& settings) {
  const Address address = s3_address(parse_url(request.name), !request.query.empty(), settings);
  const std::string query = query_text(request.query);
  HttpRequest made{.method = request.method,
                   .url = text(address.origin, address.path, query.empty() ? "" : "?", query),
                   .headers = request.headers,
                   .body = request.body,
                   .guard = request.guard,
                   .most_bytes = request.most_bytes};
  if (request.method == "PUT") made.headers.emplace_back("Content-Type: application/octet-stream");
  if (!settings.keys) return made;
  const SignedParts parts{.method = request.method,
                          .host = address.host,
                          .path = address.path,
                          .query = request.query,
                          .body_sha256 = body_sha256};
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  for (std::string& line : sign(parts, *settings.keys, settings.region, now)) made.headers.push_back(std::move(line));
  return made;
}

}  // namespace

HttpResponse send(const S3Request& request) {
  const std::string body_sha256 = sha256(request.body);
  std::shared_ptr<const S3Settings> used;
  const auto make = [&] {
    used = current_s3_settings();
    return signed_request(request, body_sha256, *used);
  };
  HttpResponse response = send(make);
  if (response.status >= 400 && are_keys_refused(s3_code(response)) &&
      current_s3_settings(Age::new_ones)->keys != used->keys)
    response = send(make);
  return response;
}

std::string_view take_element(std::string_view& words, std::string_view name) {
  const std::string begin = text("<", name, ">"), end = text("</", name, ">");
  const auto first = words.find(begin);
  const auto last = first == std::string_view::npos ? first : words.find(end, first);
  if (last == std::string_view::npos) {
    words = {};
    return {};
  }
  const std::string_view inside = words.substr(first + begin.size(), last - first - begin.size());
  words.remove_prefix(last + end.size());
  return inside;
}

std::string s3_code(const HttpResponse& response) {
  std::string_view words(reinterpret_cast<const char*>(response.body.data()), response.body.size());
  return std::string(take_element(words, "Code"));
}

bool has_no_conditions(const HttpResponse& response) {
  const std::string code = s3_code(response);
  if (response.status == 501 || code == "NotImplemented") return true;
  if (response.status != 400 || !is_one_of(code, {"InvalidArgument", "InvalidRequest"})) return false;
  const std::string words =
      lower_case(std::string(reinterpret_cast<const char*>(response.body.data()), response.body.size()));
  return words.find("if-match") != std::string::npos || words.find("if-none-match") != std::string::npos ||
         words.find("conditional") != std::string::npos;
}

void fail_s3(const std::filesystem::path& name, const HttpResponse& response) {
  HttpResponse shown = response;
  const std::string code = s3_code(response);
  if (shown.problem.empty()) shown.problem = code;
  fail(name, shown, hint_for(response, code));
}

}  // namespace preamar::io
