// The sources of one input, which read several chunks at one time. A source serves one thread at a time: each reader
// takes a free one or opens another.
#pragma once

#include "blocks/workers/io_threads.h"
#include "core/chunk_parts.h"
#include "io/source.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace preamar::blocks {

class SourcePool {
 public:
  explicit SourcePool(const std::function<std::unique_ptr<io::Source>()>& open) : open_(open) {}

  void read(const Box& box, ImageView to, IoThreads& threads) {
    std::unique_ptr<io::Source> first = take();
    const Shape chunk = first->info().chunk;
    set_name(first->file().string());
    give_back(std::move(first));
    const std::vector<Box> parts = chunk_parts(box, chunk);
    threads.each(std::ssize(parts), [&](std::int64_t i) {
      const Box& own = parts[static_cast<std::size_t>(i)];
      std::unique_ptr<io::Source> source = take();
      source->read(own.origin.data(), part(to, within(own, box)));
      give_back(std::move(source));
    });
  }

  // The file's name; empty before the first read.
  [[nodiscard]] std::string name() {
    const std::lock_guard lock(mutex_);
    return name_;
  }

 private:
  void set_name(std::string name) {
    const std::lock_guard lock(mutex_);
    name_ = std::move(name);
  }

  std::unique_ptr<io::Source> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<io::Source> source = std::move(free_.back());
        free_.pop_back();
        return source;
      }
    }
    return open_();
  }

  void give_back(std::unique_ptr<io::Source> source) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(source));
  }

  std::function<std::unique_ptr<io::Source>()> open_;
  std::mutex mutex_;
  std::string name_;
  std::vector<std::unique_ptr<io::Source>> free_;
};

// One per input.
[[nodiscard]] inline std::vector<std::unique_ptr<SourcePool>> source_pools(
    const std::vector<std::function<std::unique_ptr<io::Source>()>>& inputs) {
  std::vector<std::unique_ptr<SourcePool>> pools;
  for (const auto& open : inputs) pools.push_back(std::make_unique<SourcePool>(open));
  return pools;
}

}  // namespace preamar::blocks
