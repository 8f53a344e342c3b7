// A pipeline with its stages, the files of its images, and a request for each stage. Numbers that stages find are
// options of later ones, so the layout is renewed after each stage.
#pragma once

#include "blocks/pipeline/stage_record.h"
#include "blocks/pipeline/stages.h"
#include "blocks/request.h"
#include "blocks/summary/table_output.h"

#include <preamar/pipeline.h>

#include <set>
#include <string>
#include <vector>

namespace preamar::blocks {

class PipelineLayout {
 public:
  // Divides the pipeline until each stage fits in the memory. Throws as plan_pipeline(). The arguments must outlive it.
  // `is_job`: see Request.
  PipelineLayout(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on, bool is_job = false);

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] const Stages& stages() const { return stages_; }
  [[nodiscard]] const std::vector<StageRecord>& done() const { return done_; }
  // The folder of temporary images.
  void set_folder(const Path& folder) { folder_ = folder; }
  // The stage after the last one that is done has found this.
  void add_done(StageRecord record);

  // The file of an image: an input, an output, or a temporary image.
  [[nodiscard]] Path file_of(const Operand& image) const;
  [[nodiscard]] ReadOptions read_options(const Operand& image) const;
  [[nodiscard]] Request request_for(const Stage& stage) const;

  [[nodiscard]] std::vector<io::InputIdentity> identities() const;
  // Everything that determines the bytes of the outputs.
  [[nodiscard]] std::string identity(const std::vector<io::InputIdentity>& inputs) const;
  // The same for the state of a stage.
  [[nodiscard]] std::string identity_of_stage(const std::vector<io::InputIdentity>& inputs, std::size_t stage,
                                              const Request& request) const;
  // Throws Error (io) if an output exists and may not be replaced.
  void require_replaceable() const;
  // A table that a stage writes to a file.
  struct StageTable {
    std::size_t step;  // of the stage's program
    const GraphOutput* output;
  };
  // In an order in which each comes after the one that has its measurements.
  [[nodiscard]] std::vector<StageTable> tables_of(const Stage& stage) const;
  // Outlines have the grid of the first input.
  [[nodiscard]] TableOutput table_output(const GraphOutput& output, const WriteOptions& write) const;
  // Opens each input of a stage.
  [[nodiscard]] std::vector<std::function<std::unique_ptr<io::Source>()>> openers(const Stage& stage) const;

 private:
  void renew();
  void divide();

  const Pipeline& pipeline_;
  const BlockSettings& settings_;
  const Execution& on_;
  const bool is_job_;
  Path folder_;
  std::vector<FileInfo> infos_;
  FoundNumbers numbers_;
  std::set<std::size_t> ends_;     // steps that end their stage
  std::vector<StageRecord> done_;  // per stage so far
  Graph graph_;
  Stages stages_;
};

}  // namespace preamar::blocks
