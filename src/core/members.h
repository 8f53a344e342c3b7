// The options of calls, member by member, with the names that they have in plans of jobs, in files of pipelines and in
// Python. Whatever reads, writes or compares options does it through this list. A new member does not compile until it
// stands here.
#pragma once

#include <preamar/pipeline.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace preamar {

struct Member {
  std::string_view name;
  bool changes_bytes = true;  // of the outputs
  bool is_given = true;       // by the user; otherwise a call finds it itself
  // Of integers.
  std::int64_t least = 0, most = std::numeric_limits<std::int64_t>::max();
};

template <class T, class Options>
concept Either = std::same_as<std::remove_const_t<T>, Options>;

// Each calls visit(member, value) for the members of a struct, which may be const.
template <Either<ReadOptions> T, class Visit>
void for_each_member(T& options, const Visit& visit) {
  auto& [level, select, channel, stains, channel_range, ignore_metadata, nodata, channel_if_colour, mask] = options;
  visit(Member{.name = "level", .most = 63}, level);
  visit(Member{"select"}, select);
  visit(Member{"channel"}, channel);
  visit(Member{"stains"}, stains);
  visit(Member{"channel_range"}, channel_range);
  visit(Member{"ignore_metadata"}, ignore_metadata);
  visit(Member{"nodata"}, nodata);
  visit(Member{.name = "channel_if_colour", .is_given = false}, channel_if_colour);
  visit(Member{"mask"}, mask);
}

template <Either<OutlineOptions> T, class Visit>
void for_each_member(T& options, const Visit& visit) {
  auto& [image_name, object_type, classification, measurements, scale] = options;
  visit(Member{"image_name"}, image_name);
  visit(Member{"object_type"}, object_type);
  visit(Member{"classification"}, classification);
  visit(Member{"measurements"}, measurements);
  visit(Member{.name = "scale", .is_given = false}, scale);
}

// Without what a call finds itself: metadata, an output that was begun, and whether it has a mask.
template <Either<WriteOptions> T, class Visit>
void for_each_member(T& options, const Visit& visit) {
  auto& [compression, tile, overwrite, metadata, strict, chunk, shard, pyramid, cog, lock, outlines, begun, has_mask] =
      options;
  visit(Member{"compression"}, compression);
  visit(Member{"tile"}, tile);
  visit(Member{.name = "overwrite", .changes_bytes = false}, overwrite);
  visit(Member{.name = "strict", .changes_bytes = false}, strict);
  visit(Member{"chunk"}, chunk);
  visit(Member{"shard"}, shard);
  visit(Member{"pyramid"}, pyramid);
  visit(Member{"cog"}, cog);
  visit(Member{.name = "lock", .changes_bytes = false}, lock);
  visit(Member{"outlines"}, outlines);
}

// Without what concerns one process: whether it resumes a run, who receives its phases, and the valid pixels.
template <Either<BlockSettings> T, class Visit>
void for_each_member(T& settings, const Visit& visit) {
  auto& [memory, block, resume, read, read_each, valid, valid_out, write, phase] = settings;
  visit(Member{.name = "memory", .changes_bytes = false}, memory);
  visit(Member{.name = "block", .changes_bytes = false}, block);
  visit(Member{"read"}, read);
  visit(Member{"read_each"}, read_each);
  visit(Member{"write"}, write);
}

template <Either<PipelineInput> T, class Visit>
void for_each_member(T& input, const Visit& visit) {
  auto& [name, file, read, valid] = input;
  visit(Member{"name"}, name);
  visit(Member{"file"}, file);
  visit(Member{"read"}, read);
  visit(Member{"valid"}, valid);
}

template <Either<PipelineStep> T, class Visit>
void for_each_member(T& step, const Visit& visit) {
  auto& [name, op, inputs, options] = step;
  visit(Member{"name"}, name);
  visit(Member{"operator"}, op);
  visit(Member{"inputs"}, inputs);
  visit(Member{"options"}, options);
}

template <Either<PipelineOutput> T, class Visit>
void for_each_member(T& output, const Visit& visit) {
  auto& [result, file, outlines] = output;
  visit(Member{"result"}, result);
  visit(Member{"file"}, file);
  visit(Member{"outlines"}, outlines);
}

template <Either<Pipeline> T, class Visit>
void for_each_member(T& pipeline, const Visit& visit) {
  auto& [inputs, steps, outputs] = pipeline;
  visit(Member{"inputs"}, inputs);
  visit(Member{"steps"}, steps);
  visit(Member{"outputs"}, outputs);
}

// A struct of options, of which for_each_member() knows the members.
template <class T>
concept OptionStruct =
    Either<T, ReadOptions> || Either<T, OutlineOptions> || Either<T, WriteOptions> || Either<T, BlockSettings> ||
    Either<T, PipelineInput> || Either<T, PipelineStep> || Either<T, PipelineOutput> || Either<T, Pipeline>;

}  // namespace preamar
