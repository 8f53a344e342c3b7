#include "writers/verify.h"

#include "writers/targets.h"
#include "writers/wording.h"

#include <llvm/Support/Program.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <ostream>
#include <sstream>

namespace preamar::convert {
namespace {

constexpr int cannot_run = 77;  // exit code of `check` if a target cannot run here

constexpr int was_differing = 1;  // exit code if results differ

struct Outcome {
  int code;            // negative if it was killed
  std::string output;  // of both streams
  std::string fault;   // why it was killed: "Segmentation fault"
};

// Runs a program without a shell; its output goes through the file `log`, which is replaced.
Outcome run(const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& log) {
  std::vector<llvm::StringRef> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::string file = log.string();
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(file),
                                                      llvm::StringRef(file)};
  std::filesystem::remove(log);  // a redirection writes over the beginning of what is there
  std::string error;
  const int code = llvm::sys::ExecuteAndWait(program, words, std::nullopt, redirects, 0, 0, &error);
  std::ostringstream output;
  output << std::ifstream(log).rdbuf();
  return {code, output.str(), error};
}

std::string found(const std::string& program, const std::vector<llvm::StringRef>& folders = {}) {
  const auto path = llvm::sys::findProgramByName(program, folders);
  return path ? *path : "";
}

// In the folders of CUDA's own variables, on the path, or in the default installation.
std::string found_nvcc() {
  if (const char* compiler = std::getenv("CUDACXX")) return compiler;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable))
      if (std::string path = found("nvcc", {std::string(home) + "/bin"}); !path.empty()) return path;
  if (std::string path = found("nvcc"); !path.empty()) return path;
  return found("nvcc", {"/usr/local/cuda/bin"});
}

// Whether CUDA's driver has created a device file.
bool has_gpu() { return std::filesystem::exists("/dev/nvidia0"); }

bool compile_cuda(const Program& program, const std::filesystem::path& folder, std::ostream& report) {
  const std::string nvcc = found_nvcc();
  if (nvcc.empty()) {
    report << "cuda: not compiled: nvcc is neither on PATH nor in CUDA_HOME\n";
    return true;
  }
  const std::string object = (folder / "build" / (program.name + "_cuda.o")).string();
  const Outcome compiled = run(nvcc,
                               {"-std=c++17", "--fmad=false", "-arch=sm_75", "-c",
                                (folder / (program.name + "_cuda.cu")).string(), "-o", object},
                               folder / "build" / "cuda.log");
  if (compiled.code == 0)
    report << "cuda: compiled, not run: no GPU here\n";
  else
    report << compiled.output << "cuda: does not compile\n";
  return compiled.code == 0;
}

// The first error that CMake or a compiler printed, on one line; empty if there is none.
std::string cause_in(const std::string& output) {
  std::istringstream lines(output);
  std::string cause;
  bool is_of_cmake = false;
  for (std::string line; std::getline(lines, line);) {
    if (is_of_cmake) {  // CMake indents its text below its own line
      const std::size_t begin = line.find_first_not_of(' ');
      if (begin == std::string::npos && !cause.empty()) break;
      if (begin != std::string::npos) cause += (cause.empty() ? "" : " ") + line.substr(begin);
    } else if (line.find("CMake Error") != std::string::npos) {
      is_of_cmake = true;
    } else if (line.find("error: ") != std::string::npos) {
      return line;
    }
  }
  return cause;
}

std::string reason_of(const Outcome& done, const std::string& step) {
  if (done.output.find("No installed Preamar was found") != std::string::npos)
    return "the project does not build: no installed Preamar was found. Install it, with\n"
           "  cmake --install BUILD --prefix FOLDER\n"
           "set CMAKE_PREFIX_PATH=FOLDER and convert again; or leave out the target cpp: --target opencl,cuda\n";
  const std::string cause = done.fault.empty() ? cause_in(done.output) : done.fault;
  return "the project cannot be " + step + (cause.empty() ? "" : ": " + cause) + "\n";
}

bool build(const std::string& cmake, const Program& program, const std::vector<Target>& chosen,
           const std::filesystem::path& folder, const Verification& how, std::ostream& report) {
  std::string names, flags;
  for (const Target target : chosen) names += name_of(target) + ";";
  for (const std::string& flag : how.flags) flags += flag + " ";
  const std::filesystem::path build = folder / "build";
  const std::string variable = program_values(program).at("PROGRAM") + "_TARGETS";
  std::vector<std::string> words{"-S", folder.string(), "-B", build.string(), "-D" + variable + "=" + names};
  words.push_back("-DCMAKE_C_FLAGS=" + flags);
  if (!how.prefix.empty()) words.push_back("-DCMAKE_PREFIX_PATH=" + how.prefix);
  if (!found("ninja").empty()) words.insert(words.end(), {"-G", "Ninja"});
  Outcome done = run(cmake, words, build / "configure.log");
  std::string step = "configured";
  if (done.code == 0) {
    done = run(cmake, {"--build", build.string(), "--parallel"}, build / "build.log");
    step = "built";
  }
  if (done.code != 0) report << done.output << reason_of(done, step);
  return done.code == 0;
}

bool check(Target target, const std::filesystem::path& folder, const Verification& how, std::ostream& report) {
  std::vector<std::string> words{"--targets", name_of(target)};
  if (how.is_large) words.push_back("--large");
  if (how.is_timed) words.push_back("--time");
  const Outcome done =
      run((folder / "build" / "check").string(), words, folder / "build" / ("check_" + name_of(target) + ".log"));
  if (done.code != 0 || how.is_timed) report << done.output;
  if (done.code == 0) report << name_of(target) << ": equal to the serial code\n";
  if (done.code == was_differing) report << name_of(target) << ": differs from the serial code\n";
  if (done.code < 0)
    report
        << name_of(target) << ": not compared: the check was ended (" << done.fault
        << "); an index outside an array or a division by zero, perhaps for parameters that were drawn: a constant of "
           "their type in the file is taken instead\n";
  if (done.code > was_differing && done.code != cannot_run) report << name_of(target) << ": not compared\n";
  return done.code == 0 || done.code == cannot_run;
}

}  // namespace

bool verify(const Program& program, const std::vector<Target>& chosen, const std::filesystem::path& folder,
            const Verification& how, std::ostream& report) {
  const std::string cmake = found("cmake");
  if (cmake.empty()) {
    report << "nothing is verified: cmake is not on PATH\n";
    return false;
  }
  std::filesystem::create_directories(folder / "build");
  std::vector<Target> runnable;
  std::ranges::copy_if(chosen, std::back_inserter(runnable),
                       [](Target target) { return target != Target::cuda || has_gpu(); });
  bool holds = build(cmake, program, runnable, folder, how, report);
  if (holds)
    for (const Target target : runnable) holds = check(target, folder, how, report) && holds;
  if (runnable.size() < chosen.size()) holds = compile_cuda(program, folder, report) && holds;
  return holds;
}

}  // namespace preamar::convert
