#include "debugger/script.h"

#include <cstdio>

#include "core/diag/renderer.h"
#include "debugger/settings.h"

namespace ts::debugger {
namespace {

void writeOut(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

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
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n",
               vm.toStr(args.size() == 1 ? args[0] : eval::Value(&*exit.args)).c_str());
  return 1;
}

}  // namespace

Script::Script(const std::string& file, std::vector<std::string> arguments)
    : arguments_(std::move(arguments)) {
  evaluator_ = std::make_unique<Evaluator>(folderOf(file));
  parsed_ = evaluator_->snapshot().parse(file);
  if (!parsed_->error.empty()) {
    error_ = file + ": " + parsed_->error;
    return;
  }
  if (!parsed_->problems.empty()) {
    auto renderer = diag::makeRenderer(diag::Format::Text, {});
    for (const diag::Diagnostic& problem : parsed_->problems) renderer->add(problem);
    renderer->finish();
    error_ = file + " is not valid Python:\n" + renderer->take();
    return;
  }
  vm().output = writeOut;
  setArguments(vm(), file, arguments_);
}

Script::~Script() = default;

int Script::run() {
  eval::Ref<eval::Module> module = vm().addModule("__main__", parsed_->file, parsed_->tree);
  int status = kFine;
  try {
    vm().runModule(*module);
  } catch (eval::Raised& raised) {
    eval::ExceptionObject& exception = *raised.exception;
    if (exception.cls->isSubclass(vm().types.SystemExit)) {
      status = statusOf(vm(), exception);
    } else {
      std::fflush(stdout);
      std::fputs(tracebackText(vm(), exception).c_str(), stderr);
      status = kProblems;
    }
  } catch (eval::LimitReached& limit) {
    std::fflush(stdout);
    std::fprintf(stderr, "tsdbg: the limit on %s was reached\n", limit.limit);
    status = kProblems;
  }
  std::fflush(stdout);
  return status;
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
