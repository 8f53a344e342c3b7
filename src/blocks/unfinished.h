// The outputs of a call while they are written, and what it has worked out so far, beside the first of them.
#pragma once

#include "blocks/call.h"
#include "blocks/store.h"
#include "io/source.h"

#include <memory>
#include <vector>

namespace preamar::blocks {

class Unfinished {
 public:
  // Goes on with what a run of the same call left, if the settings say so; else begins anew.
  explicit Unfinished(const Call& call);

  [[nodiscard]] Store& store() { return *store_; }
  // Null for an output that was finished already.
  [[nodiscard]] std::vector<Sink*> sinks() const;
  // All blocks are written: gives the outputs their names and removes what was kept to go on with.
  void close();

 private:
  void forget() const;
  [[nodiscard]] bool is_finished(const Path& file) const;
  void open_sinks();

  const Call& call_;
  Path folder_;
  std::unique_ptr<Store> store_;
  std::vector<std::unique_ptr<Sink>> sinks_;
};

}  // namespace preamar::blocks
