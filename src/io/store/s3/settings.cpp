#include "io/store/s3/settings.h"

#include "core/error_text.h"
#include "core/url.h"
#include "io/header_text.h"
#include "platform/process.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <string_view>

namespace preamar::io {
namespace {

using Section = std::map<std::string, std::string>;

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

std::string first_of(std::initializer_list<std::string> values) {
  for (const std::string& value : values)
    if (!value.empty()) return value;
  return {};
}

// The lines `name = value` of a section; empty if there is none.
Section section_of(const std::filesystem::path& file, const std::string& name) {
  std::ifstream stream(file);
  Section section;
  bool is_inside = false;
  for (std::string line; std::getline(stream, line);) {
    const std::string_view words = trimmed(std::string_view(line).substr(0, line.find('\r')));
    if (words.empty() || words[0] == '#' || words[0] == ';') continue;
    if (words.front() == '[' && words.back() == ']') {
      is_inside = trimmed(words.substr(1, words.size() - 2)) == name;
      continue;
    }
    const auto equal = words.find('=');
    const bool is_nested = line[0] == ' ' || line[0] == '\t';
    if (is_inside && !is_nested && equal != std::string_view::npos)
      section[lower_case(trimmed(words.substr(0, equal)))] = trimmed(words.substr(equal + 1));
  }
  return section;
}

std::filesystem::path file_of(const char* variable, const char* usual) {
  if (const std::string given = environment(variable); !given.empty()) return given;
  return std::filesystem::path(environment("HOME")) / ".aws" / usual;
}

// What a profile, or the environment, says instead of keys.
void require_supported(const Section& profile, const std::string& name) {
  const auto refuse = [](const std::string& what) {
    throw Error(ErrorKind::call,
                text(what,
                     ", which is not supported; set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and "
                     "AWS_SESSION_TOKEN (`aws configure export-credentials --format env` prints them), or in "
                     "Python give a store of the package obstore"));
  };
  for (const char* const key :
       {"sso_session", "sso_start_url", "credential_process", "role_arn", "web_identity_token_file"})
    if (profile.contains(key)) refuse(text("the profile '", name, "' has ", key));
  for (const char* const variable :
       {"AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"})
    if (!environment(variable).empty()) refuse(text("the credentials come from ", variable));
}

std::string endpoint_of(std::string given) {
  if (given.empty()) return given;
  while (given.ends_with('/')) given.pop_back();
  const bool is_web = given.starts_with("http://") || given.starts_with("https://");
  if (!is_web || !parse_url(given).path.empty())
    throw Error(ErrorKind::call, "AWS_ENDPOINT_URL is not an http:// or https:// address without a path");
  return given;
}

// All that s3_settings() reads from the environment.
std::string variables() { return text(environment("HOME"), "\n", os_variables("AWS_")); }

struct LastSettings {
  std::mutex mutex;
  std::shared_ptr<const S3Settings> found;
  std::string variables;
  std::chrono::steady_clock::time_point time;
};

// Never destroyed: threads may still send when the program ends.
LastSettings& last_settings() {
  static auto* const last = new LastSettings;
  return *last;
}

}  // namespace

S3Settings s3_settings() {
  const std::string name = first_of({environment("AWS_PROFILE"), "default"});
  Section profile = section_of(file_of("AWS_SHARED_CREDENTIALS_FILE", "credentials"), name);
  const std::string in_config = name == "default" ? name : "profile " + name;
  for (const auto& [key, value] : section_of(file_of("AWS_CONFIG_FILE", "config"), in_config))
    profile.try_emplace(key, value);
  Keys keys{environment("AWS_ACCESS_KEY_ID"), environment("AWS_SECRET_ACCESS_KEY"), environment("AWS_SESSION_TOKEN")};
  if (profile.empty() && keys.id.empty() && !environment("AWS_PROFILE").empty())
    throw Error(ErrorKind::call, text("there is no profile '", name, "', which AWS_PROFILE names"));
  S3Settings settings;
  settings.region =
      first_of({environment("AWS_REGION"), environment("AWS_DEFAULT_REGION"), profile["region"], settings.region});
  settings.endpoint = endpoint_of(
      first_of({environment("AWS_ENDPOINT_URL_S3"), environment("AWS_ENDPOINT_URL"), profile["endpoint_url"]}));
  const std::string anonymous = lower_case(environment("AWS_NO_SIGN_REQUEST"));
  if (anonymous == "yes" || anonymous == "true" || anonymous == "1") return settings;
  if (keys.id.empty() && keys.secret.empty())
    keys = {profile["aws_access_key_id"], profile["aws_secret_access_key"], profile["aws_session_token"]};
  if (keys.id.empty() != keys.secret.empty())
    throw Error(ErrorKind::call, text("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed both; only one is set"));
  if (!keys.id.empty())
    settings.keys = keys;
  else
    require_supported(profile, name);
  return settings;
}

std::shared_ptr<const S3Settings> current_s3_settings(Age age) {
  constexpr std::chrono::seconds between(1);
  LastSettings& last = last_settings();
  const std::lock_guard lock(last.mutex);
  const auto now = std::chrono::steady_clock::now();
  const std::string variables_now = variables();
  const bool is_same_place = last.found && last.variables == variables_now;
  if (is_same_place && age == Age::any && now - last.time < between) return last.found;
  try {
    S3Settings found = s3_settings();
    if (!is_same_place || found.keys || !last.found->keys)
      last.found = std::make_shared<const S3Settings>(std::move(found));
  } catch (const Error&) {
    if (!is_same_place) throw;
  }
  last.variables = variables_now;
  last.time = now;
  return last.found;
}

}  // namespace preamar::io
