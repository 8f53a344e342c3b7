// A lock between machines: an object in the store, which its owner renews. It expires if it is not renewed, and then
// another run may take it over, by a write that succeeds for one of them. The lease of a job is shared by its tasks:
// each of them renews it while it works, and the last one removes it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace preamar::io {

class Lease {
 public:
  // Creates the object `name`, or takes it over if it has expired by the clock of the store. Messages name `what`, the
  // output that the lease protects. Throws Error (io) if another run holds it, and names that run; also if the store
  // has no conditional writes.
  Lease(const std::filesystem::path& name, const std::filesystem::path& what);
  // The lease of a job: the plan begins it, or takes it up again; a task shares it and throws Error (io) if the job
  // does not have it. It stays when this object is gone, until release(); a new one only after keep().
  enum class Part { begin, task };
  Lease(const std::filesystem::path& name, const std::filesystem::path& what, const std::string& job, Part part);
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  // Removes the object if it is still this run's; that of a job only after release(). Whatever the store throws, the
  // lease expires.
  ~Lease();

  // Call this right before each write: throws Error (io) if another run may have taken over. Another process may have
  // released the lease of a job: it is read again.
  void require();
  // Renews at once, so that the lease is this run's by the word of the store. Throws as require().
  void renew();

  // The destructor removes the object, or does not.
  void release() { is_kept_ = false; }
  void keep() { is_kept_ = true; }

  // Seconds after which a lease that is not renewed expires: those of the environment variable PREAMAR_LOCK_SECONDS, or
  // 60.
  [[nodiscard]] static std::chrono::seconds lifetime();

 private:
  void create();
  void share();
  void verify();
  void require_conditions() const;
  [[nodiscard]] bool take_over();
  void renew_locked();
  void begin_renewing();
  void keep_renewing();
  [[nodiscard]] std::string content() const;
  [[noreturn]] void fail_lost() const;

  const std::filesystem::path name_, what_;
  const std::string owner_;  // random, or the job
  const bool is_shared_;     // with other processes
  bool is_kept_ = false;
  std::stop_source ends_;  // the renewals, also one that waits for the store
  std::mutex mutex_;       // guards all below
  std::condition_variable_any changed_;
  std::string tag_;                      // ETag of the last renewal
  std::chrono::nanoseconds renewed_{};   // os_uptime() when the last renewal was sent
  std::chrono::nanoseconds verified_{};  // os_uptime() when a shared lease was read last
  std::int64_t renewals_ = 0;
  bool is_lost_ = false;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;  // of the run
  std::thread thread_;
};

}  // namespace preamar::io
