// Plans that somebody else wrote: mutants of real plans, with digests that are right. A task or a cancel of one ends
// well or with an Error; it touches nothing but the outputs of its job and what is next to them.
//
// PREAMAR_SEED           the seed of all mutants; printed
// PREAMAR_FAULT_TRIALS   the share of the mutants that is tried: 1 for all (default: 0.1)
#include "../io/support.h"

#include "core/digest.h"
#include "io/json.h"
#include "tools/images.h"

#include <preamar/job.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace preamar::test {
namespace {

using io::Json;

constexpr int all_mutants = 20000;
constexpr std::chrono::seconds patience(60);

std::string hex_digits(std::uint64_t number) {
  char digits[17] = {};
  std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(number));
  return digits;
}

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const fs::path& file, const std::string& content) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
}

// A plan with the digest that belongs to it. There is no key: anybody can do this.
std::string signed_text(Json plan) {
  plan.erase("digest");
  const std::string words = plan.dump();
  plan["digest"] = hex_digits(digest(std::as_bytes(std::span(words))));
  return plan.dump(1);
}

// Everything below a folder, with its bytes.
std::string state_of(const fs::path& folder) {
  std::vector<std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    all.push_back(entry.path().string() + "\n" + (entry.is_regular_file() ? content_of(entry.path()) : ""));
  std::ranges::sort(all);
  std::string state;
  for (const std::string& each : all) state += each + "\n";
  return state;
}

class HostilePlans : public FileTest {
 protected:
  HostilePlans() {
    const char* const seed = std::getenv("PREAMAR_SEED");
    seed_ = seed ? std::strtoull(seed, nullptr, 10) : std::random_device()();
    random_.seed(seed_);
    fs::create_directories(job());
    write_image(folder_ / "in.ome.zarr", noise(DType::uint8, {64, 64}), {.chunk = {32, 32}});
    write_image(folder_ / "mask.ome.zarr", noise(DType::boolean, {64, 64}), {.chunk = {32, 32}});
    // What nobody may touch: notes, an image, and the work of another run and of another job.
    put(outside() / "thesis.tex", "years of work");
    put(outside() / "thesis.json.1", "years of work");
    put(outside() / "proj.work" / "data", "years of work");
    put(outside() / "x.ome.zarr.work" / "made-by-preamar", "");
    put(outside() / "x.ome.zarr.work" / "partial" / "0" / "c", "chunk");
    put(outside() / "x.ome.zarr.pipeline" / "record" / "identity", "another run");
    put(outside() / "y.ome.zarr.work" / "made-by-preamar", "-0123456789abcdef");
    put(outside() / "y.ome.zarr.work" / "partial-0123456789abcdef" / "c", "chunk");
    write_image(outside() / "z.ome.zarr", noise(DType::uint8, {64, 64}));
    outside_state_ = state_of(outside());
  }

  [[nodiscard]] fs::path job() const { return folder_ / "job"; }
  [[nodiscard]] fs::path outside() const { return folder_ / "outside"; }
  [[nodiscard]] fs::path plan() const { return job() / "plan.json"; }

  static BlockSettings settings(bool lock) {
    BlockSettings settings{.block = {32, 32}};
    settings.write.lock = lock;
    settings.write.chunk = {16, 16};
    settings.write.pyramid = "nearest";
    return settings;
  }

  void plan_operator(const char* name, const std::vector<fs::path>& inputs, const fs::path& output, bool lock) {
    const std::vector<fs::path> outputs = {output};
    BlockSettings with = settings(lock);
    if (!output.string().ends_with(".zarr")) with.write.chunk = {}, with.write.pyramid = "";
    (void)plan_job(operator_named(name), inputs, outputs, {}, with, {.threads = 1}, plan());
  }

  void plan_pipeline(bool lock) {
    const Pipeline pipeline{{{"image", folder_ / "in.ome.zarr", {}}},
                            {{"otsu", "otsu", {"image"}, {}},
                             {"mask", "threshold", {"image"}, {{"value", std::string("otsu.value")}}},
                             {"labels", "label", {"mask"}, {}}},
                            {{"labels", job() / "out.ome.zarr"}}};
    BlockSettings with = settings(lock);
    with.write.pyramid = "";
    (void)plan_job(pipeline, with, {.threads = 1}, plan());
  }

  // Plans of several kinds: passes, merges and a pyramid; rounds of exchange; a table; a pipeline.
  void begin_job(int kind) {
    const bool lock = kind % 2 == 0;
    switch (kind / 2) {
      case 0:
        return plan_operator("label", {folder_ / "mask.ome.zarr"}, job() / "out.ome.zarr", lock);
      case 1:
        return plan_operator("geodesic_distance", {folder_ / "mask.ome.zarr", folder_ / "mask.ome.zarr"},
                             job() / "out.ome.zarr", lock);
      case 2:
        return plan_operator("measure", {folder_ / "in.ome.zarr"}, job() / "out.csv", lock);
      default:
        return plan_pipeline(lock);
    }
  }
  static constexpr int kinds = 8;

  template <class T>
  T chosen(std::span<const T> of) {
    return of[random_() % of.size()];
  }

  Json hostile_number() {
    constexpr std::int64_t numbers[] = {-1,
                                        0,
                                        1,
                                        2,
                                        3,
                                        7,
                                        31,
                                        255,
                                        65537,
                                        INT32_MAX,
                                        INT32_MIN,
                                        UINT32_MAX,
                                        std::int64_t{1} << 32,
                                        std::int64_t{1} << 40,
                                        std::int64_t{1} << 62,
                                        INT64_MAX,
                                        INT64_MAX - 1,
                                        INT64_MIN,
                                        4096,
                                        1 << 20};
    if (random_() % 8 == 0) return 1e308;
    if (random_() % 8 == 0) return UINT64_MAX;
    return chosen<std::int64_t>(numbers);
  }

  Json hostile_word() {
    const std::string words[] = {"",
                                 "..",
                                 "thesis.tex",
                                 (outside() / "thesis.tex").string(),
                                 (outside() / "thesis.json").string(),
                                 (outside() / "proj").string(),
                                 (outside() / "x.ome.zarr").string(),
                                 (outside() / "y.ome.zarr").string(),
                                 (outside() / "z.ome.zarr").string(),
                                 (outside() / "new.ome.zarr").string(),
                                 (job() / ".." / "outside" / "x.ome.zarr").string(),
                                 (job() / "out.ome.zarr" / ".." / ".." / "outside" / "z.ome.zarr").string(),
                                 (folder_ / "in.ome.zarr").string(),
                                 "0123456789abcdef",
                                 "blocks",
                                 "merge",
                                 "split",
                                 "exchange",
                                 "round",
                                 "smaller",
                                 "commit",
                                 "nearest",
                                 "mean",
                                 "label",
                                 "measure",
                                 "gaussian",
                                 "inf",
                                 std::string(5000, 'a'),
                                 std::string("a\0b", 3)};
    return chosen<std::string>(words);
  }

  Json hostile_value() {
    switch (random_() % 8) {
      case 0:
        return nullptr;
      case 1:
        return random_() % 2 == 0;
      case 2:
        return Json::array();
      case 3:
        return Json::array({hostile_number(), hostile_number()});
      case 4:
        return Json::object();
      case 5:
        return hostile_word();
      default:
        return hostile_number();
    }
  }

  // Changes one value somewhere below: mostly for one of the same kind.
  void mutate(Json& value) {
    if (value.is_object() && !value.fields().empty() && random_() % 20 != 0) {
      auto field = value.fields().begin();
      std::advance(field, random_() % value.fields().size());
      const std::string name = field->first;
      if (random_() % 60 == 0) return value.erase(name);
      return mutate(value[name]);
    }
    if (value.is_array() && !value.list().empty() && random_() % 8 != 0) {
      Json::List list = value.list();
      const std::size_t at = random_() % list.size();
      if (random_() % 10 == 0)
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), list[at]);
      else if (random_() % 10 == 0)
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
      else
        mutate(list[at]);
      value = Json(list);
      return;
    }
    if (random_() % 5 == 0)
      value = hostile_value();
    else if (value.is_number())
      value = hostile_number();
    else if (value.is_string())
      value = hostile_word();
    else if (value.is_boolean())
      value = !value.get<bool>();
    else
      value = hostile_value();
  }

  // Does something with the plan that is there. Whatever is not an Error ends the test.
  void use(std::int64_t tasks) {
    const auto begin = std::chrono::steady_clock::now();
    try {
      const JobPlan read = read_plan(plan());
      if (random_() % 3 == 0)
        cancel_job(plan());
      else
        (void)run_task(plan(), static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(tasks + 1)));
      ++ended_well_;
    } catch (const Error&) {
      ++refused_;
    } catch (const std::exception& exception) {
      ADD_FAILURE() << exception.what();
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, patience);
  }

  void restore(const fs::path& pristine) {
    fs::remove_all(job());
    fs::copy(pristine, job(), fs::copy_options::recursive);
  }

  // Returns the number of mutants that it tried.
  int try_mutants(int kind, int count) {
    fs::remove_all(job());
    fs::create_directories(job());
    begin_job(kind);
    const std::string original = content_of(plan());
    const Json parsed = *Json::parse(original);
    const std::int64_t tasks = read_plan(plan()).tasks;
    // Half of the mutants meet a job whose first stage is done.
    for (const JobStage& stage : read_plan(plan()).stages) {
      for (std::int64_t i = 0; i < stage.tasks; ++i) (void)run_task(plan(), stage.first + i);
      if (stage.first + stage.tasks >= tasks / 2) break;
    }
    const fs::path pristine = folder_ / "pristine";
    fs::remove_all(pristine);
    fs::copy(job(), pristine, fs::copy_options::recursive);
    const std::string before = state_of(job());
    for (int i = 0; i < count; ++i) {
      Json mutant = parsed;
      const int changes = random_() % 3 == 0 ? 2 : 1;
      for (int change = 0; change < changes; ++change) mutate(mutant);
      if (!mutant.is_object()) continue;
      std::string words;
      try {
        words = signed_text(mutant);
      } catch (const Error&) {
        continue;  // not UTF-8
      }
      put(plan(), words);
      SCOPED_TRACE("PREAMAR_SEED=" + std::to_string(seed_) + ", kind " + std::to_string(kind) + ":\n" + words);
      use(tasks);
      const bool is_untouched = state_of(outside()) == outside_state_;
      EXPECT_TRUE(is_untouched);
      if (!is_untouched || HasFailure()) return i + 1;
      put(plan(), original);
      if (state_of(job()) != before) restore(pristine);
    }
    return count;
  }

  std::uint64_t seed_ = 0;
  std::mt19937_64 random_;
  std::string outside_state_;
  int ended_well_ = 0, refused_ = 0;
};

TEST_F(HostilePlans, mutants_touch_nothing_outside) {
  const char* const share = std::getenv("PREAMAR_FAULT_TRIALS");
  const int count = std::max(kinds, static_cast<int>(all_mutants * (share ? std::strtod(share, nullptr) : 0.1)));
  int tried = 0;
  for (int kind = 0; kind < kinds && !HasFailure(); ++kind) tried += try_mutants(kind, count / kinds);
  std::cout << "PREAMAR_SEED=" << seed_ << ": " << tried << " mutants, " << ended_well_ << " ended well, " << refused_
            << " refused" << std::endl;
  EXPECT_GT(ended_well_, 0);
}

}  // namespace
}  // namespace preamar::test
