#include "refusals.h"

#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <tuple>

namespace preamar::convert {
namespace {

std::string all_texts(const std::vector<Refusal>& refusals) {
  std::string all;
  for (const Refusal& refusal : refusals) all += refusal.text();
  return all;
}

}  // namespace

std::string Refusal::text() const {
  std::string all = file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": error: " + what + "\n";
  if (!instead.empty()) all += "    instead: " + instead + "\n";
  return all;
}

void Refusals::add(clang::SourceLocation at, std::string what, std::string instead) {
  const clang::PresumedLoc place = sources_.getPresumedLoc(sources_.getExpansionLoc(at));
  if (place.isInvalid()) return all_.push_back({"", 0, 0, std::move(what), std::move(instead)});
  all_.push_back({place.getFilename(), place.getLine(), place.getColumn(), std::move(what), std::move(instead)});
}

std::vector<Refusal> Refusals::take() {
  const auto key = [](const Refusal& r) { return std::tie(r.file, r.line, r.column, r.what); };
  std::ranges::stable_sort(all_, {}, key);
  const auto rest = std::ranges::unique(all_, {}, key);
  all_.erase(rest.begin(), rest.end());
  return std::move(all_);
}

Refused::Refused(std::vector<Refusal> refusals)
    : std::runtime_error(all_texts(refusals)), refusals_(std::move(refusals)) {}

}  // namespace preamar::convert
