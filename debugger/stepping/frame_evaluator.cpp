#include "debugger/stepping/frame_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "core/base/heap.h"
#include "core/diag/diagnostic.h"
#include "core/eager/host_journal.h"
#include "core/eager/torch.h"
#include "core/syntax/parser.h"

namespace ts::stepping {

using namespace eval;

namespace {

constexpr const char* kName = "__jitscope_evaluated__";
constexpr size_t kMaxCompiled = 1000;                    // entries of the cache
constexpr size_t kMaxEvaluationBytes = size_t{1} << 30;  // that one evaluation takes

// True when the text contains the name as a word.
bool mentions(const std::string& text, const std::string& name) {
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !isNameCharacter(text[at - 1])) &&
        (end == text.size() || !isNameCharacter(text[end])))
      return true;
  }
  return false;
}

// The names of the frame that the source mentions, sorted: their order in a graph changes.
std::vector<std::string> mentionedNames(const StackFrame& frame, const std::string& source) {
  std::vector<std::string> names;
  for (std::string& name : frame.names())
    if (mentions(source, name)) names.push_back(std::move(name));
  std::ranges::sort(names);
  return names;
}

std::string indented(const std::string& source) {
  std::string out = " ";
  for (const char c : source) out += c == '\n' ? "\n " : std::string(1, c);
  return out;
}

std::string textOf(Vm& vm, ExceptionObject& exception) {
  std::string message;
  try {
    message = vm.toStr(Value(&exception));
  } catch (const Raised&) {
  }
  return exception.cls->name + (message.empty() ? "" : ": " + message);
}

// Returns the first syntax error of a text; empty for none.
std::string syntaxErrorOf(const std::string& text) {
  diag::Sink problems;
  syntax::parse(std::make_shared<SourceFile>(kEvaluatedPath, text), problems);
  return problems.size() == 0 ? "" : problems.diagnostics()[0].message;
}

std::string expressionText(const std::string& source) { return "(" + source + "\n)"; }

}  // namespace

bool isNameCharacter(char c) {
  return c == '_' || (c & 0x80) || (c >= '0' && c <= '9') ||
         ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

// Returns a module that shares the globals of the frame's module. `text` contains the user's
// source.
Ref<Module> FrameEvaluator::load(StackFrame& frame, const std::string& text,
                                 const std::string& source) {
  auto file = std::make_shared<SourceFile>(kEvaluatedPath, text);
  diag::Sink problems;
  syntax::ModulePtr tree = syntax::parse(file, problems);
  if (problems.size() > 0) {
    // The error of the user's own text does not speak of what is around it.
    const std::string own = syntaxErrorOf(source + "\n");
    vm_.raise(vm_.types.SyntaxError, own.empty() ? problems.diagnostics()[0].message : own);
  }
  return vm_.fragmentOf(frame.module(), std::move(tree));
}

bool FrameEvaluator::fits(const Compiled& compiled, const StackFrame& frame,
                          const std::string& source) const {
  return !frame.hasChangingNames() || (compiled.module.get() == &frame.module() &&
                                       compiled.parameters == parametersFor(frame, source));
}

std::vector<std::string> FrameEvaluator::parametersFor(const StackFrame& frame,
                                                       const std::string& source) const {
  std::vector<std::string> names = mentionedNames(frame, source);
  const size_t own = names.size();
  for (const auto& [name, value] : kept_)
    if (mentions(source, name) && !std::binary_search(names.begin(), names.begin() + own, name))
      names.push_back(name);
  return names;
}

void FrameEvaluator::keepNames(const Dict& bound, const std::vector<std::string>& parameters) {
  for (const Dict::Entry& entry : bound.entries) {
    const auto* name = entry.key.as<Str>();
    if (!name || std::ranges::find(parameters, name->text) != parameters.end()) continue;
    kept_.insert_or_assign(name->text, entry.value);
    // Sources that mention the name are compiled again.
    cache_.clear();
    last_ = nullptr;
  }
}

const FrameEvaluator::Compiled& FrameEvaluator::compiled(StackFrame& frame,
                                                         const std::string& source, Form form) {
  const void* const identity = form == Form::Expression ? frame.identity() : nullptr;
  if (identity && last_ && last_->first.first == identity && last_->first.second == source &&
      fits(last_->second, frame, source))
    return last_->second;
  last_ = nullptr;
  if (cache_.size() > kMaxCompiled || !identity) cache_.clear();
  const auto [at, isNew] = cache_.try_emplace({identity, source});
  if (!isNew && fits(at->second, frame, source)) return (last_ = &*at)->second;
  Compiled& compiled = at->second;
  try {
    compiled.module = &frame.module();
    compiled.parameters = parametersFor(frame, source);
    const std::string parameters = fmt::format("{}", fmt::join(compiled.parameters, ", "));
    const Ref<Module> piece =
        load(frame,
             form == Form::Expression
                 ? fmt::format("{} = lambda {}: {}\n", kName, parameters, expressionText(source))
                 : fmt::format("def {}({}):\n{}\n return locals()\n", kName, parameters,
                               indented(source)),
             source);
    vm_.runModule(*piece);
    Str* name = vm_.intern(kName);
    compiled.function = *piece->globals->find(name);
    piece->globals->erase(name);
  } catch (...) {
    cache_.erase(at);
    throw;
  }
  last_ = &*at;
  return compiled;
}

std::vector<Value> FrameEvaluator::argumentsOf(const StackFrame& frame,
                                               const Compiled& compiled) const {
  std::vector<Value> values;
  const std::vector<std::string> own = kept_.empty() ? std::vector<std::string>() : frame.names();
  for (const std::string& name : compiled.parameters) {
    const bool isOwn = std::ranges::find(own, name) != own.end();
    const auto kept = isOwn ? kept_.end() : kept_.find(name);
    values.push_back(kept == kept_.end() ? frame.variable(name) : kept->second);
  }
  return values;
}

void FrameEvaluator::runInModule(StackFrame& frame, const std::string& source) {
  const Ref<Module> piece = load(frame, source + "\n", source);
  vm_.runModule(*piece);
}

Evaluated FrameEvaluator::evaluate(StackFrame& frame, const std::string& expression,
                                   uint64_t fuel) {
  Value value;
  Evaluated result = guarded(fuel, [&] {
    const Compiled& lambda = compiled(frame, expression, Form::Expression);
    const Value function = lambda.function;
    const std::vector<Value> arguments = argumentsOf(frame, lambda);
    value = vm_.call(function, std::span<const Value>(arguments));
  });
  if (result.error.empty()) result.value = std::move(value);
  return result;
}

Evaluated FrameEvaluator::execute(StackFrame& frame, const std::string& source, uint64_t fuel) {
  if (syntaxErrorOf(expressionText(source)).empty()) return evaluate(frame, source, fuel);
  return guarded(fuel, [&] {
    if (frame.isModuleLevel()) return runInModule(frame, source);
    const Compiled body = compiled(frame, source, Form::Statements);
    const std::vector<Value> arguments = argumentsOf(frame, body);
    const Value names = vm_.call(body.function, std::span<const Value>(arguments));
    Dict* bound = names.as<Dict>();
    if (!bound) return;  // the statements have returned
    const std::vector<std::string> own = frame.names();
    keepNames(*bound, own);
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string& name = body.parameters[i];
      if (std::ranges::find(own, name) == own.end()) continue;
      const Value* now = bound->find(vm_.intern(name));
      if (now && now->same(arguments[i])) continue;
      if (!frame.set(VariableScope::Locals, name, now ? *now : Value()) &&
          (now || !arguments[i].isUnbound()))
        vm_.raise(vm_.types.NameError, fmt::format("'{}' is a value of a graph, which cannot be "
                                                   "changed",
                                                   name));
    }
  });
}

Evaluated FrameEvaluator::caught(void (*run)(void*), void* work, uint64_t fuel) {
  Evaluated result;
  // Another run of the program does not evaluate the source again.
  const eager::HostJournal::Pause pause(eager::eagerOf(vm_).journal);
  uint64_t& used = vm_.state().fuel;
  const uint64_t before = used;
  const auto outOfMemory = [] {
    return fmt::format("MemoryError: the evaluation needs more than {} MB (kMaxEvaluationBytes)",
                       kMaxEvaluationBytes >> 20);
  };
  used = vm_.limits().fuel - std::min(fuel, vm_.limits().fuel);
  try {
    const heap::Budget budget(kMaxEvaluationBytes);
    run(work);
  } catch (const Raised& raised) {
    used = before;
    result.error = textOf(vm_, *raised.exception);
  } catch (const GapReached& gap) {
    used = before;
    result.error = textOf(vm_, *gap.exception);
  } catch (const LimitReached& reached) {
    result.error = reached.limit == "memory"
                       ? outOfMemory()
                       : fmt::format("the evaluation needs more than {} steps", fuel);
  } catch (const UnknownTruth&) {
    result.error = "the value is unknown";
  } catch (const std::bad_alloc&) {
    const heap::Reserve reserve;
    result.error = outOfMemory();
  } catch (const std::length_error&) {
    result.error = outOfMemory();
  }
  used = before;
  return result;
}

}  // namespace ts::stepping
