#include "core/compiler/slicing/root_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "core/base/sort_unique.h"
#include "core/compiler/evaluated/evaluated_file.h"
#include "core/compiler/roots/check_file.h"
#include "core/compiler/trace_lints/trace_hazards.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/vm.h"
#include "core/source/library_path.h"

namespace ts::compiler {

namespace {

// For each function that is called with Unknown arguments.
constexpr uint64_t kMostForEntry = 5'000'000;

class RootRun {
 public:
  RootRun(CompilationUnit& unit, const PyModule& root, const RootProgram& program,
          const eval::Choices::Decisions& decisions, const RootVisitor& visit)
      : unit_(unit),
        vm_(unit.environment().vm()),
        root_(root),
        program_(program),
        choices_(decisions),
        visit_(visit) {
    vm_.state().choices = &choices_;
    vm_.state().jitListener = [this](const eval::JitEvent& event) {
      if (isSite(event.at) && !event.object.isUnknown()) compile(event);
    };
  }
  ~RootRun() {
    vm_.state().choices = nullptr;
    vm_.state().jitListener = nullptr;
  }
  RootRun(const RootRun&) = delete;
  RootRun& operator=(const RootRun&) = delete;

  RootReport check() {
    defineBuiltins();
    file_.emplace(unit_.environment(), root_, EvaluatedFile::Run::Whole);
    noteLimit(file_->limit());
    for (const std::string& name : program_.modules) runModule(name);
    for (const RootEntry& entry : program_.entries) {
      unit_.pollStop();
      if (!isFound_) runEntry(entry);
    }
    for (const RootEntry& fallback : program_.fallbacks) {
      unit_.pollStop();
      if (!isFound_ && !areAllKnown()) runEntry(fallback);
    }
    report_.lost = choices_.lost();
    findSkipped();
    return std::move(report_);
  }

 private:
  void define(const char* name,
              std::function<eval::Value(eval::Vm&, std::span<const eval::Value>)> body) {
    eval::Dict& builtins = vm_.builtins();
    builtins.set(vm_.intern(name), vm_.closure(name, std::move(body)));
  }

  void defineBuiltins() {
    vm_.builtins().set(vm_.intern(kSliceUnknown), eval::Value::unknown());
    define(kSliceFailed, [this](eval::Vm& vm, std::span<const eval::Value> args) {
      if (!args.empty()) fail(vm.where(), args[0]);
      return eval::Value::none();
    });
    define(kSliceBound, [this](eval::Vm& vm, std::span<const eval::Value> args) {
      const SourceRange at = vm.where();
      if (!args.empty()) isUnknown_[{at.file, at.span.begin}] = args[0].isUnknown();
      return eval::Value::none();
    });
    define(kSliceCall, [this](eval::Vm& vm, std::span<const eval::Value> args) {
      if (!args.empty()) noteLimit(callWithUnknown(vm, args[0], kMostForEntry).limit);
      return eval::Value::none();
    });
    define(kSliceMay, [](eval::Vm& vm, std::span<const eval::Value> args) {
      return eval::Value::boolean(mayBe(vm, args, true));
    });
    define(kSliceMayNot, [](eval::Vm& vm, std::span<const eval::Value> args) {
      return eval::Value::boolean(mayBe(vm, args, false));
    });
    define(kSliceScript, [](eval::Vm& vm, std::span<const eval::Value> args) {
      if (args.empty()) return eval::Value::unknown();
      eval::recordJitEvent(vm, {eval::JitUse::Script, args[0], vm.where(), {}, {}});
      return args[0];
    });
  }

  // True when the truth of a guard is `wanted`, or is not known.
  static bool mayBe(eval::Vm& vm, std::span<const eval::Value> args, bool wanted) {
    if (args.empty() || args[0].isUnknown()) return true;
    try {
      return vm.truth(args[0]) == wanted;
    } catch (const eval::UnknownTruth&) {
      return true;
    } catch (const eval::Raised&) {
      return true;
    }
  }

  void fail(SourceRange at, const eval::Value& exception) {
    const eval::Object* object = exception.object();
    if (!object) return;
    std::string message;
    try {
      message = vm_.toStr(exception);
    } catch (...) {  // its __str__ failed: report the class only
    }
    failures_.insert(
        {{at.file, at.span.begin}, object->cls->name + (message.empty() ? "" : ": " + message)});
  }

  template <typename F>
  void quietly(F&& work) {
    try {
      work();
    } catch (const eval::Raised&) {
    } catch (const eval::UnknownTruth&) {
    } catch (const eval::LimitReached& reached) {
      noteLimit(reached);
    }
  }

  void noteLimit(const std::optional<eval::LimitReached>& reached) {
    if (reached && !limit_) limit_ = reached;
  }

  void runModule(const std::string& name) {
    quietly([&] {
      if (eval::Ref<eval::Module> module = vm_.module(name)) vm_.runModule(*module);
    });
  }

  void runEntry(const RootEntry& entry) {
    quietly([&] {
      eval::Ref<eval::Module> module =
          entry.module == root_.name ? file_->module() : vm_.module(entry.module);
      if (!module) return;
      eval::Value attribute = vm_.moduleAttribute(*module, vm_.intern(entry.path[0]));
      for (size_t i = 1; i < entry.path.size(); ++i) {
        auto* cls = attribute.as<eval::Class>();
        if (!cls) return;
        if (i + 1 < entry.path.size()) {
          attribute = vm_.getattr(attribute, entry.path[i]);
          continue;
        }
        eval::Value instance = callWithUnknown(vm_, attribute, kMostForEntry).value;
        if (instance.isUnbound()) instance = vm_.instance(cls);
        attribute = vm_.getattr(instance, entry.path[i]);
      }
      noteLimit(callWithUnknown(vm_, attribute, kMostForEntry).limit);
    });
  }

  bool isSite(const SourceRange& at) const {
    return at.file == root_.tree->file.get() &&
           std::ranges::find(program_.sites, at.span) != program_.sites.end();
  }

  bool isKnown(const SourceRange& at) const {
    return std::ranges::any_of(vm_.jitEvents, [&](const eval::JitEvent& event) {
      return event.at == at && !event.object.isUnknown();
    });
  }
  bool areAllKnown() const {
    return std::ranges::all_of(program_.sites, [&](Span site) {
      return isKnown({root_.tree->file.get(), site});
    });
  }

  void findSkipped() {
    for (Span site : program_.sites) {
      const SourceRange at{root_.tree->file.get(), site};
      if (isKnown(at)) continue;
      const bool isReached = std::ranges::any_of(
          vm_.jitEvents, [&](const eval::JitEvent& event) { return event.at == at; });
      report_.skipped.push_back(explain(at, isReached));
    }
  }

  void compile(const eval::JitEvent& event) {
    eval::Choices* choices = std::exchange(vm_.state().choices, nullptr);
    if (!visit_)
      compileObject(event);
    else if (!isFound_)
      isFound_ = visit_(event);
    vm_.state().choices = choices;
    sortUnique(report_.reached);
  }

  void compileObject(const eval::JitEvent& event) {
    const size_t before = unit_.sink().size();
    if (event.use == eval::JitUse::Trace) {
      checkTraceEvent(unit_.context(), root_, event);
      ++report_.models;
      addReachedClasses(unit_, event.object, report_.reached);
      return;
    }
    const eval::Object* object = event.object.object();
    if (object && (object->kind == eval::Kind::Function || object->kind == eval::Kind::Class) &&
        std::ranges::find(program_.sitesOfDefinitions, event.at.span) !=
            program_.sitesOfDefinitions.end() &&
        !isModuleClass(unit_, event.object))
      return;
    const CompiledRoot result = checkScripted(unit_, root_, event.object, placeOf(event));
    if (result.module && !result.function && hasUnknownForward(*object))
      report_.skipped.push_back(
          {event.at, fmt::format("`{}.forward` is not known", object->cls->name), {}});
    else
      ++(result.module ? report_.models : report_.functions);
    addReachedClasses(unit_, event.object, report_.reached);
    relateToRoot(unit_, before, event.at, "scripted at");
  }

  // The range of the problems of an object. An instance has the range of the whole call. Any other
  // object has the range of the call's first argument, as in checkRead(), so that a problem that
  // both report appears once.
  SourceRange placeOf(const eval::JitEvent& event) const {
    const eval::Object* object = event.object.object();
    const bool isOwn = object && object->kind == eval::Kind::Instance;
    const auto site = std::ranges::find(program_.sites, event.at.span);
    if (isOwn || site == program_.sites.end() || event.at.file != root_.tree->file.get())
      return event.at;
    return {event.at.file, program_.objects[static_cast<size_t>(site - program_.sites.begin())]};
  }

  bool hasUnknownForward(const eval::Object& instance) const {
    const eval::Value* forward = instance.cls->lookup(vm_.intern("forward"));
    return forward && forward->isUnknown();
  }

  // ---- saying what is not known

  const Slice* sliceOf(const SourceFile* file) const {
    for (const auto& [path, slice] : program_.slices)
      if (slice.tree->file.get() == file) return &slice;
    return nullptr;
  }

  SkippedRoot explain(SourceRange site, bool isReached) const {
    SkippedRoot skipped{site, {}, {}};
    const Slice* slice = sliceOf(site.file);
    const SliceBinding* origin = slice ? originOf(*slice, site) : nullptr;
    if (!isReached && limit_) {
      skipped.reason =
          fmt::format("the evaluation reaches its limit on {} before it gets here", limit_->limit);
      skipped.isAtLimit = true;
      skipped.origin = placeOfLimit();
      return skipped;
    }
    if (!origin) {
      if (isReached && noteGapBefore(site, skipped)) return skipped;
      skipped.reason = isReached ? "its argument is not known"
                                 : "the code that calls it is not found, or fails before it";
      if (!failures_.empty()) {
        const auto& [place, text] = *failures_.begin();
        skipped.reason = text;
        skipped.origin = {place.first, {place.second, place.second}};
      }
      return skipped;
    }
    skipped.origin = {site.file, origin->at};
    const auto failure = failures_.find({site.file, origin->at.begin});
    if (failure != failures_.end())
      skipped.reason = fmt::format("`{}` is not known: {}", origin->name, failure->second);
    else if (const auto* gap = gapIn({site.file, origin->at}))
      skipped.reason = fmt::format("`{}` is not known: {}", origin->name, gap->what);
    else if (origin->isParameter)
      skipped.reason = fmt::format("no call is known that gives the parameter `{}`", origin->name);
    else
      skipped.reason = fmt::format("the value of `{}` is not known", origin->name);
    return skipped;
  }

  // The first gap that the code in the range has met; null for none.
  const eval::Vm::State::Gap* gapIn(SourceRange range) const {
    for (const eval::Vm::State::Gap& gap : vm_.state().gaps) {
      for (const auto& place : gap.stack) {
        if (place.at.file == range.file && place.at.span.begin >= range.span.begin &&
            place.at.span.end <= range.span.end)
          return &gap;
      }
    }
    return nullptr;
  }

  // Gives the last gap of the file before the end of the call as the reason. Returns false without
  // one.
  bool noteGapBefore(SourceRange site, SkippedRoot& skipped) const {
    for (const eval::Vm::State::Gap& gap : vm_.state().gaps) {
      for (const auto& place : gap.stack) {
        if (place.at.file != site.file || place.at.span.begin > site.span.end) continue;
        if (skipped.origin && skipped.origin.span.begin > place.at.span.begin) continue;
        skipped.reason = "its argument is not known: " + gap.what;
        skipped.origin = place.at;
      }
    }
    return static_cast<bool>(skipped.origin);
  }

  // The innermost code of the user that ran when the limit was reached.
  SourceRange placeOfLimit() const {
    for (const auto& place : limit_->stack)
      if (place.at.file && !place.at.file->path().starts_with('<') &&
          !isLibrary(place.at.file->path()))
        return place.at;
    return {};
  }

  // Follows the argument of the call back to the binding where a value became Unknown.
  const SliceBinding* originOf(const Slice& slice, SourceRange site) const {
    auto isUnknown = [&](const SliceBinding& binding) {
      const auto match = isUnknown_.find({site.file, binding.at.begin});
      return (match != isUnknown_.end() && match->second) ||
             failures_.contains({site.file, binding.at.begin});
    };
    const auto call = std::ranges::find(slice.calls, site.span, &SliceBinding::at);
    if (call == slice.calls.end()) return nullptr;
    const SliceBinding* origin = nullptr;
    for (const SliceBinding* at = &*call; at;) {
      const SliceBinding* before = nullptr;
      for (const SliceBinding& binding : slice.bindings) {
        const bool isUsed = std::ranges::find(at->uses, binding.name) != at->uses.end();
        if (isUsed && binding.at.begin < at->at.begin && isUnknown(binding) &&
            (!before || binding.at.begin > before->at.begin))
          before = &binding;
      }
      if (before) origin = before;
      at = before;
    }
    return origin;
  }

  using BindingKey = std::pair<const SourceFile*, uint32_t>;
  CompilationUnit& unit_;
  eval::Vm& vm_;
  const PyModule& root_;
  const RootProgram& program_;
  eval::Choices choices_;
  const RootVisitor& visit_;
  bool isFound_ = false;  // visit_ has returned true
  std::optional<EvaluatedFile> file_;
  RootReport report_;
  std::map<BindingKey, bool> isUnknown_;  // the bindings that ran
  std::map<BindingKey, std::string> failures_;
  std::optional<eval::LimitReached> limit_;  // the first one that ended a part of the program
};

diag::Diagnostic atRoot(const diag::Diagnostic& problem, SourceRange root) {
  diag::Diagnostic moved = problem;
  const SourceFile& file = *problem.range.file;
  moved.range = root;
  moved.message = fmt::format("in {}, line {}: {}", file.path(),
                              file.lineOf(problem.range.span.begin), problem.message);
  moved.labels = {{problem.range, problem.message}};
  moved.fixes.clear();
  return moved;
}

}  // namespace

void relateToRoot(CompilationUnit& unit, size_t first, SourceRange root, std::string_view how) {
  if (unit.sink().size() <= first) return;
  std::vector<diag::Diagnostic> all = unit.sink().diagnostics();
  unit.sink().rollBack(first);
  const std::string& path = root.file->path();
  const std::string note = fmt::format("{} {}:{}", how, path.substr(path.rfind('/') + 1),
                                       root.file->lineOf(root.span.begin));
  for (size_t i = first; i < all.size(); ++i) {
    const SourceFile* file = all[i].range.file;
    if (file && isLibrary(file->path()) && !isLibrary(path)) {
      unit.report(atRoot(all[i], root));
      continue;
    }
    if (file != root.file) all[i].note(note, root);
    unit.report(all[i]);
  }
}

std::vector<eval::Value> modulesIn(CompilationUnit& unit, const eval::Value& instance) {
  eval::Vm& vm = unit.environment().vm();
  std::vector<eval::Value> values;
  std::set<const eval::Object*> seen;
  const auto add = [&](const eval::Value& value) {
    const eval::Object* object = value.object();
    if (object && object->kind == eval::Kind::Instance && seen.insert(object).second)
      values.push_back(value);
  };
  add(instance);
  for (size_t i = 0; i < values.size(); ++i) {
    const eval::Object* object = values[i].object();
    const eval::Value* modules =
        object->attributes ? object->attributes->find(vm.intern("_modules")) : nullptr;
    if (auto* children = modules ? modules->as<eval::Dict>() : nullptr)
      children->each([&](const eval::Value&, const eval::Value& child) { add(child); });
  }
  return values;
}

void addReachedClasses(CompilationUnit& unit, const eval::Value& instance,
                       std::vector<ReachedClass>& reached) {
  for (const eval::Value& module : modulesIn(unit, instance)) {
    for (const eval::Class* cls : module.object()->cls->mro) {
      if (!cls->definition || !cls->module || !cls->module->source) continue;
      reached.push_back({cls->module->source->path(), cls->definition->name.span});
    }
  }
}

RootReport checkRoots(CompilationUnit& unit, const PyModule& root, const RootProgram& program,
                      const eval::Choices::Decisions& decisions, const RootVisitor& visit) {
  try {
    return RootRun(unit, root, program, decisions, visit).check();
  } catch (const Cancelled&) {
    return {};
  }
}

}  // namespace ts::compiler
