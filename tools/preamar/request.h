// What a command line asks for, after parsing.
#pragma once

#include <preamar/io.h>
#include <preamar/operator.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace preamar::cli {

using Path = std::filesystem::path;

// What a running command prints on standard error.
enum class Verbosity {
  usual,     // a progress bar, if it is a terminal, after two seconds
  progress,  // the same, or lines if it is not a terminal
  quiet,     // nothing, and no summary at the end
};

enum class Report { text, json };

// The options that commands share.
struct Settings {
  std::string device = "cpu";
  int threads = 0;
  std::int64_t memory = 0;
  Verbosity verbosity = Verbosity::usual;
  Report report = Report::text;
  bool overwrite = false;
  bool explain = false;
  bool dry_run = false;
  Shape block;  // of rank 0 where none was given
  bool resume = false;
  ReadOptions read;                    // of every input
  std::vector<ReadOptions> read_each;  // of each input, in place of `read`; empty: all alike
  Path valid;                          // mask of the valid pixels of the inputs; empty: none is given
  Path valid_out;                      // for the valid pixels of the results; empty: it is not written
  WriteOptions write;                  // of every image
};

[[nodiscard]] inline const ReadOptions& reading_of(const Settings& settings, std::size_t input) {
  return settings.read_each.empty() ? settings.read : settings.read_each[input];
}

struct TextRequest {  // help, version
  std::string text;
};

struct OperatorRequest {
  const Operator* op = nullptr;
  std::vector<Path> inputs;  // one each of the operator's; empty where it is optional and not given
  std::vector<Path> outputs;
  Values options;
  Settings settings;
};

struct GenerateRequest {
  std::string instance;
  std::int64_t size = 0;
  std::vector<Path> outputs;
  Settings settings;
};

struct InstancesRequest {  // generate --list
  Settings settings;
};

struct InfoRequest {
  std::vector<Path> files;
  Settings settings;
};

struct DevicesRequest {
  Settings settings;
};

struct BenchRequest {
  std::vector<const Operator*> operators;
  Values options;                      // of the operator, where there is one
  std::vector<std::string> instances;  // empty: all of rank 2 that the operator can take
  std::int64_t size = 0;
  int repeat = 0;
  Settings settings;
};

struct SelftestRequest {
  Settings settings;
};

struct PipelineRequest {  // run
  Path file;
  Settings settings;
};

struct PlanRequest {
  OperatorRequest call;
  PipelineRequest pipeline;  // if its file is not empty
  Path plan;
  [[nodiscard]] const Settings& settings() const { return pipeline.file.empty() ? call.settings : pipeline.settings; }
};

struct TaskRequest {
  Path plan;
  std::int64_t number = 0;
  bool cancels = false;
  Settings settings;
};

struct ManualRequest {
  Path folder;
};

using Request =
    std::variant<TextRequest, OperatorRequest, GenerateRequest, InstancesRequest, InfoRequest, DevicesRequest,
                 BenchRequest, SelftestRequest, PipelineRequest, PlanRequest, TaskRequest, ManualRequest>;

}  // namespace preamar::cli
