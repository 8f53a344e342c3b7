// check [--targets cpp,opencl] [--small] [--large] [--time] [--seed N]: compares each target's
// version of each function of histogram.c with the serial code. Exits with 1 if results differ, and
// prints the first pixel that does; with 77 if a requested target cannot run here.
#include "check.h"

#ifdef WITH_OPENCL
#include "opencl_device.h"
#endif
#ifdef WITH_CUDA
#include "cuda_device.h"
#endif

#include "histogram_serial.h"
#ifdef WITH_CPP
#include "histogram_cpp.h"
#endif
#ifdef WITH_OPENCL
#include "histogram_opencl.h"
#endif
#ifdef WITH_CUDA
#include "histogram_cuda.h"
#endif

namespace histogram_converted {

namespace {

bool is_wanted(const check::Options& options, const char* target) {
  return std::find(options.targets.begin(), options.targets.end(), target) != options.targets.end();
}

bool check_r2vProcessor(const check::Options& options) {
  const auto draw = [](check::Random&) { return std::string(); };
  using Comparison = check::Comparison<int, unsigned char>;
  Comparison comparison("r2vProcessor", Comparison::Kind::counters, 256, false, 2);
  comparison.add("serial", [&](const unsigned char* image, int* result, const check::Size& size,
                               const check::Strides&) {
    histogram_serial_r2vProcessor(image, size.height, size.width, result, 256);
  });
#ifdef WITH_CPP
  if (is_wanted(options, "cpp"))
    comparison.add("cpp", [&](const unsigned char* image, int* result, const check::Size& size,
                              const check::Strides& strides) {
      const cpp::Layout layout{strides.image};
      const std::vector<int> counts =
          cpp::R2vProcessor().process(image, size.height, size.width, 256, layout);
      std::copy(counts.begin(), counts.end(), result);
    });
#endif
#ifdef WITH_OPENCL
  if (is_wanted(options, "opencl"))
    comparison.add("opencl", [&](const unsigned char* image, int* result, const check::Size& size,
                                 const check::Strides& strides) {
      const opencl::Layout layout{strides.image};
      const std::vector<int> counts =
          opencl::R2vProcessor().process(image, size.height, size.width, 256, layout);
      std::copy(counts.begin(), counts.end(), result);
    });
#endif
#ifdef WITH_CUDA
  if (is_wanted(options, "cuda"))
    comparison.add("cuda", [&](const unsigned char* image, int* result, const check::Size& size,
                               const check::Strides& strides) {
      const cuda::Layout layout{strides.image};
      const std::vector<int> counts =
          cuda::R2vProcessor().process(image, size.height, size.width, 256, layout);
      std::copy(counts.begin(), counts.end(), result);
    });
#endif

  if (!comparison.holds(options, draw)) return false;
  if (options.is_timed) comparison.time(options);
  return true;
}

// Empty if the target can run here, otherwise the reason why not.
std::string obstacle(const std::string& target) {
#ifdef WITH_CPP
  if (target == "cpp") return "";
#endif
#ifdef WITH_OPENCL
  if (target == "opencl")
    return histogram_converted::opencl::is_available() ? ""
                                                       : "compiled, not run: no OpenCL device here";
#endif
#ifdef WITH_CUDA
  if (target == "cuda")
    return histogram_converted::cuda::is_available() ? "" : "compiled, not run: no GPU here";
#endif
  return "not built: what it needs is not here";
}

check::Options read_options(int count, char** words) {
  check::Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--small") {
      options.is_small = true;
    } else if (word == "--large") {
      options.is_large = true;
    } else if (word == "--time") {
      options.is_timed = true;
    } else if (word == "--seed" && i + 1 < count) {
      options.seed = std::stoull(words[++i]);
    } else if (word == "--targets" && i + 1 < count) {
      std::istringstream list(words[++i]);
      for (std::string target; std::getline(list, target, ',');) options.targets.push_back(target);
    } else {
      throw std::invalid_argument(
          "'" + word + "' is unknown; there are --targets, --small, --large, --time and --seed");
    }
  }
  return options;
}

}  // namespace
}  // namespace histogram_converted

int main(int count, char** words) try {
  using namespace histogram_converted;
  check::Options options = read_options(count, words);
  const bool is_asked_for = !options.targets.empty();
  if (!is_asked_for) options.targets = {"cpp", "opencl", "cuda"};
  bool can_run = true;
  std::erase_if(options.targets, [&](const std::string& target) {
    const std::string why = obstacle(target);
    if (!why.empty()) std::printf("%s: %s\n", target.c_str(), why.c_str());
    can_run = can_run && why.empty();
    return !why.empty();
  });
  if (is_asked_for && !can_run) return 77;
  std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
  bool holds = true;
  holds = check_r2vProcessor(options) && holds;

  return holds ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "check: %s\n", error.what());
  return 2;
}
