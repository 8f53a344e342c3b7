#include "checks/reserved.h"

#include "mathematics.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSet.h>

namespace preamar::convert {
namespace {

const llvm::StringSet<>& words_of_cpp() {
  static const llvm::StringSet<> words{
      "alignas",      "alignof",       "and",         "and_eq",    "asm",      "bitand",
      "bitor",        "catch",         "char16_t",    "char32_t",  "char8_t",  "class",
      "co_await",     "co_return",     "co_yield",    "compl",     "concept",  "const_cast",
      "consteval",    "constexpr",     "constinit",   "decltype",  "delete",   "dynamic_cast",
      "explicit",     "export",        "false",       "friend",    "mutable",  "namespace",
      "new",          "noexcept",      "not",         "not_eq",    "nullptr",  "operator",
      "or",           "or_eq",         "private",     "protected", "public",   "reinterpret_cast",
      "requires",     "static_assert", "static_cast", "std",       "template", "this",
      "thread_local", "throw",         "true",        "try",       "typeid",   "typename",
      "using",        "virtual",       "wchar_t",     "xor",       "xor_eq"};
  return words;
}

const llvm::StringSet<>& words_of_opencl() {
  static const llvm::StringSet<> words{"complex",
                                       "constant",
                                       "event_t",
                                       "generic",
                                       "global",
                                       "half",
                                       "imaginary",
                                       "image1d_t",
                                       "image1d_array_t",
                                       "image1d_buffer_t",
                                       "image2d_t",
                                       "image2d_array_t",
                                       "image2d_depth_t",
                                       "image3d_t",
                                       "intptr_t",
                                       "kernel",
                                       "local",
                                       "ndrange_t",
                                       "pipe",
                                       "ptrdiff_t",
                                       "quad",
                                       "queue_t",
                                       "read_only",
                                       "read_write",
                                       "reserve_id_t",
                                       "sampler_t",
                                       "size_t",
                                       "uchar",
                                       "uint",
                                       "uintptr_t",
                                       "ulong",
                                       "uniform",
                                       "ushort",
                                       "vec_step",
                                       "write_only"};
  return words;
}

const llvm::StringSet<>& words_of_cuda() {
  static const llvm::StringSet<> words{"blockDim", "blockIdx", "clock", "dim3", "gridDim", "threadIdx", "warpSize"};
  return words;
}

const llvm::StringSet<>& words_of_result() {
  static const llvm::StringSet<> words{"BINS", "GLOBAL_BINS", "Window", "add_to_bin", "add_to_counter", "cpp",
                                       "cuda", "group_items", "opencl", "preamar",    "tile_columns",   "tile_rows"};
  return words;
}

// Variables of the loops and kernels around a function; they would hide one of the same name.
const llvm::StringSet<>& variables_of_result() {
  static const llvm::StringSet<> words{"bins",   "c",      "column",     "copies",  "counts",      "group_count",
                                       "groups", "height", "i",          "image",   "item",        "mine",
                                       "own",    "r",      "parameters", "partial", "pixel_count", "how_many",
                                       "result", "row",    "so_far",     "tile",    "width",       "window",
                                       "x",      "y"};
  return words;
}

// Except those of math.h.
const llvm::StringSet<>& functions_of_devices() {
  static const llvm::StringSet<> words{
      "abs_diff",  "acospi",     "add_sat",   "all",      "any",         "asinpi",    "atan2pi",     "atanpi",
      "atomicAdd", "atomicMax",  "atomicMin", "barrier",  "bit_reverse", "bitselect", "clamp",       "clz",
      "cospi",     "cross",      "ctz",       "degrees",  "distance",    "dot",       "dot_acc_sat", "exp10",
      "fract",     "frexp",      "get_fence", "hadd",     "ilogb",       "isequal",   "isfinite",    "isgreater",
      "isinf",     "isless",     "isnan",     "isnormal", "isnotequal",  "isordered", "ldexp",       "length",
      "lgamma",    "lgamma_r",   "logb",      "mad",      "mad24",       "mad_hi",    "mad_sat",     "max",
      "maxmag",    "mem_fence",  "min",       "minmag",   "mix",         "modf",      "mul24",       "mul_hi",
      "nan",       "nextafter",  "normalize", "popcount", "pown",        "powr",      "prefetch",    "printf",
      "radians",   "remainder",  "remquo",    "rhadd",    "rootn",       "rotate",    "rsqrt",       "rsqrtf",
      "saturate",  "select",     "shuffle",   "shuffle2", "sign",        "signbit",   "sincos",      "sincosf",
      "sinpi",     "smoothstep", "step",      "sub_sat",  "tanpi",       "tgamma",    "upsample"};
  return words;
}

// `float4`, `uchar16`: a type of OpenCL C or CUDA followed by a number of elements.
bool is_vector(llvm::StringRef name) {
  static const llvm::StringSet<> elements{"bool", "char",  "uchar", "short", "ushort", "int",      "uint",
                                          "long", "ulong", "float", "half",  "double", "longlong", "ulonglong"};
  for (const llvm::StringRef count : {"16", "1", "2", "3", "4", "8"})
    if (name.ends_with(count) && elements.contains(name.drop_back(count.size()))) return true;
  return false;
}

}  // namespace

std::string owner_of(std::string_view view) {
  const llvm::StringRef name(view);
  if (words_of_cpp().contains(name)) return "a word of C++";
  if (words_of_opencl().contains(name)) return "a word of OpenCL C";
  if (words_of_cuda().contains(name)) return "a word of CUDA";
  if (is_vector(name)) return "a type of OpenCL C and CUDA";
  if (words_of_result().contains(name)) return "a word of the converted code";
  if (name.starts_with("c_") && math_function(view.substr(2))) return "a word of the converted code";
  return owner_in_c(view);
}

std::string owner_of_function(std::string_view name) {
  const bool is_taken = functions_of_devices().contains(llvm::StringRef(name)) || math_function(name);
  return is_taken ? "the name of a function that devices have already" : "";
}

std::string owner_of_family(std::string_view name) {
  for (const std::string_view family :
       {"convert_", "as_",         "fast_distance", "fast_length", "fast_normalize", "isgreater",
        "isless",   "isunordered", "native_",       "half_",       "vload",          "vstore",
        "atom_",    "atomic_",     "get_global_",   "get_local_",  "get_group_",     "get_image_",
        "get_num_", "get_work_",   "work_group_",   "sub_group_",  "async_work_"})
    if (name.starts_with(family)) return "a name that OpenCL C keeps for its functions";
  return "";
}

std::string owner_around(std::string_view name) {
  return variables_of_result().contains(llvm::StringRef(name)) ? "a word of the converted code" : "";
}

std::string owner_in_c(std::string_view name) {
  if (name == "nearest_index" || name == "reflect_index" || name == "wrap_index") return "a word of the converted code";
  return name.starts_with("__") ? "reserved for compilers" : "";
}

std::string other_name(const std::string& name) {
  const std::size_t start = name.find_first_not_of('_');
  return start == std::string::npos ? "name" : "my_" + name.substr(start);
}

}  // namespace preamar::convert
