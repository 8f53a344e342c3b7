// The front end's result: everything that the writers need to know about a source file. Independent of Clang.
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

// A number in a struct, or an array of numbers.
struct Field {
  std::string name;  // "gain", or "low.gain" in a nested struct
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

// What a parameter of a marked function receives at each call.
enum class Role { pixel, window, counters, bins, index, x, y, z, width, height, depth, setting };

struct Parameter {
  std::string name;  // as the source has it
  Role role;
  Type type;                // of one pixel of a window, or of one counter
  bool is_pointer = false;  // a struct that is passed as a const pointer
  std::string example{};    // a constant of the source with such a struct, or empty
};

// The function with loops over whole images from which a marked function was extracted.
struct LoopCall {
  std::string name;
  std::vector<std::string> arguments;  // names of parameters, "result", "bins", "width", "height", "depth" or "count";
                                       // "result:NAME" for an image that is both read and written
};

// One marked function.
struct Kernel {
  Skeleton skeleton;
  std::string name;                             // of the function
  std::vector<Parameter> parameters;            // of the function or its lift; of a reduction without one, the pixel
  Type result;                                  // of a pixel; of the reduction; of one counter
  int rank = 2;                                 // of the images
  std::array<std::int64_t, 3> window{1, 1, 1};  // of a stencil: planes, rows and columns, odd
  Border border = Border::nearest;              // of a stencil
  double beyond = 0;                            // of a constant border
  // Margins that are not written: planes before and after, rows above and below, columns left and right.
  std::array<std::int64_t, 6> margin{};
  std::string lift;                  // of a reduction: the function from pixels to a value; empty if a pixel,
                                     // converted to the result's type, is the value
  std::int64_t bins = 256;           // of a histogram: the number of counters in the check
  std::vector<std::string> inexact;  // functions of math.h that it reaches whose last bit differs between devices
  // Whether it converts floating-point numbers to integers, which is undefined for NaN and infinities.
  bool converts_to_integers = false;
  std::optional<LoopCall> loop;
  // The only image size for which the loop is written: depth, height, width; empty for any.
  std::vector<std::int64_t> size;

  // Those of one kind, in order.
  [[nodiscard]] std::vector<Parameter> images() const {
    return chosen([](Role role) { return role == Role::pixel || role == Role::window; });
  }
  [[nodiscard]] std::vector<Parameter> settings() const {
    return chosen([](Role role) { return role == Role::setting; });
  }
  [[nodiscard]] bool uses(Role role) const {
    return !chosen([role](Role other) { return other == role; }).empty();
  }
  [[nodiscard]] bool has_margin() const { return margin != decltype(margin){}; }

 private:
  template <class Choice>
  [[nodiscard]] std::vector<Parameter> chosen(const Choice& choice) const {
    std::vector<Parameter> found;
    for (const Parameter& parameter : parameters)
      if (choice(parameter.role)) found.push_back(parameter);
    return found;
  }
};

struct Macro {
  std::string name;
  std::string text;  // the lines that define it
};

// A per-pixel function extracted from loops over pixels.
struct ExtractedLoop {
  std::string loop;         // the name of the function with the loops
  std::string description;  // "a stencil of 3 x 3 over 'in'"
  std::string text;
};

// What functions with loops would become, or why they cannot; in the order of the source.
struct Suggestions {
  std::string text;
  int proposed = 0;  // how many can be extracted
};

struct File {
  std::string name;  // relative to the folder of the project: "binarise_cpp.h"
  std::string text;
};

// A source file. Texts are ready for the targets: the necessary changes are applied.
struct Program {
  std::string name;           // the file's name without folder and suffix, as an identifier
  std::string serial;         // the source with attributes instead of old directives: C for any compiler
  std::vector<File> headers;  // the user's files that it includes, by the names in #include
  std::vector<Macro> macros;  // used by the functions, in an order in which they can be defined
  std::string types;          // enumerations, structs and typedefs that the functions use; the same for all targets
  std::array<std::string, targets.size()> functions;  // constants, helpers and marked functions, callees first
  // Names of functions that kernels call; their own if there is no other.
  std::map<std::string, std::string> opencl_names;
  std::vector<std::string> fixed_types;  // of stdint.h and stdbool.h that are used: "uint8_t"
  std::vector<std::string> mathematics;  // functions of math.h and stdlib.h that are used: "sqrtf"
  bool needs_math_header = false;        // also needs a macro of math.h: INFINITY
  std::vector<Kernel> kernels;
  std::vector<ExtractedLoop> extracted;

  [[nodiscard]] const std::string& functions_for(Target target) const {
    return functions[static_cast<std::size_t>(target)];
  }
};

}  // namespace preamar::convert
