// Divides a pipeline into stages: programs that run one after another. What a later stage needs of an earlier one is a
// temporary image or a number.
//
// A step joins the stage of its inputs if it needs no more than the block of an image that is computed there. It begins
// a later stage if it needs the surroundings of the block, or a number that an earlier stage finds. Images that depend
// only on files and on blocks of their own are not kept: every stage that needs them computes them again. An output
// that a later stage needs is read from its file. If a stage does not fit in memory, some of its steps are made to end
// it, and the steps that use their images begin a later stage.
#pragma once

#include "blocks/pipeline/graph.h"

#include <optional>
#include <set>

namespace preamar::blocks {

struct Stage {
  Program program;
  std::vector<std::size_t> steps;  // of the graph, per step of the program
  std::vector<Operand> inputs;     // of the graph, per input of the program: files or temporary images
  std::vector<Operand> outputs;    // of the graph, per output of the program
};

struct Stages {
  std::vector<Stage> list;
  std::vector<Operand> temporary;  // images that a stage writes only for later ones
};

// The steps in `ends` end their stage.
[[nodiscard]] Stages stages_of(const Graph& graph, const std::set<std::size_t>& ends = {});

// A step of the graph that would divide this stage if it ended it; nothing if the stage cannot be divided. Steps that
// need slabs come first, because slabs are the largest blocks.
[[nodiscard]] std::optional<std::size_t> divider_of(const Graph& graph, const Stage& stage,
                                                    const std::set<std::size_t>& ends);

}  // namespace preamar::blocks
