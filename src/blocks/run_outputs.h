// The outputs of a run in blocks, and what a later run of the same call can go on with, beside the first of them.
#pragma once

#include "blocks/call.h"
#include "blocks/journal.h"
#include "blocks/store.h"
#include "io/source.h"

#include <memory>
#include <string>
#include <vector>

namespace preamar::blocks {

class RunOutputs {
 public:
  // Goes on with what a run of the same identity left, if the settings say so; else begins anew. Throws Error (io)
  // where another run writes one of the outputs or what has its name may not be replaced; nothing has changed then.
  RunOutputs(const Call& call, const std::string& identity, std::int64_t nodes);
  RunOutputs(const RunOutputs&) = delete;
  RunOutputs& operator=(const RunOutputs&) = delete;
  ~RunOutputs();

  [[nodiscard]] Store& store() { return *store_; }
  [[nodiscard]] Journal& journal() { return *journal_; }
  // Null for an output that an earlier run committed.
  [[nodiscard]] std::vector<Sink*> sinks() const;
  // The run failed: what it has computed stays for a later one, if it is anything.
  void keep();
  // All blocks are written: gives the outputs their names. What was kept to go on with is removed with this object.
  void commit();

 private:
  [[nodiscard]] std::vector<bool> committed() const;
  void open_sinks(const std::vector<bool>& committed);

  const Call& call_;
  std::vector<SharedOutput> outputs_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Store> record_;  // of what is committed; none without outputs
  std::unique_ptr<Journal> journal_;
  std::vector<std::unique_ptr<Sink>> sinks_;
};

}  // namespace preamar::blocks
