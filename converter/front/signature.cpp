#include "front/signature.h"

#include "c_type.h"
#include "front/mark.h"
#include "front/parameters.h"
#include "origin.h"

#include <clang/AST/Attr.h>

#include <algorithm>

namespace preamar::convert {
namespace {

// The C names of the types of `pixel=`.
std::string fixed_name(DType dtype) {
  constexpr const char* names[] = {"bool",    "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t",
                                   "int16_t", "int32_t", "int64_t",  "float",    "double"};
  return names[static_cast<std::size_t>(dtype)];
}

class SignatureReader {
 public:
  SignatureReader(clang::ASTContext& context, Refusals& refusals) : context_(context), refusals_(refusals) {}

  std::optional<Marked> read(const clang::FunctionDecl& function) {
    for (const auto* attribute : function.specific_attrs<clang::AnnotateAttr>())
      if (const std::optional<Mark> mark = read_mark(attribute->getAnnotation().str()); mark && mark->word != "loop")
        return read(function, *mark, attribute->getLocation());
    return {};
  }

 private:
  std::optional<Marked> read(const clang::FunctionDecl& function, const Mark& mark, clang::SourceLocation at) {
    if (!mark.skeleton) {
      refusals_.add(at, "'preamar::" + mark.word + "' marks nothing",
                    "use preamar::map, preamar::stencil, preamar::reduce or preamar::histogram");
      return {};
    }
    for (const std::string& word : mark.odd_words)
      refusals_.add(at, "'" + word + "' is no option of preamar::" + mark.word,
                    "options are border=, beyond= (stencil), lift=, pixel= (reduce), bins= (histogram) and margin=");
    if (function.isVariadic() || !function.hasPrototype()) {
      refusals_.add(function.getLocation(), quoted(function) + " takes any number of arguments", "name each of them");
      return {};
    }
    Marked marked;
    marked.skeleton = marked.kernel.skeleton = *mark.skeleton;
    marked.function = &function;
    marked.kernel.name = function.getNameAsString();
    read_options(marked, mark, at);
    read_result(marked);
    read_parameters(marked, mark, at);
    return marked;
  }

  void read_options(Marked& marked, const Mark& mark, clang::SourceLocation at) {
    for (const auto& [key, value] : mark.options) {
      const std::optional<double> number = number_in(value);
      const auto fault = [&](const char* instead) {
        refusals_.add(at, "'" + value + "' is no value of " + key, instead);
      };
      if (key == "border") {
        const std::optional<Border> border = border_named(value);
        if (!border) fault("use nearest, reflect, constant or wrap");
        marked.kernel.border = border.value_or(Border::nearest);
      } else if (key == "beyond") {
        if (!number) fault("use a number");
        marked.kernel.beyond = number.value_or(0);
      } else if (key == "bins") {
        if (!number || *number < 1 || *number > (1 << 24)) return fault("use a number from 1 to 16777216");
        marked.kernel.bins = static_cast<std::int64_t>(*number);
      } else if (key == "pixel") {
        if (!dtype_named(value)) fault("use uint8, int16, float32 or another type of pixels");
      } else if (key == "margin") {
        const auto margin = margin_in(value);
        if (!margin) fault("use four numbers, rows above and below and columns left and right; or six, planes first");
        marked.kernel.margin = margin.value_or(marked.kernel.margin);
      } else if (key == "size") {
        marked.kernel.size = numbers_in(value, 1, 1 << 20);
        if (marked.kernel.size.empty() || marked.kernel.size.size() > 3) fault("use height and width: 480,640");
      } else if (key == "loop") {
        marked.kernel.loop = loop_in(value);
        if (!marked.kernel.loop) fault("write the function and what it is given: blur(in,result,width,height)");
      }
    }
  }

  void read_result(Marked& marked) {
    if (marked.skeleton == Skeleton::histogram) {
      if (!marked.function->getReturnType()->isVoidType())
        refusals_.add(marked.function->getLocation(), quoted(*marked.function) + " counts and returns a value too",
                      "let it return void");
      return;
    }
    const std::optional<Type> type = type_of(marked.function->getReturnType(), context_);
    const bool is_struct = marked.function->getReturnType()->isRecordType();
    if (!type || is_struct != type->is_struct())
      return refusals_.add(marked.function->getLocation(),
                           quoted(*marked.function) + " returns '" + marked.function->getReturnType().getAsString() +
                               "', which is no pixel",
                           "let it return a number, or a struct of numbers");
    marked.kernel.result = *type;
  }

  void read_parameters(Marked& marked, const Mark& mark, clang::SourceLocation at) {
    if (marked.skeleton == Skeleton::reduce) return read_reduction(marked, mark, at);
    convert::read_parameters(*marked.function, mark.is_by_place, marked, context_, refusals_);
  }

  void read_reduction(Marked& marked, const Mark& mark, clang::SourceLocation at) {
    const clang::FunctionDecl& function = *marked.function;
    const clang::QualType value = function.getReturnType().getUnqualifiedType();
    const bool is_of_two = function.getNumParams() == 2 && std::ranges::all_of(function.parameters(), [&](auto* p) {
                             return context_.hasSameUnqualifiedType(p->getType(), value);
                           });
    if (!is_of_two)
      return refusals_.add(function.getLocation(), quoted(function) + " does not make one value of two of its type",
                           "write T f(T a, T b), and name a function from a pixel to T by lift=");
    if (mark.options.contains("lift")) return read_lift(marked, mark, at);
    if (marked.kernel.result.is_struct() || value->isRecordType())
      return refusals_.add(function.getLocation(), "pixels are no '" + marked.kernel.result.name + "'",
                           "name a function from a pixel to that by lift=");
    Type pixel = marked.kernel.result;
    if (mark.options.contains("pixel")) {
      pixel.dtype = dtype_named(mark.options.at("pixel")).value_or(pixel.dtype);
      pixel.name = fixed_name(pixel.dtype);
    }
    marked.kernel.parameters = {{"pixel", Role::pixel, pixel}};
    marked.kernel.converts_to_integers = is_floating(pixel.dtype) && !is_floating(marked.kernel.result.dtype);
  }

  void read_lift(Marked& marked, const Mark& mark, clang::SourceLocation at) {
    const std::string& name = mark.options.at("lift");
    const auto found = context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(name));
    const clang::FunctionDecl* lift = nullptr;
    for (const clang::NamedDecl* one : found)
      if (const auto* function = clang::dyn_cast<clang::FunctionDecl>(one)) lift = function->getDefinition();
    if (lift == nullptr)
      return refusals_.add(at, "'" + name + "', named by lift=, is no function of this file",
                           "define it before this one");
    if (!context_.hasSameUnqualifiedType(lift->getReturnType(), marked.function->getReturnType()))
      return refusals_.add(lift->getLocation(),
                           quoted(*lift) + " returns '" + lift->getReturnType().getAsString() + "', and " +
                               quoted(*marked.function) + " takes '" + marked.kernel.result.name + "'",
                           "let both have one type");
    marked.lift = lift;
    marked.kernel.lift = name;
    convert::read_parameters(*lift, mark.is_by_place, marked, context_, refusals_);
  }

  clang::ASTContext& context_;
  Refusals& refusals_;
};

}  // namespace

std::vector<Marked> marked_functions(clang::ASTContext& context, Refusals& refusals) {
  std::vector<Marked> all;
  SignatureReader reader(context, refusals);
  for (const clang::Decl* one : context.getTranslationUnitDecl()->decls()) {
    const auto* function = clang::dyn_cast<clang::FunctionDecl>(one);
    if (function == nullptr) continue;
    if (function->isThisDeclarationADefinition()) {
      if (std::optional<Marked> marked = reader.read(*function)) all.push_back(*std::move(marked));
    } else if (function->getDefinition() == nullptr && reader.read(*function)) {
      refusals.add(function->getLocation(), quoted(*function) + " is marked, and has no body here",
                   "convert the file that defines it");
    }
  }
  return all;
}

}  // namespace preamar::convert
