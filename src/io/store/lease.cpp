#include "io/store/lease.h"

#include "core/error_text.h"
#include "core/stop_scope.h"
#include "core/url.h"
#include "io/json.h"
#include "io/store/store.h"
#include "platform/process.h"

#include <cstdlib>
#include <random>
#include <string_view>

namespace preamar::io {
namespace {

std::string random_name() {
  std::random_device random;
  std::ostringstream words;
  for (int i = 0; i < 4; ++i) words << std::hex << random();
  return words.str();
}

// A lease as it is stored; damaged fields have defaults.
struct Stored {
  std::string owner, host;
  std::int64_t process = 0, seconds = 60;
};

Stored stored_in(const Bytes& bytes) {
  const Json json = Json::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}).value_or(Json());
  Stored found;
  if (const Json* const owner = json.find("owner"); owner && owner->is_string())
    found.owner = owner->get<std::string>();
  if (const Json* const host = json.find("host"); host && host->is_string()) found.host = host->get<std::string>();
  if (const Json* const process = json.find("process"); process && process->is_number_integer())
    found.process = process->get<std::int64_t>();
  if (const Json* const seconds = json.find("seconds"); seconds && seconds->is_number_integer())
    found.seconds = seconds->get<std::int64_t>();
  return found;
}

}  // namespace

std::chrono::seconds Lease::lifetime() {
  constexpr int usual = 60;
  const char* const given = std::getenv("PREAMAR_LOCK_SECONDS");
  const int seconds = given ? std::atoi(given) : usual;
  return std::chrono::seconds(seconds > 0 ? seconds : usual);
}

Lease::Lease(const std::filesystem::path& name, const std::filesystem::path& what)
    : name_(name), what_(what), owner_(random_name()), is_shared_(false) {
  create();
  require_conditions();
  begin_renewing();
}

Lease::Lease(const std::filesystem::path& name, const std::filesystem::path& what, const std::string& job, Part part)
    : name_(name), what_(what), owner_(job), is_shared_(true) {
  if (part == Part::task) {
    share();
    is_kept_ = true;
  } else {
    create();
    require_conditions();
    renew_locked();
  }
  begin_renewing();
}

Lease::~Lease() {
  on_stop_.reset();
  ends_.request_stop();
  thread_.join();
  if (is_kept_) return;
  const CleanUpScope scope;
  try {
    renew();
    store_of(name_).remove(name_);
  } catch (...) {
    // It is another run's, or it expires.
  }
}

std::string Lease::content() const {
  const Json json = {
      {"owner", owner_},       {"host", os_host_name()}, {"process", os_process_id()}, {"seconds", lifetime().count()},
      {"renewals", renewals_}, {"made_by", "preamar"}};
  return json.dump() + "\n";
}

void Lease::create() {
  constexpr int most_tries = 3;  // another run may free it, or take it over, at the same moment
  for (int i = 0; i < most_tries; ++i) {
    renewed_ = os_uptime();
    const auto tag = store_of(name_).put_if(name_, text_bytes(content()), "");
    if (tag) tag_ = *tag;
    if (tag || take_over()) return;
  }
  throw Error(ErrorKind::io, text(what_.string(), ": other runs take and free ", name_.string(), "; try again"));
}

// Another task may have renewed it just now.
void Lease::share() {
  const std::chrono::nanoseconds now = os_uptime();
  const auto found = store_of(name_).version(name_);
  if (!found)
    throw Error(ErrorKind::io, text(what_.string(), ": the job has ended: its lock ", name_.string(), " is gone"));
  if (stored_in(found->bytes).owner != owner_) {
    is_lost_ = true;
    fail_lost();
  }
  tag_ = found->tag;
  renewed_ = now - found->age - std::chrono::seconds(1);
  verified_ = now;
  if (found->age * 4 >= lifetime()) renew_locked();
}

// In a store it takes a request, so not before every write.
void Lease::verify() {
  constexpr std::chrono::milliseconds between{200};
  const std::chrono::nanoseconds now = os_uptime();
  if (is_url(name_) && now - verified_ < between) return;
  const auto found = store_of(name_).version(name_);
  if (!found || stored_in(found->bytes).owner != owner_) {
    is_lost_ = true;
    fail_lost();
  }
  verified_ = now;
}

// A store that ignores conditions would give the lock to everybody.
void Lease::require_conditions() const {
  if (store_of(name_).put_if(name_, text_bytes(content()), ""))
    throw Error(ErrorKind::io, text(what_.string(),
                                    ": the store ignores conditions of writes, by which runs lock "
                                    "their outputs; make sure that no other run writes here and give "
                                    "--no-lock"));
}

bool Lease::take_over() {
  const auto found = store_of(name_).version(name_);
  if (!found) return false;
  const Stored other = stored_in(found->bytes);
  if (other.owner == owner_) {  // the answer to the write was lost, or the job is taken up again
    tag_ = found->tag;
    is_kept_ = is_shared_;
    return true;
  }
  if (found->age.count() <= other.seconds)
    throw Error(ErrorKind::io,
                text(what_.string(), ": is being written by another run, of process ", other.process, " on ",
                     other.host.empty() ? "an unknown machine" : other.host, ", which renewed its lock ",
                     found->age.count(), " s ago; if that run was killed, its lock ", name_.string(), " expires in ",
                     other.seconds - found->age.count() + 1, " s"));
  renewed_ = os_uptime();
  const auto tag = store_of(name_).put_if(name_, text_bytes(content()), found->tag);
  if (tag) tag_ = *tag;
  return tag.has_value();
}

void Lease::fail_lost() const {
  if (is_shared_)
    throw Error(ErrorKind::io, text(what_.string(), ": another run has taken over the lock ", name_.string(),
                                    " of this job; nothing more is written; plan the job again"));
  throw Error(ErrorKind::io, text(what_.string(), ": this run was asleep or cut off from the store for longer than ",
                                  lifetime().count(), " s, and another run has taken over its lock ", name_.string(),
                                  "; nothing more is written"));
}

void Lease::renew_locked() {
  if (is_lost_) fail_lost();
  std::chrono::nanoseconds now = os_uptime();
  ++renewals_;
  auto tag = store_of(name_).put_if(name_, text_bytes(content()), tag_);
  if (!tag) {
    const auto found = store_of(name_).version(name_);
    // The answer to the write was lost, or another task of the job was faster.
    if (found && stored_in(found->bytes).owner == owner_) {
      tag = found->tag;
      now = os_uptime() - found->age - std::chrono::seconds(1);
    }
  }
  if (!tag) {
    is_lost_ = true;
    fail_lost();
  }
  tag_ = *tag;
  renewed_ = now;
}

void Lease::renew() {
  const std::lock_guard lock(mutex_);
  renew_locked();
}

void Lease::require() {
  const std::lock_guard lock(mutex_);
  if (is_lost_) fail_lost();
  if (is_shared_) verify();
  // The store counts from when the renewal reached it, which is later.
  if (os_uptime() - renewed_ >= lifetime()) renew_locked();
}

void Lease::begin_renewing() {
  thread_ = std::thread([this] { keep_renewing(); });
  on_stop_.emplace(current_stop().token(), [this] { ends_.request_stop(); });
}

// A renewal holds the mutex, for which threads that write wait: a stop of the run ends it.
void Lease::keep_renewing() {
  const std::stop_token end = ends_.get_token();
  const StopScope scope(end);
  const auto between = std::chrono::duration_cast<std::chrono::milliseconds>(lifetime()) / 4;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait_for(lock, end, between, [&] { return is_lost_; });
    if (is_lost_ || end.stop_requested()) return;
    try {
      renew_locked();
    } catch (...) {
      // require() says so before the next write.
    }
  }
}

}  // namespace preamar::io
