#include "blocks/unfinished.h"

#include "blocks/engine.h"
#include "io/open.h"

namespace preamar::blocks {
namespace {

constexpr const char* all_written = "all-written";

}  // namespace

Unfinished::Unfinished(const Call& call) : call_(call) {
  if (call.outputs.empty()) {
    store_ = memory_store();
    return;
  }
  folder_ = call.outputs[0];
  folder_ += ".work";
  if (!call.settings.resume) forget();
  try {
    store_ = folder_store(folder_, identity_of(call));
    open_sinks();
  } catch (...) {
    if (!call.settings.resume) forget();  // a run that could not begin leaves nothing
    throw;
  }
}

std::vector<Sink*> Unfinished::sinks() const {
  std::vector<Sink*> all;
  for (const auto& sink : sinks_) all.push_back(sink.get());
  return all;
}

void Unfinished::close() {
  store_->put(all_written, {});
  for (const auto& sink : sinks_)
    if (sink) sink->close();
  if (folder_.empty()) return;
  // At once: half of it would look like another call's.
  Path past = folder_;
  past += ".past";
  std::error_code none;
  std::filesystem::remove_all(past, none);
  std::filesystem::rename(folder_, past, none);
  std::filesystem::remove_all(past, none);
}

void Unfinished::forget() const {
  std::error_code none;
  std::filesystem::remove_all(folder_, none);
  for (const Path& file : call_.outputs) std::filesystem::remove_all(partial_path(file), none);
}

// A run that was stopped while it gave its outputs their names had finished some of them.
bool Unfinished::is_finished(const Path& file) const {
  return store_->get(all_written) && std::filesystem::exists(file) && !std::filesystem::exists(partial_path(file));
}

void Unfinished::open_sinks() {
  WriteOptions options = call_.settings.write;
  options.resume = true;
  for (std::size_t i = 0; i < call_.outputs.size(); ++i) {
    const Path& file = call_.outputs[i];
    sinks_.emplace_back();
    if (is_finished(file)) continue;
    // Without what was written, marks of what was written mean nothing.
    if (!std::filesystem::exists(partial_path(file))) store_->drop_all(block_written);
    sinks_.back() = open_sink(file, call_.output_types[i], options);
  }
}

}  // namespace preamar::blocks
