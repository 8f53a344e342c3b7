#include "checks/checks.h"
#include "checks/compiled.h"
#include "checks/os_child.h"
#include "checks/values.h"

#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>

namespace preamar::convert {
namespace {

constexpr std::chrono::seconds time_limit{20};
constexpr int trials = 1000;
constexpr int special_trials = 500;  // after these, with NaN and infinities

// Types that exist whatever the source includes.
const char* name_in_c(DType dtype) {
  constexpr std::array names{"_Bool",           "__UINT8_TYPE__", "__UINT16_TYPE__", "__UINT32_TYPE__",
                             "__UINT64_TYPE__", "__INT8_TYPE__",  "__INT16_TYPE__",  "__INT32_TYPE__",
                             "__INT64_TYPE__",  "float",          "double"};
  return names[static_cast<std::size_t>(dtype)];
}

// Calls the user's functions through addresses, for any types.
std::string callers(const Marked& marked, const clang::ASTContext& context) {
  const auto name_of = [&](clang::QualType type) {
    return type.getUnqualifiedType().getAsString(context.getPrintingPolicy());
  };
  const std::string value = name_of(marked.function->getReturnType());
  std::string lifted;
  if (marked.lift) {
    for (const clang::ParmVarDecl* const parameter : marked.lift->parameters()) {
      const std::string at = "[" + std::to_string(parameter->getFunctionScopeIndex()) + "]";
      lifted += lifted.empty() ? "" : ", ";
      const Parameter& known = marked.kernel.parameters[parameter->getFunctionScopeIndex()];
      const clang::QualType type = parameter->getType();
      const std::string given =
          known.example.empty() ? "*(" + name_of(type->isPointerType() ? type->getPointeeType() : type) + "*)in" + at
                                : known.example;
      lifted += (known.is_pointer ? "&" : "") + given;
    }
    lifted = marked.kernel.lift + "(" + lifted + ")";
  } else {
    lifted = std::string("*(") + name_in_c(marked.kernel.parameters.front().type.dtype) + "*)in[0]";
  }
  return "\nvoid preamar_try_combine(void* out, void* a, void* b) { *(" + value + "*)out = " + marked.kernel.name +
         "(*(" + value + "*)a, *(" + value + "*)b); }\nvoid preamar_try_lift(void* out, void** in) { *(" + value +
         "*)out = " + lifted + "; }\n";
}

llvm::ArrayRef<clang::ParmVarDecl*> parameters_of(const clang::FunctionDecl* function) {
  return function ? function->parameters() : llvm::ArrayRef<clang::ParmVarDecl*>();
}

class Trial {
 public:
  Trial(const Marked& marked, const clang::ASTContext& context, const Compiled& code)
      : name_(marked.kernel.name),
        may_be_special_(!marked.kernel.converts_to_integers),
        value_(marked.function->getReturnType(), context),
        combine_(code.function<void(void*, void*, void*)>("preamar_try_combine")),
        lift_(code.function<void(void*, void**)>("preamar_try_lift")) {
    if (!marked.lift) add(ValueType(marked.kernel.parameters.front().type.dtype), false);
    for (const clang::ParmVarDecl* const parameter : parameters_of(marked.lift))
      add(ValueType(
              parameter->getType()->isPointerType() ? parameter->getType()->getPointeeType() : parameter->getType(),
              context),
          std::ranges::find(marked.settings, parameter) != marked.settings.end());
  }

  // What is wrong and what to do, on two lines, or nothing. Small numbers come first, because they are easier to
  // follow.
  std::string run() {
    for (int trial = 0; trial < trials + (may_be_special_ ? special_trials : 0); ++trial) {
      with_special_ = trial >= trials;
      least_ = trial % 4 == 3 ? -9 : 0;
      most_ = 9;
      if (trial > trials / 3) most_ = 255, least_ *= 20;
      const Bytes a = value(trial), b = value(trial), c = value(trial);
      const Bytes ab = combined(a, b), ba = combined(b, a);
      if (!value_.are_alike(ab, ba, {a, b}))
        return "'" + name_ + "' minds the order of its values: " + call(text(a), text(b)) + " is " + text(ab) +
               ", but " + call(text(b), text(a)) + " is " + text(ba) + "\nlet both give the same; " +
               (with_special_ ? "let fmax or fmin compare numbers that may be NaN, or let lift= replace NaN"
                              : "where two values tie, let something else decide, such as the position");
      const Bytes left = combined(ab, c), right = combined(a, combined(b, c));
      if (!value_.are_alike(left, right, {a, b, c, ab}))
        return "'" + name_ + "' minds which values meet first: " + call(call(text(a), text(b)), text(c)) + " is " +
               text(left) + ", but " + call(text(a), call(text(b), text(c))) + " is " + text(right) +
               "\nwrite it so that any order gives the same, for example with a struct of a sum and a count, which "
               "lift= " +
               "makes of a pixel";
    }
    return "";
  }

 private:
  void add(ValueType input, bool is_fixed) {
    given_.push_back(input.random(numbers_, 1, 9));
    inputs_.push_back(std::move(input));
    is_fixed_.push_back(is_fixed);
  }

  [[nodiscard]] std::string text(const Bytes& value) const { return value_.text(value); }
  [[nodiscard]] std::string call(const std::string& a, const std::string& b) const {
    return name_ + "(" + a + ", " + b + ")";
  }

  Bytes combined(Bytes a, Bytes b) const {
    Bytes result(value_.size());
    combine_(result.data(), a.data(), b.data());
    return result;
  }

  // The value of a pixel or, later, of two combined values.
  Bytes value(int trial) {
    if (trial > trials / 2 && numbers_() % 2 == 0) return combined(lifted(), lifted());
    return lifted();
  }

  Bytes lifted() {
    std::vector<void*> in;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!is_fixed_[i]) given_[i] = inputs_[i].random(numbers_, least_, most_, with_special_);
      in.push_back(given_[i].data());
    }
    Bytes result(value_.size());
    lift_(result.data(), in.data());
    return result;
  }

  std::string name_;
  bool may_be_special_;
  ValueType value_;
  void (*combine_)(void*, void*, void*);
  void (*lift_)(void*, void**);
  std::vector<ValueType> inputs_;  // from the lift, or the pixel itself
  std::vector<Bytes> given_;
  std::vector<bool> is_fixed_;  // the user's parameters are the same for all pixels
  std::mt19937_64 numbers_{2718281828};
  int least_ = 0, most_ = 9;
  bool with_special_ = false;
};

}  // namespace

void check_order(const Marked& marked, const std::string& source, const std::vector<std::string>& flags,
                 Refusals& refusals) {
  const clang::ASTContext& context = marked.function->getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  const std::string path = sources.getFileEntryRefForID(sources.getMainFileID())->getName().str();
  const ChildResult result = run_in_child(
      [&] {
        try {
          const Compiled code(source + callers(marked, context), path, flags, "preamar_try_");
          return Trial(marked, context, code).run();
        } catch (const std::exception& error) {
          return "'" + marked.kernel.name + "' could not be tried: " + error.what() +
                 "\nlet the file compile on its own";
        }
      },
      time_limit);
  const std::string name = "'" + marked.kernel.name + "'";
  const clang::SourceLocation at = marked.function->getLocation();
  if (result.end == ChildEnd::crashed)
    refusals.add(at, name + " crashed when it was tried with random values",
                 "look for a division by zero or an index outside an array");
  else if (result.end == ChildEnd::late)
    refusals.add(at,
                 name + " was tried with random values, and had not ended after " + std::to_string(time_limit.count()) +
                     " seconds",
                 "make its loops shorter");
  else if (const std::size_t line = result.output.find('\n'); line != std::string::npos)
    refusals.add(at, result.output.substr(0, line), result.output.substr(line + 1));
}

}  // namespace preamar::convert
