#include "checks/compiled.h"

#include "prelude.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <stdexcept>

namespace preamar::convert {
namespace {

// Takes over the module before the tool destroys the action that owns it.
class Emit : public clang::EmitLLVMOnlyAction {
 public:
  Emit(llvm::LLVMContext& context, std::unique_ptr<llvm::Module>& module)
      : EmitLLVMOnlyAction(&context), module_(module) {}

  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    module_ = takeModule();
  }

 private:
  std::unique_ptr<llvm::Module>& module_;
};

void keep_only(llvm::Module& module, const std::string& prefix) {
  for (const char* const list : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable* const found = module.getGlobalVariable(list, true)) found->eraseFromParent();
  llvm::internalizeModule(module, [&](const llvm::GlobalValue& value) { return value.getName().starts_with(prefix); });
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager groups;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(groups);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, groups, modules);
  llvm::GlobalDCEPass().run(module, modules);
}

template <class Value>
Value value_of(llvm::Expected<Value> result) {
  if (!result) throw std::runtime_error(llvm::toString(result.takeError()));
  return std::move(*result);
}

}  // namespace

Compiled::Compiled(const std::string& text, const std::string& path, const std::vector<std::string>& flags,
                   const std::string& prefix) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
  const bool is_compiled = clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<Emit>(*context, module), text, flags, path, "preamar-convert",
      std::make_shared<clang::PCHContainerOperations>(), {{prelude_name, prelude}});
  if (!is_compiled || !module) throw std::runtime_error("it does not compile");
  keep_only(*module, prefix);
  code_ = value_of(llvm::orc::LLJITBuilder().create());
  code_->getMainJITDylib().addGenerator(value_of(
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(code_->getDataLayout().getGlobalPrefix())));
  if (llvm::Error error = code_->addIRModule({std::move(module), std::move(context)}))
    throw std::runtime_error(llvm::toString(std::move(error)));
}

Compiled::~Compiled() = default;

void* Compiled::address(const std::string& name) const { return value_of(code_->lookup(name)).toPtr<void*>(); }

}  // namespace preamar::convert
