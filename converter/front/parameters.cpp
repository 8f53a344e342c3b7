#include "front/parameters.h"

#include "c_type.h"
#include "front/mark.h"
#include "origin.h"
#include "words.h"

#include <clang/AST/Attr.h>

#include <algorithm>
#include <utility>

namespace preamar::convert {
namespace {

constexpr std::uint64_t largest_window = 31, largest_volume = 9;

bool is_place(Role role) { return role >= Role::index && role <= Role::depth; }

class ParameterReader {
 public:
  ParameterReader(const clang::FunctionDecl& function, bool by_place, Marked& marked, const clang::ASTContext& context,
                  Refusals& refusals)
      : function_(function), by_place_(by_place), marked_(marked), context_(context), refusals_(refusals) {}

  void read() {
    if (function_.param_empty())
      return refusals_.add(function_.getLocation(), quoted(function_) + " takes no pixel",
                           "let its first parameter be one");
    for (const clang::ParmVarDecl* parameter : function_.parameters()) read(*parameter);
    if (marked_.skeleton == Skeleton::histogram && refusals_.empty() && marked_.bins == nullptr) refuse_counters();
    if (by_place_ && marked_.skeleton == Skeleton::stencil && marked_.places.size() == 1)
      refusals_.add(marked_.places[0]->getLocation(), "the position of a stencil is one number",
                    "take column and row: int x, int y");
    name_places();
    const bool is_flat = marked_.skeleton == Skeleton::stencil && marked_.kernel.window[0] == 1 && window_extents_ == 2;
    if (is_flat && marked_.kernel.rank == 3)
      refusals_.add(function_.getLocation(),
                    quoted(function_) + " has a window of rows and columns, and asks for planes",
                    "write the window with three extents: p[1][3][3]");
    if (marked_.kernel.beyond != 0 && !marked_.pixels.empty() && marked_.kernel.images()[0].type.is_struct())
      refusals_.add(function_.getLocation(), "beyond= is a number, and pixels of " + quoted(function_) + " are structs",
                    "use beyond=0, which makes all of its fields 0");
  }

 private:
  void read(const clang::ParmVarDecl& parameter) {
    const std::optional<Role> mark = mark_of(parameter);
    const bool is_first = parameter.getFunctionScopeIndex() == 0;
    if (is_first && marked_.skeleton == Skeleton::stencil) return take_window(parameter);
    if (is_first || mark == Role::pixel) return take_pixel(parameter);
    if (marked_.counters != nullptr && marked_.bins == nullptr) return take_bins(parameter);
    if (marked_.skeleton == Skeleton::histogram && marked_.counters == nullptr && is_array(parameter))
      return take_counters(parameter);
    if (mark && is_place(*mark)) return take_place(parameter, *mark);
    if (by_place_ && is_number(parameter) && marked_.settings.empty())
      return is_integer(parameter) ? take_place(parameter, Role::index) : take_pixel(parameter);
    const std::optional<Role> place = mark || by_place_ ? std::nullopt : position_named(parameter.getNameAsString());
    if (place && is_number(parameter)) return take_place(parameter, *place);
    take_setting(parameter);
  }

  [[nodiscard]] std::optional<Role> mark_of(const clang::ParmVarDecl& parameter) {
    for (const auto* attribute : parameter.specific_attrs<clang::AnnotateAttr>()) {
      llvm::StringRef word = attribute->getAnnotation();
      if (!word.consume_front("preamar::")) continue;
      if (const std::optional<Role> role = role_named(word.str())) return role;
      refusals_.add(attribute->getLocation(), "'preamar::" + word.str() + "' marks no parameter",
                    "use preamar::pixel, index, x, y, z, width, height, depth or parameter");
    }
    return {};
  }

  void add(const clang::ParmVarDecl& parameter, Role role, Type type) {
    marked_.kernel.parameters.push_back({parameter.getNameAsString(), role, std::move(type)});
  }

  void take_pixel(const clang::ParmVarDecl& parameter) {
    const std::optional<Type> type = type_of(parameter.getType().getUnqualifiedType(), context_);
    if (!type || (!is_number(parameter) && !type->is_struct()))
      return refusals_.add(
          parameter.getLocation(),
          "the pixel " + quoted(parameter) + " is a '" + parameter.getType().getAsString() +
              "', and neither a number nor a struct of numbers",
          "take the value of one pixel, as unsigned char, or a struct of its channels; a function with loops over "
          "images is marked preamar::loop");
    add(parameter, Role::pixel, *type);
    marked_.pixels.push_back(&parameter);
  }

  void take_window(const clang::ParmVarDecl& parameter) {
    std::vector<std::uint64_t> extents;
    clang::QualType pixel = parameter.getOriginalType();
    while (const clang::ConstantArrayType* array = context_.getAsConstantArrayType(pixel)) {
      extents.push_back(array->getSize().getLimitedValue());
      pixel = array->getElementType();
    }
    const std::optional<Type> type = type_of(pixel.getUnqualifiedType(), context_);
    if (!type || extents.size() < 2 || extents.size() > 3)
      return refusals_.add(function_.getLocation(), "the first parameter of " + quoted(function_) + " is no window",
                           "write it as an array of two odd extents, or three in a volume: unsigned char window[3][3]");
    const std::uint64_t most = extents.size() == 2 ? largest_window : largest_volume;
    const bool fits = std::ranges::all_of(extents, [&](std::uint64_t n) { return n % 2 == 1 && n <= most; });
    if (!fits) {
      std::string text;
      for (const std::uint64_t extent : extents) text += (text.empty() ? "" : " x ") + std::to_string(extent);
      return refusals_.add(parameter.getLocation(), "the window " + quoted(parameter) + " has " + text + " pixels",
                           "take odd numbers up to " + std::to_string(most) + ", so that the pixel is in the middle");
    }
    std::ranges::copy(extents, marked_.kernel.window.end() - static_cast<std::ptrdiff_t>(extents.size()));
    window_extents_ = extents.size();
    if (extents.size() == 3) marked_.kernel.rank = 3;
    add(parameter, Role::window, *type);
    marked_.pixels.push_back(&parameter);
  }

  void take_counters(const clang::ParmVarDecl& parameter) {
    const clang::QualType counter = parameter.getType()->getPointeeType();
    const std::optional<DType> dtype = dtype_of(counter, context_);
    const bool is_taken = dtype == DType::int32 || dtype == DType::uint32 || dtype == DType::float32;
    if (!is_taken || counter.isConstQualified()) return refuse_counters();
    marked_.kernel.result = *type_of(counter, context_);
    marked_.counters = &parameter;
    add(parameter, Role::counters, marked_.kernel.result);
  }

  void take_bins(const clang::ParmVarDecl& parameter) {
    if (dtype_of(parameter.getType(), context_) != DType::int32)
      return refusals_.add(marked_.counters->getLocation(),
                           quoted(*marked_.counters) + " is not followed by the number of counters", "add 'int bins'");
    marked_.bins = &parameter;
    add(parameter, Role::bins, *type_of(parameter.getType(), context_));
  }

  void refuse_counters() {
    if (marked_.counters != nullptr)
      return refusals_.add(marked_.counters->getLocation(),
                           quoted(*marked_.counters) + " is not followed by the number of counters", "add 'int bins'");
    refusals_.add(function_.getLocation(), quoted(function_) + " has no array of counters after its pixels",
                  "take 'int* out, int bins' there; counters are int, unsigned int or float");
  }

  void take_place(const clang::ParmVarDecl& parameter, Role role) {
    if (!is_integer(parameter))
      return refusals_.add(
          parameter.getLocation(),
          quoted(parameter) + " has the name of a position, and is a '" + parameter.getType().getAsString() + "'",
          "take positions as int; mark another meaning: [[clang::annotate(\"preamar::parameter\")]]");
    if (role == Role::z || role == Role::depth) marked_.kernel.rank = 3;
    add(parameter, role, *type_of(parameter.getType().getUnqualifiedType(), context_));
    marked_.places.push_back(&parameter);
  }

  void take_setting(const clang::ParmVarDecl& parameter) {
    const clang::QualType type = parameter.getType();
    const bool is_pointer = type->isPointerType() && type->getPointeeType()->isRecordType();
    const clang::QualType value = (is_pointer ? type->getPointeeType() : type).getUnqualifiedType();
    const std::optional<Type> known = type_of(value, context_);
    if (!known || (type->isPointerType() && !is_pointer))
      return refusals_.add(parameter.getLocation(),
                           "the parameter " + quoted(parameter) + " of " + quoted(function_) + " is a '" +
                               parameter.getOriginalType().getAsString() +
                               "', which cannot be given once for all pixels",
                           "take a number or a struct of numbers; put a table into a struct, or make it a constant");
    if (is_pointer && !type->getPointeeType().isConstQualified())
      return refusals_.add(parameter.getLocation(),
                           "the parameter " + quoted(parameter) + " is a pointer through which it could be changed",
                           "write const before it: pixels share one");
    add(parameter, Role::setting, *known);
    marked_.kernel.parameters.back().is_pointer = is_pointer;
    marked_.kernel.parameters.back().example = known->is_struct() ? example_of(value) : "";
    marked_.settings.push_back(&parameter);
  }

  // In the older form one integer is the index of the pixel, and two are its column and row.
  void name_places() {
    if (!by_place_ || marked_.places.size() < 2) return;
    if (marked_.places.size() > 2)
      return refusals_.add(marked_.places[2]->getLocation(),
                           "a third integer behind the pixels of " + quoted(function_),
                           "take one, the number of the pixel, or two, its column and row");
    Role next = Role::x;
    for (Parameter& parameter : marked_.kernel.parameters)
      if (parameter.role == Role::index) parameter.role = std::exchange(next, Role::y);
  }

  // A constant of the file with this type.
  [[nodiscard]] std::string example_of(clang::QualType type) const {
    for (const clang::Decl* one : context_.getTranslationUnitDecl()->decls()) {
      const auto* variable = clang::dyn_cast<clang::VarDecl>(one);
      if (variable && variable->hasInit() && variable->getType().isConstQualified() &&
          context_.hasSameUnqualifiedType(variable->getType(), type))
        return variable->getNameAsString();
    }
    return {};
  }

  [[nodiscard]] bool is_number(const clang::ParmVarDecl& parameter) const {
    return dtype_of(parameter.getType(), context_).has_value();
  }
  [[nodiscard]] bool is_integer(const clang::ParmVarDecl& parameter) const {
    const std::optional<DType> dtype = dtype_of(parameter.getType(), context_);
    return dtype == DType::int32 || dtype == DType::int64 ||
           (!by_place_ && (dtype == DType::uint32 || dtype == DType::uint64));
  }
  [[nodiscard]] static bool is_array(const clang::ParmVarDecl& parameter) {
    return parameter.getType()->isPointerType() && !parameter.getType()->getPointeeType()->isRecordType();
  }

  const clang::FunctionDecl& function_;
  std::size_t window_extents_ = 0;
  bool by_place_;
  Marked& marked_;
  const clang::ASTContext& context_;
  Refusals& refusals_;
};

}  // namespace

void read_parameters(const clang::FunctionDecl& function, bool by_place, Marked& marked,
                     const clang::ASTContext& context, Refusals& refusals) {
  ParameterReader(function, by_place, marked, context, refusals).read();
}

}  // namespace preamar::convert
