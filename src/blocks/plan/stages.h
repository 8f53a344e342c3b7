// Divides a call into stages: programs that run one after another. What a later stage needs of an earlier one is a
// temporary image or a number.
//
// A step joins the stage of its inputs if it needs no more than the block of an image that is computed there. It begins
// a later stage if it needs the surroundings of the block, or a number that an earlier stage finds. Images that depend
// only on files and on blocks of their own are not kept: every stage that needs them computes them again. An output
// that a later stage needs is read from its file. If a stage does not fit in memory, some of its steps are made to end
// it, and the steps that use their images begin a later stage.
#pragma once

#include "blocks/plan/graph.h"

#include <functional>
#include <set>
#include <string>

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

// Names of steps that end their stage.
using Ends = std::set<std::string, std::less<>>;

[[nodiscard]] Stages stages_of(const Graph& graph, const Ends& ends = {});

// How often each input of the graph is read, by all stages.
[[nodiscard]] std::vector<int> reads_of_inputs(const Stages& stages, const Graph& graph);

// A step of the graph that would divide this stage if it ended it; empty if the stage cannot be divided. Steps that
// need slabs come first, because slabs are the largest blocks.
[[nodiscard]] std::string divider_of(const Graph& graph, const Stage& stage, const Ends& ends);

}  // namespace preamar::blocks
