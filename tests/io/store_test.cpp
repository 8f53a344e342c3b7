// Names, signatures, settings and answers of object stores; without a network.
#include "core/sha256.h"
#include "core/url.h"
#include "io/open.h"
#include "io/store/remote_object.h"
#include "io/store/s3/request.h"
#include "io/store/s3/settings.h"
#include "io/store/s3/sign.h"
#include "support.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace preamar::test {
using namespace io;
namespace {

std::span<const std::byte> bytes_of(std::string_view words) { return std::as_bytes(std::span(words)); }

TEST(Url, has_scheme_host_and_path) {
  const Url url = parse_url("s3://bucket/a b/image.ome.zarr/");
  EXPECT_EQ(url.scheme, UrlScheme::s3);
  EXPECT_EQ(url.host, "bucket");
  EXPECT_EQ(url.path, "a b/image.ome.zarr");
  EXPECT_EQ(url.text(), "s3://bucket/a b/image.ome.zarr");
  EXPECT_EQ(parse_url("https://host:8080").host, "host:8080");
  EXPECT_TRUE(is_url("http://host/x.tif"));
  for (const char* const file : {"image.tif", "/s3://x", "http:", "s3.tif", "C://x", "httpx://y"})
    EXPECT_FALSE(is_url(file)) << file;
}

TEST(Url, with_a_secret_is_refused_and_not_printed) {
  for (const char* const name : {"https://user:hunter2@host/x.tif", "https://host/x.tif?X-Amz-Signature=hunter2",
                                 "s3://hunter2:x@bucket/a.zarr", "https://host/x.zarr#hunter2"}) {
    try {
      (void)parse_url(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::call);
      EXPECT_EQ(std::string(error.what()).find("hunter2"), std::string::npos) << error.what();
    }
  }
}

TEST(Url, that_leads_elsewhere_is_refused) {
  for (const char* const name : {"s3://bucket/../other/x.zarr", "s3://bucket/a/./x.zarr", "s3://bucket/a//x.zarr",
                                 "https:///x.tif", "s3:/bucket/x.zarr"})
    EXPECT_THROW((void)parse_url(name), Error) << name;
}

TEST(Url, is_encoded_as_rfc_3986_has_it) {
  EXPECT_EQ(url_encoded("a/b c=+()@:,'&~\xC3\xA9", true), "a/b%20c%3D%2B%28%29%40%3A%2C%27%26~%C3%A9");
  EXPECT_EQ(url_encoded("a/b", false), "a%2Fb");
  EXPECT_EQ(url_decoded("a%2Fb%20%zz%"), "a/b %zz%");
  EXPECT_EQ(url_decoded("a+b%2Bc%252B"), "a b+c%2B");
}

// RFC 4231.
TEST(Hmac, known_answers) {
  const std::string key(20, '\x0b'), long_key(131, '\xaa');
  EXPECT_EQ(hexadecimal(hmac_sha256(bytes_of(key), bytes_of("Hi There"))),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hexadecimal(hmac_sha256(bytes_of("Jefe"), bytes_of("what do ya want for nothing?"))),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(
      hexadecimal(hmac_sha256(bytes_of(long_key), bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"))),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

constexpr auto at(int year, unsigned month, unsigned day, int hours = 0, int minutes = 0) {
  return std::chrono::sys_days(std::chrono::year(year) / static_cast<int>(month) / static_cast<int>(day)) +
         std::chrono::hours(hours) + std::chrono::minutes(minutes) + std::chrono::seconds(0);
}

std::string signature_in(const std::vector<std::string>& headers) {
  return headers.at(0).substr(headers.at(0).find("Signature=") + 10);
}

// The examples of Amazon's documentation of S3, "Authenticating Requests: Using the Authorization Header".
TEST(Signature, is_that_of_the_published_examples) {
  const Keys keys{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""};
  const std::string empty = sha256({});
  const auto signature = [&](const SignedParts& parts) {
    return signature_in(sign(parts, keys, "us-east-1", at(2013, 5, 24)));
  };
  const std::string host = "examplebucket.s3.amazonaws.com";
  EXPECT_EQ(signature({.method = "GET",
                       .host = host,
                       .path = "/test.txt",
                       .query = {},
                       .headers = {{"range", "bytes=0-9"}},
                       .body_sha256 = empty}),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  EXPECT_EQ(
      signature({.method = "PUT",
                 .host = host,
                 .path = "/test%24file.text",
                 .query = {},
                 .headers = {{"date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
                 .body_sha256 = sha256(bytes_of("Welcome to Amazon S3."))}),
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
  EXPECT_EQ(signature({.method = "GET", .host = host, .path = "/", .query = {{"lifecycle", ""}}, .body_sha256 = empty}),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  EXPECT_EQ(signature({.method = "GET",
                       .host = host,
                       .path = "/",
                       .query = {{"prefix", "J"}, {"max-keys", "2"}},
                       .body_sha256 = empty}),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

// get-vanilla and get-vanilla-query-order-key-case of Amazon's test suite of Signature Version 4.
TEST(Signature, is_that_of_the_test_suite) {
  const Keys keys{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", ""};
  SignedParts parts{
      .method = "GET", .host = "example.amazonaws.com", .path = "/", .query = {}, .body_sha256 = sha256({})};
  const auto now = at(2015, 8, 30, 12, 36);
  EXPECT_EQ(signature_in(sign(parts, keys, "us-east-1", now, "service")),
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
  parts.query = {{"Param2", "value2"}, {"Param1", "value1"}};
  EXPECT_EQ(signature_in(sign(parts, keys, "us-east-1", now, "service")),
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
}

TEST(Signature, has_the_token_of_a_session) {
  const auto headers = sign({.method = "GET", .host = "h", .path = "/", .query = {}, .body_sha256 = sha256({})},
                            {"ID", "secret", "token"}, "eu-west-1", at(2026, 11, 17));
  EXPECT_NE(headers[0].find("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token"),
            std::string::npos);
  EXPECT_EQ(headers.back(), "x-amz-security-token: token");
  for (const std::string& line : headers) EXPECT_EQ(line.find("secret,"), std::string::npos);
}

// The environment without anything of S3, and a folder for the files of profiles.
class Settings : public FileTest {
 protected:
  Settings() {
    for (const char* const name : {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE",
                                   "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3",
                                   "AWS_NO_SIGN_REQUEST", "AWS_WEB_IDENTITY_TOKEN_FILE",
                                   "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"})
      unsetenv(name);
    set("AWS_SHARED_CREDENTIALS_FILE", (folder_ / "credentials").string());
    set("AWS_CONFIG_FILE", (folder_ / "config").string());
  }
  static void set(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }
  void write(const char* file, std::string_view words) const { std::ofstream(folder_ / file) << words; }
};

TEST_F(Settings, without_keys_are_anonymous) {
  EXPECT_FALSE(s3_settings().keys);
  EXPECT_EQ(s3_settings().region, "us-east-1");
  EXPECT_EQ(s3_settings().endpoint, "");
}

TEST_F(Settings, come_from_the_environment) {
  set("AWS_ACCESS_KEY_ID", "id");
  expect_error(ErrorKind::call, {"both"}, [] { (void)s3_settings(); });
  set("AWS_SECRET_ACCESS_KEY", "secret");
  set("AWS_SESSION_TOKEN", "token");
  set("AWS_DEFAULT_REGION", "eu-west-1");
  set("AWS_ENDPOINT_URL", "http://127.0.0.1:9000/");
  const S3Settings found = s3_settings();
  EXPECT_EQ(found.keys->id, "id");
  EXPECT_EQ(found.keys->secret, "secret");
  EXPECT_EQ(found.keys->token, "token");
  EXPECT_EQ(found.region, "eu-west-1");
  EXPECT_EQ(found.endpoint, "http://127.0.0.1:9000");
  set("AWS_NO_SIGN_REQUEST", "YES");
  EXPECT_FALSE(s3_settings().keys);
}

TEST_F(Settings, come_from_a_profile) {
  write("credentials",
        "[default]\naws_access_key_id = one\naws_secret_access_key=two\n\n# a comment\n[lab]\n"
        "aws_access_key_id = three\naws_secret_access_key = four\naws_session_token = five\n");
  write("config",
        "[default]\nregion = eu-north-1\n[profile lab]\nendpoint_url = https://store.example\ns3 =\n"
        "  addressing_style = path\n");
  EXPECT_EQ(s3_settings().keys->secret, "two");
  EXPECT_EQ(s3_settings().region, "eu-north-1");
  set("AWS_PROFILE", "lab");
  EXPECT_EQ(s3_settings().keys->token, "five");
  EXPECT_EQ(s3_settings().endpoint, "https://store.example");
  set("AWS_PROFILE", "none");
  expect_error(ErrorKind::call, {"no profile 'none'"}, [] { (void)s3_settings(); });
}

TEST_F(Settings, that_are_not_supported_name_obstore) {
  write("config", "[default]\nsso_session = lab\n");
  expect_error(ErrorKind::call, {"sso_session", "obstore"}, [] { (void)s3_settings(); });
  set("AWS_ACCESS_KEY_ID", "id");
  set("AWS_SECRET_ACCESS_KEY", "secret");
  EXPECT_TRUE(s3_settings().keys);
  for (const char* const endpoint : {"store.example", "ftp://store.example", "https://store.example/path"}) {
    set("AWS_ENDPOINT_URL", endpoint);
    expect_error(ErrorKind::call, {"AWS_ENDPOINT_URL"}, [] { (void)s3_settings(); });
  }
}

TEST_F(Settings, are_read_again_when_they_change) {
  write("credentials", "[default]\naws_access_key_id = one\naws_secret_access_key = two\n");
  EXPECT_EQ(current_s3_settings()->keys->secret, "two");
  write("credentials", "[default]\naws_access_key_id = one\naws_secret_access_key = three\n");
  EXPECT_EQ(current_s3_settings(Age::new_ones)->keys->secret, "three");
  for (const char* const half : {"", "[default]\naws_access_key_id = one\n"}) {  // as it is being written
    write("credentials", half);
    EXPECT_EQ(current_s3_settings(Age::new_ones)->keys->secret, "three");
  }
  set("AWS_PROFILE", "none");
  expect_error(ErrorKind::call, {"no profile 'none'"}, [] { (void)current_s3_settings(); });
  set("AWS_NO_SIGN_REQUEST", "YES");
  unsetenv("AWS_PROFILE");
  EXPECT_FALSE(current_s3_settings()->keys);
}

HttpResponse answer(int status, std::string_view body, std::map<std::string, std::string> headers) {
  HttpResponse response{.status = status, .problem = "", .headers = std::move(headers), .body = {}};
  response.body.assign(bytes_of(body).begin(), bytes_of(body).end());
  return response;
}

TEST(Conditions, are_missing_only_if_the_store_says_so) {
  const auto says = [](int status, const std::string& code, const std::string& message = "") {
    return has_no_conditions(
        answer(status, "<Error><Code>" + code + "</Code><Message>" + message + "</Message></Error>", {}));
  };
  EXPECT_TRUE(says(501, "NotImplemented"));
  EXPECT_TRUE(says(501, ""));
  EXPECT_TRUE(says(400, "NotImplemented"));
  EXPECT_TRUE(says(400, "InvalidArgument", "If-None-Match is not supported"));
  EXPECT_TRUE(says(400, "InvalidRequest", "Conditional writes are not supported"));
  for (const char* const code :
       {"ExpiredToken", "InvalidToken", "InvalidRequest", "InvalidArgument", "AuthorizationHeaderMalformed", ""})
    EXPECT_FALSE(says(400, code)) << code;
  EXPECT_FALSE(says(403, "AccessDenied", "If-None-Match"));
}

TEST(RangeAnswer, is_the_range_that_was_asked_for) {
  const ByteRange range{.first = 2, .bytes = 3};
  const RangeAnswer part =
      range_answer("x", answer(206, "cde", {{"content-range", "bytes 2-4/10"}, {"etag", "t"}}), range);
  EXPECT_EQ(part.first, 2);
  EXPECT_EQ(part.total, 10);
  EXPECT_EQ(part.tag, "t");
  const RangeAnswer whole = range_answer("x", answer(200, "abcdefghij", {}), range);
  EXPECT_EQ(whole.first, 0);
  EXPECT_EQ(whole.total, 10);
  const RangeAnswer end =
      range_answer("x", answer(206, "abc", {{"content-range", "bytes 0-2/3"}}), {.bytes = 100, .is_suffix = true});
  EXPECT_EQ(end.total, 3);
}

TEST(RangeAnswer, of_another_kind_is_an_error) {
  const ByteRange range{.first = 2, .bytes = 3};
  const auto refused = [&](const HttpResponse& response, const std::string& why) {
    expect_error(ErrorKind::io, {"x: ", why}, [&] { (void)range_answer("x", response, range); });
  };
  refused(answer(206, "cde", {}), "without saying which");
  refused(answer(206, "cd", {{"content-range", "bytes 2-4/10"}}), "another length");
  refused(answer(206, "def", {{"content-range", "bytes 3-5/10"}}), "instead of the range");
  for (const char* const words :
       {"bytes 4-2/10", "bytes 2-4/3", "bytes 2-4", "2-4/10", "bytes -2-4/10", "bytes 2-4/10x"})
    refused(answer(206, "cde", {{"content-range", words}}), "range");
  refused(answer(200, "<html>", {{"content-type", "text/html; charset=utf-8"}}), "HTML page");
  refused(answer(200, "<!DOCTYPE HTML><title>Log in</title>", {}), "HTML page");
  refused(answer(200, "cde", {{"content-encoding", "gzip"}}), "Content-Encoding gzip");
}

TEST(RemoteObject, that_changes_while_it_is_read_is_an_error) {
  int version = 1;
  const std::string bytes(200'000, 'a');
  const auto fetch = [&](const ByteRange& range) -> std::optional<RangeAnswer> {
    RangeAnswer part{range.first, std::ssize(bytes), std::to_string(version), {}};
    part.bytes.resize(static_cast<std::size_t>(range.bytes));
    return part;
  };
  const auto object = RemoteObject::open("x", fetch, ReadFirst::beginning);
  std::string some(100'000, ' ');
  object->read(100'000, some.data(), 100'000);
  EXPECT_EQ(object->read_some(200'000, some.data(), 1), 0);
  version = 2;
  expect_error(ErrorKind::io, {"changed while it was read"}, [&] { object->read(70'000, some.data(), 20'000); });
}

class Stores : public FileTest {};

TEST_F(Stores, take_zarr_and_no_other_format) {
  const Image image = noise(DType::uint8, {40, 50});
  expect_error(ErrorKind::call, {"not written to a store", ".ome.zarr"},
               [&] { write_image("s3://bucket/a.tif", image); });
  expect_error(ErrorKind::call, {"web servers are read"}, [&] { write_image("https://host/a.zarr", image); });
  expect_error(ErrorKind::call, {"names no object"}, [&] { (void)begin_output("s3://bucket.zarr"); });
  expect_error(ErrorKind::call, {"tables are written to files"}, [] { require_table_writable("s3://bucket/a.csv"); });
  expect_error(ErrorKind::call, {"read from files only"}, [] { (void)read_image("s3://bucket/a.nrrd"); });
}

// In a process of its own, since libcurl is opened once.
TEST_F(Stores, need_libcurl) {
  const auto message = [] {
    setenv("PREAMAR_CURL", "none.so", 1);
    try {
      (void)read_image("https://host/a.tif");
    } catch (const Error& error) {
      std::fputs(error.what(), stderr);
    }
    std::exit(0);
  };
  EXPECT_EXIT(message(), ::testing::ExitedWithCode(0), "libcurl4.*PREAMAR_CURL");
}

}  // namespace
}  // namespace preamar::test
