#include "writers_programs.h"

#include <regex>
#include <utility>

namespace preamar::convert::test {
namespace {

const Type byte{"unsigned char", DType::uint8, {}};
const Type whole{"int", DType::int32, {}};
const Type real{"float", DType::float32, {}};
const Type long_real{"double", DType::float64, {}};

Program program_named(const char* name) {
  Program program;
  program.name = name;
  return program;
}

Kernel& add_kernel(Program& program, Skeleton skeleton, const char* name, std::vector<Type> pixels,
                   const Type& result) {
  Kernel kernel{};
  kernel.skeleton = skeleton;
  kernel.name = name;
  kernel.pixels = std::move(pixels);
  kernel.result = result;
  return program.kernels.emplace_back(std::move(kernel));
}

// The functions, with the words that each target needs: FUNCTION before each, WINDOW(type, name, columns) and COUNTERS
// for parameters.
void set_functions(Program& program, const std::string& text) {
  const auto replaced = [&](const char* function, const char* window, const char* counters) {
    std::string result = std::regex_replace(text, std::regex("FUNCTION "), function);
    result = std::regex_replace(result, std::regex(R"(WINDOW\(([^,]*), ([^,]*), ([^)]*)\))"), window);
    return std::regex_replace(result, std::regex("COUNTERS"), counters);
  };
  program.functions = {replaced("inline ", "Window<$1> $2", "std::int64_t*"),
                       replaced("", "__local const $1 (*$2)[tile_columns + $3 - 1]", "BINS int*"),
                       replaced("__device__ inline ", "const $1 (*$2)[tile_columns + $3 - 1]", "int*")};
}

}  // namespace

Program map_program() {
  Program program = program_named("binarise");
  program.types = "typedef struct {\n  int threshold;\n  int period;\n} data;\n";
  program.serial = program.types + R"(
[[clang::annotate("preamar::map")]]
static unsigned char binarise(unsigned char pixel, int i, data parameter) {
  return pixel + i % parameter.period > parameter.threshold ? 255 : 0;
}
static const data usual = {127, 5};
[[clang::annotate("preamar::map")]] static float halve(unsigned char pixel) { return pixel * 0.5f; }
)";
  set_functions(program, R"(
FUNCTION unsigned char binarise(unsigned char pixel, int i, data parameter) {
  return pixel + i % parameter.period > parameter.threshold ? 255 : 0;
}
FUNCTION float halve(unsigned char pixel) { return pixel * 0.5f; })");
  {
    Kernel& kernel = add_kernel(program, Skeleton::map, "binarise", {byte}, byte);
    kernel.positions = {"int"};
    kernel.parameters = Type{"data", {}, {{"threshold", DType::int32}, {"period", DType::int32}}};
    kernel.example = "usual";
  }
  add_kernel(program, Skeleton::map, "halve", {byte}, real);
  return program;
}

Program two_image_program() {
  Program program = program_named("blend-images");
  program.types = "struct weights {\n  float of[2];\n  uint8_t shift;\n};\n";
  program.fixed_types = {"uint8_t"};
  program.mathematics = {"sqrtf"};
  const std::string body = R"(float blend(uint8_t a, float b, int x, int y, struct weights w) {
  return SQRTF(a * w.of[0] + b * w.of[1]) + (float)((x + y) >> w.shift);
}
)";
  program.serial = "#include <math.h>\n#include <stdint.h>\n" + program.types +
                   "[[clang::annotate(\"preamar::map\")]] static " +
                   std::regex_replace(body, std::regex("SQRTF"), "sqrtf") + "int main(void) { return 0; }\n";
  set_functions(program, "FUNCTION " + std::regex_replace(body, std::regex("SQRTF"), "c_sqrtf"));
  {
    Kernel& kernel = add_kernel(program, Skeleton::map, "blend", {Type{"uint8_t", DType::uint8, {}}, real}, real);
    kernel.positions = {"int", "int"};
    kernel.parameters = Type{"struct weights", {}, {{"of", DType::float32, 2}, {"shift", DType::uint8}}};
  }
  return program;
}

Program stencil_program() {
  Program program = program_named("filters");
  const auto text = [](const char* function, const auto& window) {
    const std::string begin = function;
    return begin + R"(unsigned char sobel()" + window("unsigned char", "w", 3, 3) + R"() {
  int h = w[0][2] + 2 * w[1][2] + w[2][2] - w[0][0] - 2 * w[1][0] - w[2][0];
  int v = w[2][0] + 2 * w[2][1] + w[2][2] - w[0][0] - 2 * w[0][1] - w[0][2];
  int sum = (h < 0 ? -h : h) + (v < 0 ? -v : v);
  return sum > 255 ? 255 : sum;
}
)" + begin +
           R"(int blur()" + window("unsigned char", "w", 5, 3) + R"(, int x, int y) {
  int sum = (x ^ y) & 1;
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 3; ++c) sum += (r + 1) * w[r][c];
  return sum / 15;
}
)" + begin +
           R"(float slope()" + window("float", "w", 3, 3) + R"() { return (w[1][2] - w[1][0]) * 0.5f + w[2][0]; }
)" + begin +
           R"(unsigned char greatest()" + window("unsigned char", "w", 1, 5) + R"() {
  unsigned char best = w[0][0];
  for (int c = 1; c < 5; ++c) best = w[0][c] > best ? w[0][c] : best;
  return best;
}
)";
  };
  const auto array = [](const std::string& type, const std::string& name, int rows, int columns) {
    return type + " " + name + "[" + std::to_string(rows) + "][" + std::to_string(columns) + "]";
  };
  const auto window = [](const std::string& type, const std::string& name, int, int columns) {
    return "WINDOW(" + type + ", " + name + ", " + std::to_string(columns) + ")";
  };
  program.serial = text("[[clang::annotate(\"preamar::stencil\")]] static ", array);
  set_functions(program, text("FUNCTION ", window));
  add_kernel(program, Skeleton::stencil, "sobel", {byte}, byte).window = {3, 3};
  {
    Kernel& kernel = add_kernel(program, Skeleton::stencil, "blur", {byte}, whole);
    kernel.positions = {"int", "int"};
    kernel.window = {5, 3};
    kernel.border = Border::reflect;
  }
  {
    Kernel& kernel = add_kernel(program, Skeleton::stencil, "slope", {real}, real);
    kernel.window = {3, 3};
    kernel.border = Border::constant;
    kernel.beyond = 0.5;
  }
  {
    Kernel& kernel = add_kernel(program, Skeleton::stencil, "greatest", {byte}, byte);
    kernel.window = {1, 5};
    kernel.border = Border::wrap;
  }
  return program;
}

Program reduce_program() {
  Program program = program_named("folds");
  program.types = "typedef struct {\n  long sum;\n  double squares;\n  int last;\n} moments;\n";
  const std::string functions = R"(
FUNCTION int greater(int a, int b) { return a > b ? a : b; }
FUNCTION double total(double a, double b) { return a + b; }
FUNCTION moments moments_of(unsigned char pixel, int i) {
  moments m;
  m.sum = pixel;
  m.squares = (double)pixel * pixel;
  m.last = i;
  return m;
}
FUNCTION moments join(moments a, moments b) {
  a.sum += b.sum;
  a.squares += b.squares;
  a.last = a.last > b.last ? a.last : b.last;
  return a;
}
)";
  program.serial = program.types + std::regex_replace(functions, std::regex("FUNCTION"), "static");
  set_functions(program, functions);
  const Type moments{"moments", {}, {{"sum", DType::int64}, {"squares", DType::float64}, {"last", DType::int32}}};
  add_kernel(program, Skeleton::reduce, "greater", {byte}, whole);
  add_kernel(program, Skeleton::reduce, "total", {long_real}, long_real);
  {
    Kernel& kernel = add_kernel(program, Skeleton::reduce, "join", {byte}, moments);
    kernel.positions = {"int"};
    kernel.lift = "moments_of";
  }
  return program;
}

Program histogram_program() {
  Program program = program_named("counts");
  const auto text = [](const char* function, const char* counters, const auto& add) {
    const std::string begin = function;
    return begin + "void levels(unsigned char pixel, " + counters + " out, int bins) { " + add("pixel", "1") + " }\n" +
           begin + "void joint(unsigned char a, unsigned char b, " + counters + " out, int bins, int x, int y) {\n  " +
           add("(a >> 4) * 16 + (b >> 4)", "x > y ? 2 : 1") + "\n}\n" + begin + "void wide(unsigned short pixel, " +
           counters + " out, int bins) { " + add("pixel", "1") + " }\n";
  };
  program.serial = text("static ", "int*", [](const std::string& index, const std::string& value) {
    return "out[" + index + "] += " + value + ";";
  });
  set_functions(program, text("FUNCTION ", "COUNTERS", [](const std::string& index, const std::string& value) {
                  return "add_to_bin(out, bins, " + index + ", " + value + ");";
                }));
  add_kernel(program, Skeleton::histogram, "levels", {byte}, whole).bins = 256;
  {
    Kernel& kernel = add_kernel(program, Skeleton::histogram, "joint", {byte, byte}, whole);
    kernel.positions = {"int", "int"};
    kernel.bins = 256;
  }
  add_kernel(program, Skeleton::histogram, "wide", {Type{"unsigned short", DType::uint16, {}}}, whole).bins = 65536;
  return program;
}

std::vector<Program> all_programs() {
  return {map_program(), two_image_program(), stencil_program(), reduce_program(), histogram_program()};
}

}  // namespace preamar::convert::test
