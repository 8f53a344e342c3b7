// What the front end understood of a source file, and all that is known to those who write code from it. No Clang here.
#pragma once

#include <preamar/border.h>
#include <preamar/image.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace preamar::convert {

enum class Skeleton { map, stencil, reduce, histogram };
enum class Target { cpp, opencl, cuda };
inline constexpr std::array<Target, 3> targets{Target::cpp, Target::opencl, Target::cuda};

// A field of a struct: one number, or an array of them.
struct Field {
  std::string name;
  DType dtype;
  std::int64_t count = 1;
};

// A type as the source writes it.
struct Type {
  std::string name;           // "unsigned char", "uint8_t", "data"
  DType dtype{};              // of a number
  std::vector<Field> fields;  // of a struct, in order
  [[nodiscard]] bool is_struct() const { return !fields.empty(); }
};

// One marked function. Its parameters stand in this order: pixels, then the counters and their number (histogram), then
// the position, then the parameters of the user.
struct Kernel {
  Skeleton skeleton;
  std::string name;                          // of the function
  std::vector<Type> pixels;                  // one for each image; of a stencil one, the pixel of its window
  Type result;                               // of a pixel; of the reduction; of one counter
  std::vector<std::string> positions;        // types as written: none, the index, or column and row
  std::optional<Type> parameters;            // a struct, handed over by value
  std::string example;                       // a constant of the source that holds parameters to try, or empty
  std::array<std::int64_t, 2> window{1, 1};  // of a stencil: rows and columns, odd
  Border border = Border::nearest;           // of a stencil
  double beyond = 0;                         // of a constant border
  std::string lift;                  // of a reduction: the function from pixels (position, parameters) to a value;
                                     // empty where a pixel, converted to the result's type, is the value
  std::int64_t bins = 256;           // of a histogram: how many are tried in the check
  std::vector<std::string> inexact;  // functions of math.h it reaches whose last bit differs between devices
};

struct File {
  std::string name;  // from the folder of the project: "binarise_cpp.h"
  std::string text;
};

// A source file. Texts are ready to be pasted: what each target needs was changed in them.
struct Program {
  std::string name;           // of the file, without folder and suffix
  std::string serial;         // the source with attributes instead of old directives: C that any compiler takes
  std::vector<File> headers;  // files of the user's that it includes, by the names that it includes them by
  std::string types;  // macros, enumerations, structs and typedefs that the functions use; the same for all targets
  std::array<std::string, targets.size()> functions;  // constants, helpers and marked functions, callees first
  std::map<std::string, std::string> opencl_names;    // of functions that kernels call; their own where there is none
  std::vector<std::string> fixed_types;               // of stdint.h and stdbool.h that are used: "uint8_t"
  std::vector<std::string> mathematics;               // functions of math.h and stdlib.h that are used: "sqrtf"
  std::vector<Kernel> kernels;

  [[nodiscard]] const std::string& functions_for(Target target) const {
    return functions[static_cast<std::size_t>(target)];
  }
};

}  // namespace preamar::convert
