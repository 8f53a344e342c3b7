// The outputs of a run, and the folder in which it works: OUTPUT.work of its main output. A run locks all its outputs
// when it begins and holds them until it ends; each gets its name at the end of the stage that writes it.
#pragma once

#include "blocks/plan/plan.h"
#include "blocks/state/object_state.h"
#include "io/source.h"
#include "platform/temporary_folder.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace preamar::blocks {

// Of a process of a job.
struct JobSeat {
  std::uint64_t run;
  io::Lease::Part part;
  Path plan;                          // the first plan of the job, next to which it works if it writes no image
  std::optional<std::size_t> stage;   // which outputs it opens; all if there is none
  bool is_known_to_be_begun = false;  // a task of this process has found the record
  bool clears_up = false;             // the job has ended: outputs that cannot be opened have nothing to remove

  [[nodiscard]] io::JobPart job_part() const;
};

// The identity of a job, which is not that of a run in one process.
[[nodiscard]] std::string identity_of_job(const Plan& plan, const std::vector<io::InputIdentity>& inputs);

// The folders of a job whose first plan is `file`: its records, by which it is found, and its temporary images.
struct JobFolders {
  Path record, images;
};
[[nodiscard]] JobFolders folders_of_job(const Plan& plan, const Path& file, std::uint64_t run);

class RunOutputs {
 public:
  // Resumes a run of the same identity if the settings ask for it and one exists; otherwise starts anew. Throws Error
  // (io), with nothing changed, if another run writes one of the outputs or if an existing file may not be replaced.
  RunOutputs(const Plan& plan, const std::string& identity);
  // The same for a job, which a plan begins; a task finds it, and throws Error (io) if it was not begun there.
  RunOutputs(const Plan& plan, const std::string& identity, const JobSeat& seat);
  RunOutputs(const RunOutputs&) = delete;
  RunOutputs& operator=(const RunOutputs&) = delete;
  // Removes what is not kept, and frees the locks; the main output last, because it has the records.
  ~RunOutputs();

  [[nodiscard]] std::uint64_t run() const { return run_; }
  [[nodiscard]] bool is_resumed() const { return is_resumed_; }
  [[nodiscard]] bool is_job() const { return seat_.has_value(); }
  // Of the run; each is a file or an object.
  [[nodiscard]] State& records() { return *records_; }
  // Where the state of a stage is kept; empty if it is in memory.
  [[nodiscard]] Path state_of(std::size_t stage) const;
  // Temporary images, and files that only this process reads.
  [[nodiscard]] Path images();
  [[nodiscard]] Path local();
  // Called before a part is written: throws Error (io) if the outputs are another run's by now. May be empty.
  [[nodiscard]] std::function<void()> guard() const;
  [[nodiscard]] const io::JobPart* job_part() const { return part_ ? &*part_ : nullptr; }

  // Of an output of the call that is a file.
  [[nodiscard]] const io::SharedOutput& transaction(std::size_t output) const;
  // An image of the run, with the key of its mark.
  struct Marked {
    StateKey key;
    io::SharedOutput transaction;
  };
  [[nodiscard]] Marked marked(std::size_t output) const;
  // Whether the run gave the image its name.
  [[nodiscard]] bool is_committed(const Marked& image);
  [[nodiscard]] bool is_committed(std::size_t output) { return is_committed(marked(output)); }
  // Whether the run completed the image: it has its name, or waits for it.
  [[nodiscard]] bool is_complete(const Marked& image);
  // The images are complete: gives them their names, the last one first, so that no image is without its mask.
  void commit(std::span<const Marked> images);

  // A later process continues: the destructor removes nothing. A task of a job keeps all from the beginning.
  void keep() { is_kept_ = true; }
  // The destructor removes all that the job needed, and frees its locks.
  void end();
  // The same, with what was written of outputs that have no name yet.
  void cancel();

 private:
  struct Output {
    std::size_t index;  // in the call
    io::SharedOutput transaction;
  };
  void open_outputs();
  void begin(const std::string& identity);
  [[nodiscard]] bool is_opened(const GraphOutput& output) const;
  [[nodiscard]] std::uint64_t mark_of(const StateKey& key);
  [[nodiscard]] std::vector<io::SharedOutput> all() const;
  [[nodiscard]] Path temporary();

  const Plan& plan_;
  const std::optional<JobSeat> seat_;
  const std::optional<io::JobPart> part_;
  std::vector<Output> outputs_;
  io::SharedOutput main_;  // null if the run writes no files
  std::unique_ptr<TemporaryFolder> temporary_;
  std::uint64_t run_ = 0;
  std::unique_ptr<State> records_;
  bool is_resumed_ = false, is_kept_ = false;
};

}  // namespace preamar::blocks
