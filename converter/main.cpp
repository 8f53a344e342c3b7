// preamar-convert: turns a serial C pixel function into checked parallel code.
#include "front/front.h"
#include "refusals.h"
#include "words.h"
#include "writers/meaning.h"
#include "writers/verify.h"
#include "writers/writers.h"

#include <llvm/Support/FileSystem.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace preamar::convert {
namespace {

namespace fs = std::filesystem;

// The exit codes of preamar.
constexpr int failed = 1, wrong_call = 2, refused = 3;

struct Request {
  std::string file;
  std::vector<std::string> headers, flags;
  std::vector<Target> wanted{targets.begin(), targets.end()};
  std::string output, name;
  bool is_suggesting = false, is_modernised = false, is_verified = false, is_large = false, is_timed = false,
       may_overwrite = false;
};

std::vector<Target> targets_named(const std::vector<std::string>& words) {
  std::vector<Target> found;
  for (const std::string& word : words) {
    const std::optional<Target> target = named<Target>(target_words, word);
    if (!target) throw CLI::ValidationError("--target is '" + word + "'; it must be cpp, opencl or cuda, with commas");
    found.push_back(*target);
  }
  return found;
}

constexpr const char* epilogue = R"(Examples:
  preamar convert filter.c -o filter --verify
  preamar convert filter.c --target cpp,opencl -o filter -- -Iinclude -DLEVELS=16
  preamar convert --suggest filters.c
  preamar convert old.c --modernise > new.c
Functions of a pixel are marked [[clang::annotate("preamar::map")]], or stencil, reduce, histogram, and functions
with loops over pixels [[clang::annotate("preamar::loop")]];
or by the directives #P2P_FUNC, #N2P_FUNC, #R2S_FUNC, #R2V_FUNC and #STRUCT. See docs/convert.md.)";

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw std::runtime_error(path.string() + " cannot be read");
  return text;
}

// Headers are put before the file, as if it included them; line numbers stay.
Source source_of(const Request& request) {
  Source source{request.file, "", request.flags, true, request.name};
  for (const std::string& header : request.headers) source.text += "#line 1 \"" + header + "\"\n" + read(header) + "\n";
  if (!request.headers.empty()) source.text += "#line 1 \"" + request.file + "\"\n";
  source.text += read(request.file);
  return source;
}

void write_project(const Request& request, const std::vector<File>& files) {
  const fs::path folder = request.output;
  for (const File& file : files)
    if (fs::exists(folder / file.name) && !request.may_overwrite && read(folder / file.name) != file.text)
      throw std::runtime_error((folder / file.name).string() +
                               " is there already and differs; --overwrite replaces it");
  write_files(files, folder);
}

// The prefix of the Preamar installation, if this program is part of one.
std::string prefix() {
  const fs::path program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  const fs::path folder = program.parent_path().parent_path();
  return fs::exists(folder / PACKAGE) ? folder.string() : "";
}

// Reports the tolerance of the check.
void tell_bounds(const Program& program) {
  for (const Kernel& kernel : program.kernels)
    for (const std::string& name : kernel.inexact)
      std::cerr << "note: " << kernel.name << " calls " << name
                << ", whose last bit may differ between devices; the check allows for it\n";
}

int suggest(const Request& request) {
  const Suggestions found = suggest_loops(source_of(request));
  std::cout << found.text;
  if (found.proposed > 0) return 0;
  std::cerr << request.file << ": no function with loops over pixels can be extracted\n";
  return refused;
}

int run(const Request& request) {
  if (request.is_suggesting) return suggest(request);
  const Program program = understand(source_of(request));
  if (request.is_modernised) {
    if (request.output.empty())
      std::cout << program.serial;
    else
      write_files({{fs::path(request.output).filename().string(), program.serial}},
                  fs::absolute(request.output).parent_path());
    return 0;
  }
  for (const ExtractedLoop& one : program.extracted)
    std::cout << one.loop << ": " << one.description << "\n\n" << one.text << "\n";
  for (const Kernel& kernel : program.kernels) std::cout << meaning_of(kernel);
  tell_bounds(program);
  write_project(request, project_files(program, request.wanted));
  std::cout << request.output << ": " << program.kernels.size()
            << (program.kernels.size() == 1 ? " function" : " functions") << "\n";
  if (!request.is_verified) return 0;
  const Verification how{prefix(), request.flags, request.is_large, request.is_timed};
  return verify(program, request.wanted, request.output, how, std::cout) ? 0 : failed;
}

int run_program(int argc, char** argv) {
  // Arguments after -- are for the compiler.
  const auto* const end = argv + argc;
  const auto* const dashes = std::find(argv, argv + argc, std::string("--"));
  Request request;
  if (dashes != end) request.flags.assign(dashes + 1, end);

  CLI::App app("Turns serial C functions of pixels into CUDA, OpenCL and multithreaded C++", "preamar convert");
  app.footer(epilogue);
  app.add_option("FILE", request.file, "a C source with marked functions")->required()->check(CLI::ExistingFile);
  app.add_option("-o,--output", request.output, "the folder of the project; with --modernise, the file");
  std::vector<std::string> wanted;
  app.add_option("--target", wanted, "cpp, opencl, cuda: any of them, with commas; all unless given")
      ->delimiter(',')
      ->option_text("NAME,...");
  app.add_option("--name", request.name, "of the project, its files and its namespace; the file's unless given");
  app.add_option("--header", request.headers, "a header that the file needs and does not include")
      ->check(CLI::ExistingFile);
  app.add_flag("--verify", request.is_verified,
               "build the project, and compare its results with the serial original's");
  app.add_flag("--large", request.is_large, "with --verify: also images of 4K and 8K");
  app.add_flag("--time", request.is_timed, "with --verify: also how long the serial original and each target take");
  app.add_flag("--modernise", request.is_modernised,
               "write the source with attributes instead of directives, and stop");
  app.add_flag("--suggest", request.is_suggesting,
               "show the functions whose loops over pixels can be converted, and stop");
  app.add_flag("--overwrite", request.may_overwrite, "replace files of the folder that differ");
  try {
    app.parse(static_cast<int>(dashes - argv), argv);
    if (request.output.empty() && !request.is_modernised && !request.is_suggesting)
      throw CLI::RequiredError("--output");
    if (!wanted.empty()) request.wanted = targets_named(wanted);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : wrong_call;
  }
  return run(request);
}

}  // namespace
}  // namespace preamar::convert

int main(int argc, char** argv) {
  using namespace preamar::convert;
  try {
    return run_program(argc, argv);
  } catch (const Refused& error) {
    std::cerr << error.what();
    return refused;
  } catch (const std::exception& error) {
    std::cerr << "preamar convert: " << error.what() << "\n";
    return failed;
  }
}
