#include "core/compiler/modules/library_graphs.h"

#include <algorithm>
#include <optional>

#include "core/compiler/unit.h"
#include "core/eval/library_changes.h"

namespace ts::compiler {

namespace {

constinit const LibraryGraphs* graphs = nullptr;  // never destroyed: they are part of the image

// What the evaluator has for a function of the library, by which later units know it; null: it
// isn't one, or not as it was written.
const eval::Function* identityOf(const PyFunction& source, CompilationUnit& unit) {
  eval::Function* function = source.evaluated.get();
  const bool isPlain = function && !source.declaration && source.overloads.empty() &&
                       eval::isOfLibrary(function->module.get());
  return isPlain && unit.environment().functionOf(*function) == &source ? function : nullptr;
}

// Whether a graph means the same in all units, given its self, the modules in it and what it calls.
class Portable {
 public:
  explicit Portable(std::span<const LibraryGraphs::Callee> callees) : callees_(callees) {}

  bool isPortable(const ir::Function& function, bool isMethod) const {
    auto isKnown = [&](const ops::Argument& argument) {
      return isCommon(argument.type) &&
             (!argument.defaultValue || isCommon(argument.defaultValue->type()));
    };
    return std::ranges::all_of(std::span(function.schema.arguments).subspan(isMethod ? 1 : 0),
                               isKnown) &&
           std::ranges::all_of(function.schema.returns, isKnown) &&
           isPortable(*function.graph->block());
  }

 private:
  static bool isCommon(types::TypePtr type) {
    return &type->table() == &types::TypeTable::global();
  }

  // MethodReuse has seen to it that modules are in no places but those in which they can be
  // replaced.
  bool isReplaceable(types::TypePtr type) const {
    const auto* cls = types::cast<types::ClassType>(type);
    return isCommon(type) || (cls && cls->isModule()) ||
           std::ranges::find(callees_, type, &LibraryGraphs::Callee::type) != callees_.end();
  }

  bool isPortable(const ir::Block& block) const {
    auto hasKnownType = [&](const ir::Value* value) { return isReplaceable(value->type()); };
    auto isKnown = [&](const ir::Attribute& attribute) {
      if (const auto* type = std::get_if<types::TypePtr>(&attribute.value)) return isCommon(*type);
      if (const auto* all = std::get_if<std::vector<types::TypePtr>>(&attribute.value))
        return std::ranges::all_of(*all, isCommon);
      if (const auto* constant = std::get_if<types::Constant>(&attribute.value))
        return isReplaceable(constant->type());
      return true;
    };
    auto isNodeKnown = [&](const ir::Node* node) {
      return !node->callStack() && std::ranges::all_of(node->outputs(), hasKnownType) &&
             std::ranges::all_of(node->attributes(), isKnown) &&
             std::ranges::all_of(node->blocks(),
                                 [&](const ir::Block* inner) { return isPortable(*inner); });
    };
    for (const ir::Node* node : block.nodes())
      if (!isNodeKnown(node)) return false;
    return std::ranges::all_of(block.inputs(), hasKnownType);
  }

  std::span<const LibraryGraphs::Callee> callees_;
};

// The functions that it calls; null: it means something in its own unit alone.
std::optional<std::vector<LibraryGraphs::Callee>> calleesOf(const MethodReuse::Compiled& known,
                                                            CompilationUnit& unit) {
  if (known.asked.isOfUnit || (known.self && !eval::isOfLibrary(known.self->cls->module.get())))
    return std::nullopt;
  std::vector<LibraryGraphs::Callee> callees;
  for (const PyFunction* callee : known.asked.functions) {
    if (!identityOf(*callee, unit)) return std::nullopt;
    callees.push_back({callee->evaluated, unit.typeTable().makeFunction(unit.compile(*callee))});
  }
  if (!Portable(callees).isPortable(*known.function, known.self != nullptr)) return std::nullopt;
  return callees;
}

}  // namespace

void LibraryGraphs::keep(std::unique_ptr<CompilationUnit> unit) {
  auto made = std::make_unique<LibraryGraphs>();
  for (const auto& [source, all] : unit->reuse().compiled()) {
    const eval::Function* identity = identityOf(*source, *unit);
    if (!identity) continue;
    for (const MethodReuse::Compiled& compiled : all)
      if (auto callees = calleesOf(compiled, *unit))
        made->known_[identity].push_back({compiled, std::move(*callees)});
  }
  made->unit_ = std::move(unit);
  graphs = made.release();
}

std::span<const LibraryGraphs::Known> LibraryGraphs::find(const PyFunction& source,
                                                          CompilationUnit& unit) {
  if (!graphs || !source.evaluated || source.declaration) return {};
  auto found = graphs->known_.find(source.evaluated.get());
  if (found == graphs->known_.end()) return {};
  eval::Vm& vm = unit.environment().vm();
  if (&vm != &graphs->unit_->environment().vm() || !eval::isLibraryUnchanged(vm)) return {};
  return found->second;
}

bool LibraryGraphs::mapCallees(const Known& known, CompilationUnit& unit, MethodReuse::Types& to) {
  for (const Callee& callee : known.callees) {
    ir::Function* now = unit.compile(*unit.environment().functionOf(*callee.source));
    if (!now || !now->graph || unit.isBeingCompiled(now)) return false;
    to.emplace_back(callee.type, unit.typeTable().makeFunction(now));
  }
  return true;
}

}  // namespace ts::compiler
