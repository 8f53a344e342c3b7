#include "blocks/outputs/run_outputs.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/stop_scope.h"
#include "core/url.h"
#include "io/open.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

using Kind = GraphOutput::Kind;
using Leftovers = OutputTransaction::Leftovers;

// Of a folder that holds nothing but the work of a job.
constexpr io::FolderRules no_rules{[](const Path&) {}, [](const Path&) { return false; }, [](const Path&, bool) {}};

// The work of a job that writes no image is next to its plan.
io::SharedOutput beside_plan(const Path& plan, const WriteOptions& write, const io::JobPart* part) {
  return is_url(plan) ? io::store_transaction(plan, write, &no_rules, part)
                      : io::file_transaction(plan, write, nullptr, part);
}

// The first image of a call that is a file; null if it writes none.
const GraphOutput* first_image(const Plan& plan) {
  for (const GraphOutput& output : plan.graph().outputs)
    if (output.kind == Kind::blockwise && file_of(plan.call().outputs[output.index].to)) return &output;
  return nullptr;
}

}  // namespace

io::JobPart JobSeat::job_part() const { return {hex(run), part}; }

std::string identity_of_job(const Plan& plan, const std::vector<io::InputIdentity>& inputs) {
  // Tasks of another plan would write other chunks under the same names.
  return text("job\n", plan.settings().block.text(), "\n", layout_text(plan.stage(0)), plan.identity(inputs));
}

JobFolders folders_of_job(const Plan& plan, const Path& file, std::uint64_t run) {
  const GraphOutput* const image = first_image(plan);
  const Path main = image ? *file_of(plan.call().outputs[image->index].to) : file;
  const Path target = is_url(main) ? io::store_target(main) : io::file_target(main);
  const io::JobPart part{hex(run), io::Lease::Part::begin};
  return {io::record_of(target), io::images_of(target, io::suffix_of(&part))};
}

RunOutputs::RunOutputs(const Plan& plan, const std::string& identity) : plan_(plan) {
  open_outputs();
  begin(identity);
}

RunOutputs::RunOutputs(const Plan& plan, const std::string& identity, const JobSeat& seat)
    : plan_(plan), seat_(seat), part_(seat.job_part()), run_(seat.run), is_kept_(seat.part == io::Lease::Part::task) {
  open_outputs();
  begin(identity);
}

bool RunOutputs::is_opened(const GraphOutput& output) const {
  if (!seat_ || !seat_->stage) return true;
  const Stage& stage = plan_.stages().list[*seat_->stage];
  return output.kind == Kind::blockwise ? std::ranges::count(stage.outputs, output.image) > 0
                                        : std::ranges::count(stage.steps, output.image.at()) > 0;
}

// The main output is the first image, otherwise what is next to the plan of a job, otherwise the first table.
void RunOutputs::open_outputs() {
  const WriteOptions& write = plan_.settings().write;
  const GraphOutput* const image = first_image(plan_);
  for (const GraphOutput& output : plan_.graph().outputs) {
    const Path* const file = file_of(plan_.call().outputs[output.index].to);
    if (!file || !(&output == image || is_opened(output))) continue;
    try {
      outputs_.push_back({output.index, io::output_at(*file, write, job_part())});
    } catch (const Error&) {
      if (!seat_ || !seat_->clears_up) throw;
      continue;
    }
    if (&output == image) main_ = outputs_.back().transaction;
  }
  if (!image && seat_) main_ = beside_plan(seat_->plan, write, job_part());
  if (!main_ && !outputs_.empty()) main_ = outputs_.front().transaction;
}

std::vector<io::SharedOutput> RunOutputs::all() const {
  std::vector<io::SharedOutput> all;
  for (const Output& output : outputs_)
    if (output.transaction != main_) all.push_back(output.transaction);
  if (main_) all.push_back(main_);
  return all;
}

void RunOutputs::begin(const std::string& identity) {
  if (!main_) {
    run_ = random_run();
    records_ = memory_state();
    return;
  }
  const bool is_task = seat_ && seat_->part == io::Lease::Part::task;
  if (is_task)
    for (const io::SharedOutput& output : all()) output->hold(true);
  const Path record = main_->record();
  const bool may_resume = plan_.settings().resume || seat_;
  const auto found = may_resume && !(seat_ && seat_->is_known_to_be_begun) ? find_run(record, identity) : std::nullopt;
  is_resumed_ = seat_ ? seat_->is_known_to_be_begun || found == run_ : found.has_value();
  if (is_task && !is_resumed_)
    throw Error(ErrorKind::io, text(seat_->plan.string(), ": the job of this plan was not begun here, or has ended: ",
                                    record.string(), " is not its record; plan the job again"));
  if (!seat_) run_ = found ? *found : random_run();
  records_ = std::make_unique<ObjectState>(record, run_, guard());
  std::vector<io::SharedOutput> committed;
  for (const Output& output : outputs_)
    if (!is_task && is_resumed_ && is_committed(output.index))
      committed.push_back(output.transaction);
    else if (!is_task)
      output.transaction->require_replaceable();
  for (const io::SharedOutput& output : all()) {
    if (is_resumed_ && !is_task) output->keep();
    output->open(is_resumed_ ? Leftovers::keep : Leftovers::remove);
  }
  for (const io::SharedOutput& output : committed) output->confirm();
  if (!is_resumed_) begin_run(record, identity, run_, guard());
}

// The main output is the last: it has the records of all.
RunOutputs::~RunOutputs() {
  const CleanUpScope scope;
  records_.reset();
  for (const io::SharedOutput& output : all()) {
    if (is_kept_) output->keep();
    output->hold(is_kept_);
    output->end();
  }
}

void RunOutputs::end() {
  is_kept_ = false;
  for (const io::SharedOutput& output : all()) output->confirm();
}

void RunOutputs::cancel() {
  is_kept_ = false;
  for (const Output& output : outputs_)
    if (is_committed(output.index)) output.transaction->confirm();
}

void RunOutputs::commit(std::span<const Marked> images) {
  for (const auto& [key, transaction] : images) {
    ByteWriter mark;
    mark.put(transaction->partial_mark());
    records_->put(key, mark.take());
  }
  for (auto image = images.rbegin(); image != images.rend(); ++image) image->transaction->commit();
}

Path RunOutputs::temporary() {
  if (!temporary_) temporary_ = std::make_unique<TemporaryFolder>();
  return temporary_->path();
}

Path RunOutputs::state_of(std::size_t stage) const { return main_ ? main_->state() / text(stage) : Path(); }

Path RunOutputs::images() { return main_ ? main_->images() : temporary(); }

Path RunOutputs::local() { return main_ && !is_url(main_->target()) ? main_->images() : temporary(); }

std::function<void()> RunOutputs::guard() const { return main_ ? main_->write_guard() : std::function<void()>(); }

const io::SharedOutput& RunOutputs::transaction(std::size_t output) const {
  return std::ranges::find(outputs_, output, &Output::index)->transaction;
}

RunOutputs::Marked RunOutputs::marked(std::size_t output) const {
  return {{StateKind::commit, output}, transaction(output)};
}

std::uint64_t RunOutputs::mark_of(const StateKey& key) {
  const auto bytes = records_->get(key);
  return bytes && bytes->size() == sizeof(std::uint64_t) ? ByteReader(*bytes).get<std::uint64_t>() : 0;
}

bool RunOutputs::is_committed(const Marked& image) {
  const std::uint64_t mark = mark_of(image.key);
  return mark != 0 && mark == image.transaction->target_mark();
}

bool RunOutputs::is_complete(const Marked& image) {
  const std::uint64_t mark = mark_of(image.key);
  return mark != 0 && (mark == image.transaction->target_mark() || mark == image.transaction->partial_mark());
}

}  // namespace preamar::blocks
