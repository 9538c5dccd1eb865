#include "debugger/script/script.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>

#include "core/base/output.h"
#include "core/command_line/command_line.h"
#include "core/diag/renderers/renderer.h"
#include "core/notebook/cell_file_system.h"
#include "core/syntax/parser.h"

namespace ts::debugger {
namespace {

// Exit statuses of Python.
constexpr int kInterrupted = 130;
constexpr int kOutputLost = 120;

void raiseIf(eval::Vm& vm, int error) {
  if (error)
    vm.raise(vm.types.OSError, {eval::Value::integer(error), vm.str(std::strerror(error))});
}

// ---- SIGINT

std::atomic<bool> interrupted{false};  // pending: the evaluator has not seen it yet
// The flag that a debugger has set for the evaluator to look at; null: it looks at `interrupted`.
std::atomic<std::atomic<bool>*> debuggerFlag{nullptr};
static_assert(std::atomic<bool>::is_always_lock_free);
pthread_t programThread;

// A second SIGINT while the first is pending ends the process: the program does not react.
void onInterrupt(int) {
  // A blocking call of the program ends only when its own thread gets the signal.
  if (!::pthread_equal(::pthread_self(), programThread)) {
    ::pthread_kill(programThread, SIGINT);
    return;
  }
  if (!interrupted.exchange(true)) {
    if (std::atomic<bool>* flag = debuggerFlag.load()) flag->store(true);
    return;
  }
  ::signal(SIGINT, SIG_DFL);
  ::raise(SIGINT);
}

// Makes SIGINT raise KeyboardInterrupt in the program during its lifetime. Like Python, it leaves
// SIGINT alone in a process that ignores it, such as a background job.
class InterruptScope {
 public:
  explicit InterruptScope(eval::Vm& vm) : vm_(vm) {
    if (::sigaction(SIGINT, nullptr, &before_) != 0 || before_.sa_handler != SIG_DFL) return;
    programThread = ::pthread_self();
    struct sigaction action {};
    action.sa_handler = onInterrupt;
    action.sa_flags = 0;  // without SA_RESTART, so that an interrupt ends a read or a sleep
    ::sigaction(SIGINT, &action, nullptr);
    isSet_ = true;
    if (!vm_.interrupt) {
      vm_.interrupt = &interrupted;
      return;
    }
    debuggerFlag = vm_.interrupt;
    debugger_ = vm_.onInterrupt;
    vm_.onInterrupt = [this] {
      debugger_();
      if (interrupted.exchange(false))
        vm_.raise(vm_.types.KeyboardInterrupt, std::vector<eval::Value>());
    };
  }
  ~InterruptScope() {
    if (!isSet_) return;
    debuggerFlag = nullptr;
    if (debugger_)
      vm_.onInterrupt = debugger_;
    else
      vm_.interrupt = nullptr;
    ::sigaction(SIGINT, &before_, nullptr);
  }
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  eval::Vm& vm_;
  struct sigaction before_ {};
  bool isSet_ = false;
  std::function<void()> debugger_;  // the debugger's handler of interrupts; null: no debugger
};

// Returns the absolute path of a script, as CPython forms it: "..", "." and links stay.
std::string absoluteName(std::string_view file) {
  return (std::filesystem::current_path() / file).string();
}

void setArguments(eval::Vm& vm, const std::string& file,
                  const std::vector<std::string>& arguments) {
  eval::Ref<eval::Module> sys = vm.module("sys");
  std::vector<eval::Value> values = {vm.str(file)};
  for (const std::string& argument : arguments) values.push_back(vm.str(argument));
  sys->globals->set(vm.intern("argv"), eval::Value(vm.list(std::move(values))));
}

// The exit status for a SystemExit, as in Python: an int is the status, no argument or None is 0.
// Any other argument is printed to standard error, and the status is 1.
int statusOf(eval::Vm& vm, eval::ExceptionObject& exit) {
  const std::vector<eval::Value>& args = exit.args->items;
  if (args.empty() || args[0].isNone()) return 0;
  int64_t status = 0;
  if (args.size() == 1 && vm.asInt(args[0], status)) return static_cast<int>(status & 0xff);
  writeStandardError(vm.toStr(args.size() == 1 ? args[0] : eval::Value(&*exit.args)) + '\n');
  return 1;
}

}  // namespace

Script::Script(const std::string& file, std::vector<std::string> arguments)
    : file_(absoluteName(file)), arguments_(std::move(arguments)) {
  evaluator_ = std::make_unique<programs::Evaluator>(
      std::filesystem::path(parentFolder(file_)).lexically_normal().string());
  if (notebook::isNotebook(file)) {
    const notebook::CodeCells cells = notebook::readCells(DiskFileSystem(), file_);
    if (!cells.error.empty()) error_ = file + ": " + cells.error;
    for (size_t i = 1; i <= cells.texts.size() && error_.empty(); ++i)
      error_ = parse(notebook::CellName{file_, i}.path());
  } else {
    error_ = parse(file_);
  }
  if (!error_.empty()) return;
  const runtime::Runtime::Scope scope(runtime());
  vm().output = [this](std::string_view text) { raiseIf(vm(), standardOutput().write(text)); };
  vm().flushOutput = [this] { raiseIf(vm(), standardOutput().takeError()); };
  setArguments(vm(), file, arguments_);
}

Script::~Script() = default;

std::string Script::parse(const std::string& path) {
  const driver::ParsedFilePtr& parsed = parsed_.emplace_back(evaluator_->snapshot().parse(path));
  if (!parsed->error.empty()) return path + ": " + parsed->error;
  if (parsed->problems.empty()) return {};
  auto renderer = diag::makeRenderer(diag::Format::Text, {});
  for (const diag::Diagnostic& problem : parsed->problems) renderer->add(problem);
  renderer->finish();
  return path + " is not valid Python:\n" + renderer->take();
}

int Script::run() {
  const runtime::Runtime::Scope scope(runtime());
  ::signal(SIGPIPE, SIG_IGN);  // as Python, which raises BrokenPipeError instead
  const int status = runModule();
  const int error = standardOutput().takeError();
  if (error == 0) return status;
  standardError().write(fmt::format(
      "Exception ignored in: <_io.TextIOWrapper name='<stdout>' mode='w' encoding='utf-8'>\n"
      "{}: [Errno {}] {}\n",
      error == EPIPE ? "BrokenPipeError" : "OSError", error, std::strerror(error)));
  return kOutputLost;
}

int Script::runModule() {
  eval::Ref<eval::Module> module;
  if (notebook::isNotebook(file_)) {
    diag::Sink none;
    const auto empty = std::make_shared<SourceFile>(file_, std::string());
    module = vm().addModule("__main__", empty, syntax::parse(empty, none));
    for (const driver::ParsedFilePtr& cell : parsed_)
      module->cells.push_back(vm().fragmentOf(*module, cell->tree));
  } else {
    module = vm().addModule("__main__", parsed_[0]->file, parsed_[0]->tree);
  }
  try {
    const InterruptScope interruptible(vm());
    vm().runModule(*module);
    for (const eval::Ref<eval::Module>& cell : module->cells) vm().runModule(*cell);
    return kFine;
  } catch (eval::Raised& raised) {
    eval::ExceptionObject& exception = *raised.exception;
    if (exception.cls->isSubclass(vm().types.SystemExit)) return statusOf(vm(), exception);
    writeStandardError(tracebackText(vm(), exception));
    return exception.cls->isSubclass(vm().types.KeyboardInterrupt) ? kInterrupted : kProblems;
  } catch (eval::GapReached& gap) {
    writeStandardError(tracebackText(vm(), *gap.exception));
    return kProblems;
  } catch (eval::LimitReached& limit) {
    standardOutput().flush();
    printProblem("tsdbg", fmt::format("the limit on {} was reached", limit.limit));
    return kProblems;
  }
}

std::string tracebackText(eval::Vm& vm, eval::ExceptionObject& exception) {
  std::string text;
  if (auto* cause = exception.cause.as<eval::ExceptionObject>())
    text = tracebackText(vm, *cause) +
           "\nThe above exception was the direct cause of the following exception:\n\n";
  else if (auto* context = exception.context.as<eval::ExceptionObject>();
           context && !exception.suppressContext)
    text = tracebackText(vm, *context) +
           "\nDuring handling of the above exception, another exception occurred:\n\n";
  if (!exception.traceback.empty()) text += "Traceback (most recent call last):\n";
  for (size_t i = exception.traceback.size(); i > 0; --i) {
    const auto& place = exception.traceback[i - 1];
    if (!place.at.file) continue;
    const uint32_t line = place.at.file->lineOf(place.at.span.begin);
    text += "  File \"" + place.at.file->path() + "\", line " + std::to_string(line) + ", in " +
            place.function + "\n";
    std::string_view source = place.at.file->lineText(line);
    source.remove_prefix(std::min(source.find_first_not_of(" \t"), source.size()));
    if (!source.empty()) text += "    " + std::string(source) + "\n";
  }
  std::string message;
  try {
    message = vm.toStr(eval::Value(&exception));
  } catch (eval::Raised&) {
  }
  const std::string& module = exception.cls->moduleName;
  const bool isPlain = module.empty() || module == "builtins" || module == "__main__";
  text += (isPlain ? "" : module + ".") + exception.cls->qualname;
  return text + (message.empty() ? "" : ": " + message) + "\n";
}

}  // namespace ts::debugger
