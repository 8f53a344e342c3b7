#include "front/signature.h"

#include "c_type.h"
#include "front/mark.h"
#include "origin.h"

#include <clang/AST/Attr.h>

#include <algorithm>

namespace preamar::convert {
namespace {

// What pixels of `pixel=` are called in C.
std::string fixed_name(DType dtype) {
  constexpr const char* names[] = {"bool",    "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t",
                                   "int16_t", "int32_t", "int64_t",  "float",    "double"};
  return names[static_cast<std::size_t>(dtype)];
}

// Takes the parameters of a function from left to right, each for what it is.
class Parameters {
 public:
  Parameters(const clang::FunctionDecl& function, const clang::ASTContext& context, Refusals& refusals)
      : left_(function.parameters()), function_(function), context_(context), refusals_(refusals) {}

  // The first is a pixel in any case; then come those that are numbers and no position.
  void take_pixels(Marked& marked) {
    while (!left_.empty() && (marked.pixels.empty() || (is_number() && !is_position()))) {
      const std::optional<Type> type = type_of(left_[0]->getType(), context_);
      if (!type || type->is_struct() || !is_number()) {
        refusals_.add(
            left_[0]->getLocation(),
            "the pixel " + quoted(*left_[0]) + " is a '" + left_[0]->getType().getAsString() + "', and no number",
            "take each channel as a parameter: unsigned char red, unsigned char green, unsigned char blue");
        left_ = {};
        return;
      }
      marked.kernel.pixels.push_back(*type);
      marked.pixels.push_back(take());
    }
    if (marked.pixels.empty())
      refusals_.add(function_.getLocation(), quoted(function_) + " takes no pixel", "let its first parameter be one");
  }

  void take_window(Marked& marked) {
    const clang::ParmVarDecl* window = left_.empty() ? nullptr : take();
    const auto* rows = window ? context_.getAsConstantArrayType(window->getOriginalType()) : nullptr;
    const auto* columns = rows ? context_.getAsConstantArrayType(rows->getElementType()) : nullptr;
    const std::optional<DType> dtype = columns ? dtype_of(columns->getElementType(), context_) : std::nullopt;
    if (!dtype)
      return refusals_.add(function_.getLocation(), "the first parameter of " + quoted(function_) + " is no window",
                           "write it as an array of two odd extents: unsigned char window[3][3]");
    const std::uint64_t height = rows->getSize().getLimitedValue(), width = columns->getSize().getLimitedValue();
    if (height % 2 == 0 || width % 2 == 0 || height > 31 || width > 31)
      return refusals_.add(window->getLocation(),
                           "the window " + quoted(*window) + " has " + std::to_string(height) + " rows and " +
                               std::to_string(width) + " columns",
                           "take odd numbers up to 31, so that the pixel is in the middle");
    marked.kernel.pixels.push_back(*type_of(columns->getElementType().getUnqualifiedType(), context_));
    marked.kernel.window = {static_cast<std::int64_t>(height), static_cast<std::int64_t>(width)};
    marked.pixels.push_back(window);
  }

  void take_counters(Marked& marked) {
    const auto* pointer = left_.empty() ? nullptr : left_[0]->getType()->getAs<clang::PointerType>();
    const std::optional<DType> dtype = pointer ? dtype_of(pointer->getPointeeType(), context_) : std::nullopt;
    if ((dtype != DType::int32 && dtype != DType::uint32) || pointer->getPointeeType().isConstQualified())
      return refusals_.add(function_.getLocation(), quoted(function_) + " has no array of counters after its pixels",
                           "take 'int* out, int bins' there; counters are int or unsigned int");
    marked.kernel.result = *type_of(pointer->getPointeeType(), context_);
    marked.counters = take();
    if (left_.empty() || dtype_of(left_[0]->getType(), context_) != DType::int32)
      return refusals_.add(marked.counters->getLocation(),
                           quoted(*marked.counters) + " is not followed by the number of counters", "add 'int bins'");
    marked.bins = take();
  }

  void take_position_and_parameters(Marked& marked) {
    while (!left_.empty() && is_position() && marked.positions.size() < 2) {
      marked.kernel.positions.push_back(type_of(left_[0]->getType(), context_)->name);
      marked.positions.push_back(take());
    }
    if (marked.skeleton == Skeleton::stencil && marked.positions.size() == 1)
      refusals_.add(marked.positions[0]->getLocation(), "the position of a stencil is one number",
                    "take column and row: int x, int y");
    if (!left_.empty() && left_[0]->getType()->isRecordType()) {
      marked.kernel.parameters = type_of(left_[0]->getType(), context_);
      marked.parameters = take();
    }
    for (const clang::ParmVarDecl* odd : left_)
      refusals_.add(odd->getLocation(),
                    "the parameter " + quoted(*odd) + " of " + quoted(function_) + " has no meaning",
                    "the order is pixels, counters and their number (histogram), position, one struct of parameters");
  }

 private:
  [[nodiscard]] bool is_number() const { return dtype_of(left_[0]->getType(), context_).has_value(); }

  [[nodiscard]] bool is_position() const {
    for (const auto* attribute : left_[0]->specific_attrs<clang::AnnotateAttr>())
      if (attribute->getAnnotation() == "preamar::pixel") return false;
    const std::optional<DType> dtype = dtype_of(left_[0]->getType(), context_);
    return dtype == DType::int32 || dtype == DType::int64;
  }

  const clang::ParmVarDecl* take() {
    const clang::ParmVarDecl* first = left_[0];
    left_ = left_.drop_front();
    return first;
  }

  llvm::ArrayRef<clang::ParmVarDecl*> left_;
  const clang::FunctionDecl& function_;
  const clang::ASTContext& context_;
  Refusals& refusals_;
};

class Reader {
 public:
  Reader(clang::ASTContext& context, Refusals& refusals) : context_(context), refusals_(refusals) {}

  std::optional<Marked> read(const clang::FunctionDecl& function) {
    for (const auto* attribute : function.specific_attrs<clang::AnnotateAttr>())
      if (const std::optional<Mark> mark = read_mark(attribute->getAnnotation().str()))
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
                    "options are border=, beyond= (stencil), lift=, pixel= (reduce) and bins= (histogram)");
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
    marked.kernel.example = example_of(marked);
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
    const bool is_pixel = type && !marked.function->getReturnType()->isRecordType();
    if (!type || (!is_pixel && marked.skeleton != Skeleton::reduce))
      return refusals_.add(marked.function->getLocation(),
                           quoted(*marked.function) + " returns '" + marked.function->getReturnType().getAsString() +
                               "', which is no pixel",
                           "let it return a number");
    marked.kernel.result = *type;
  }

  void read_parameters(Marked& marked, const Mark& mark, clang::SourceLocation at) {
    if (marked.skeleton == Skeleton::reduce) return read_reduction(marked, mark, at);
    Parameters parameters(*marked.function, context_, refusals_);
    if (marked.skeleton == Skeleton::stencil)
      parameters.take_window(marked);
    else
      parameters.take_pixels(marked);
    if (marked.skeleton == Skeleton::histogram && !marked.pixels.empty()) parameters.take_counters(marked);
    if (refusals_.empty()) parameters.take_position_and_parameters(marked);
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
    if (mark.options.contains("lift")) return read_lift(marked, mark.options.at("lift"), at);
    if (marked.kernel.result.is_struct() || value->isRecordType())
      return refusals_.add(function.getLocation(), "pixels are no '" + marked.kernel.result.name + "'",
                           "name a function from a pixel to that by lift=");
    Type pixel = marked.kernel.result;
    if (mark.options.contains("pixel")) {
      pixel.dtype = dtype_named(mark.options.at("pixel")).value_or(pixel.dtype);
      pixel.name = fixed_name(pixel.dtype);
    }
    marked.kernel.pixels = {pixel};
  }

  void read_lift(Marked& marked, const std::string& name, clang::SourceLocation at) {
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
    Parameters parameters(*lift, context_, refusals_);
    parameters.take_pixels(marked);
    if (refusals_.empty()) parameters.take_position_and_parameters(marked);
  }

  // A constant of the file that holds parameters.
  std::string example_of(const Marked& marked) const {
    if (marked.parameters == nullptr) return {};
    for (const clang::Decl* one : context_.getTranslationUnitDecl()->decls()) {
      const auto* variable = clang::dyn_cast<clang::VarDecl>(one);
      if (variable && variable->hasInit() && variable->getType().isConstQualified() &&
          context_.hasSameUnqualifiedType(variable->getType(), marked.parameters->getType()))
        return variable->getNameAsString();
    }
    return {};
  }

  clang::ASTContext& context_;
  Refusals& refusals_;
};

}  // namespace

std::vector<Marked> marked_functions(clang::ASTContext& context, Refusals& refusals) {
  std::vector<Marked> all;
  Reader reader(context, refusals);
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
