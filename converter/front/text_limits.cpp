#include "front/text_limits.h"

#include "prelude.h"
#include "refusals.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <optional>

namespace preamar::convert {
namespace {

namespace tok = clang::tok;

// Counts the tokens after preprocessing.
class Counter {
 public:
  // What exceeds a limit, or nothing.
  const char* add(const clang::Token& token) {
    ++statement_;
    ++text_;
    if (token.is(tok::kw_else)) ++elses_;
    if (token.is(tok::l_brace)) {
      const bool within_list = !is_list_.empty() && is_list_.back() && (last_ == tok::comma || last_ == tok::l_brace);
      is_list_.push_back(last_ == tok::equal || within_list);
    } else if (token.is(tok::r_brace) && !is_list_.empty()) {
      is_list_.pop_back();
    }
    if (is_list_.empty()) elses_ = 0;
    follow_attribute(token);
    const bool is_odd =
        token.is(tok::coloncolon) && (!within_attribute_ || parentheses_ > 0 || last_ != tok::identifier);
    const bool ends_value = token.is(tok::comma) && !is_list_.empty() && is_list_.back();
    if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace) || ends_value) statement_ = 0;
    last_ = token.getKind();
    if (is_odd) return "'::', which C has only in the names of attributes";
    if (statement_ > longest_statement) return "a statement that is too long for the compiler";
    if (elses_ > most_elses) return "more branches of else in one function than the compiler takes";
    return text_ > longest_text ? "a file that is too long for the compiler once its macros are put in" : nullptr;
  }

 private:
  // From [[ to ]].
  void follow_attribute(const clang::Token& token) {
    if (token.is(tok::l_square) && last_ == tok::l_square) {
      within_attribute_ = true;
      parentheses_ = 0;
    }
    if (token.is(tok::r_square) && last_ == tok::r_square) within_attribute_ = false;
    if (token.is(tok::l_paren)) ++parentheses_;
    if (token.is(tok::r_paren)) --parentheses_;
  }

  int statement_ = 0, elses_ = 0, text_ = 0;
  std::vector<bool> is_list_;  // per open brace: whether it is an initialiser list
  bool within_attribute_ = false;
  int parentheses_ = 0;  // open ones since the attribute began
  tok::TokenKind last_ = tok::unknown;
};

class Count : public clang::PreprocessorFrontendAction {
 public:
  explicit Count(std::optional<Refusal>& refusal) : refusal_(refusal) {}

  void ExecuteAction() override {
    clang::Preprocessor& preprocessor = getCompilerInstance().getPreprocessor();
    preprocessor.IgnorePragmas();
    preprocessor.EnterMainSourceFile();
    Counter counter;
    clang::Token token;
    for (preprocessor.Lex(token); token.isNot(tok::eof); preprocessor.Lex(token)) {
      const char* const what = counter.add(token);
      if (!what) continue;
      Refusals refusals(getCompilerInstance().getSourceManager());
      refusals.add(token.getLocation(), what,
                   token.is(tok::coloncolon) ? "leave it out" : "divide it into smaller parts");
      refusal_ = refusals.take().front();
      return;
    }
  }

 private:
  std::optional<Refusal>& refusal_;
};

}  // namespace

void check_limits(const std::string& text, const std::string& path, const std::vector<std::string>& flags) {
  std::vector<std::string> arguments{"preamar-convert"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.push_back(path);
  const auto in_memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto system = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  system->pushOverlay(in_memory);  // before Clang has files; their paths are relative to the system's root
  in_memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
  in_memory->addFile(prelude_name, 0, llvm::MemoryBuffer::getMemBufferCopy(prelude));
  const auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), system);
  std::optional<Refusal> refusal;
  clang::tooling::ToolInvocation invocation(arguments, std::make_unique<Count>(refusal), files.get());
  clang::IgnoringDiagConsumer silent;
  invocation.setDiagnosticConsumer(&silent);
  invocation.run();
  if (refusal) throw Refused({*refusal});
}

}  // namespace preamar::convert
