#include "core/compiler/modules/method_reuse.h"

#include <algorithm>
#include <ranges>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/ir/duplicate.h"
#include "core/ir/kinds.h"
#include "core/passes/annotate_warns.h"

namespace ts::compiler {

namespace {

// Limit on the graphs tried for one method: the most recent ones. If none fits, the method is
// compiled.
constexpr size_t kMostTried = 16;

bool isModule(types::TypePtr type) {
  const auto* cls = types::cast<types::ClassType>(type);
  return cls && cls->isModule();
}

bool mentionsModule(types::TypePtr type) {
  return isModule(type) || std::ranges::any_of(type->contained(), mentionsModule);
}

// True when module types occur in the graph only as types of values that get or set attributes or
// call methods.
bool canBeRetyped(const ir::Block& block) {
  auto isSimple = [](const ir::Value* value) {
    if (!isModule(value->type())) return !mentionsModule(value->type());
    return std::ranges::all_of(value->uses(), [](const ir::Use& use) {
      const ir::Node& user = *use.user;
      return use.offset == 0 && (user.is(ir::prim::GetAttr) || user.is(ir::prim::SetAttr) ||
                                 user.is(ir::prim::CallMethod));
    });
  };
  auto isFree = [](const ir::Attribute& attribute) {
    if (const auto* type = std::get_if<types::TypePtr>(&attribute.value))
      return !mentionsModule(*type);
    if (const auto* all = std::get_if<std::vector<types::TypePtr>>(&attribute.value))
      return std::ranges::none_of(*all, mentionsModule);
    return !std::holds_alternative<ir::GraphPtr>(attribute.value);
  };
  if (!std::ranges::all_of(block.inputs(), isSimple)) return false;
  for (const ir::Node* node : block.nodes()) {
    if (!std::ranges::all_of(node->outputs(), isSimple) ||
        !std::ranges::all_of(node->attributes(), isFree))
      return false;
    for (const ir::Block* inner : node->blocks())
      if (!canBeRetyped(*inner)) return false;
  }
  return true;
}

bool hasWarnings(const ir::Block& block) {
  for (const ir::Node* node : block.nodes()) {
    if (node->hasAttribute(ir::attr::warn_id)) return true;
    if (std::ranges::any_of(node->blocks(),
                            [](const ir::Block* inner) { return hasWarnings(*inner); }))
      return true;
  }
  return false;
}

bool isSameDefault(const std::optional<types::Constant>& a,
                   const std::optional<types::Constant>& b) {
  return a.has_value() == b.has_value() && (!a || identical(*a, *b));
}

bool isSameCall(const ops::FunctionSchema& a, const ops::FunctionSchema& b) {
  auto same = [](const ops::Argument& x, const ops::Argument& y) {
    return x.name == y.name && x.type == y.type && isSameDefault(x.defaultValue, y.defaultValue);
  };
  auto withoutSelf = [](const ops::FunctionSchema& schema) {
    return std::span(schema.arguments).subspan(std::min<size_t>(1, schema.arguments.size()));
  };
  return std::ranges::equal(withoutSelf(a), withoutSelf(b), same) &&
         std::ranges::equal(a.returns, b.returns, same);
}

}  // namespace

// Compares a module's answers with those of another module, and collects which of their types
// correspond.
class MethodReuse::Comparison {
 public:
  Comparison(CompileContext& context, ModuleCompiler& compiler)
      : context_(context), compiler_(compiler) {}

  bool map(ConcreteModule* from, ConcreteModule* to) {
    for (const auto& [copied, other] : modules_)
      if (copied == from) return other == to;
    auto isPlain = [](const ConcreteModule& module) {
      return !module.isPartial && module.hooks.empty() && module.preHooks.empty();
    };
    if (from->cls != to->cls || from->container != to->container || !isPlain(*from) ||
        !isPlain(*to))
      return false;
    modules_.emplace_back(from, to);
    return true;
  }

  bool isSame(const MemberQuery& query) {
    auto entry =
        std::ranges::find(modules_, query.module, [](const auto& pair) { return pair.first; });
    if (entry == modules_.end()) return false;
    const ConcreteModule& from = *entry->first;
    ConcreteModule& to = *entry->second;
    if (query.name.empty()) return haveSameMembers(from, to);
    const std::string& name = query.name;
    const ModuleMember kind = to.kindOf(name);
    if (query.answer == ModuleMember::Method) return isSameMethod(*query.method, to, name, kind);
    if (kind != query.answer) return false;
    switch (kind) {
      case ModuleMember::Module: return map(from.module(name), to.module(name));
      case ModuleMember::Attribute:
        return from.type->attribute(name)->type == to.type->attribute(name)->type;
      case ModuleMember::Constant:
        return identical(*from.type->constant(name), *to.type->constant(name));
      case ModuleMember::Callable: return from.callables.at(name) == to.callables.at(name);
      case ModuleMember::Failed:
      case ModuleMember::OfClass: return true;
      default: return false;
    }
  }

  Types types() const {
    Types result;
    for (const auto& [from, to] : modules_) result.emplace_back(from->type, to->type);
    return result;
  }

 private:
  bool isSameMethod(const ir::Function& method, ConcreteModule& to, const std::string& name,
                    ModuleMember kind) {
    ir::Function* own = nullptr;
    if (kind == ModuleMember::Method) {
      own = to.type->method(name);
    } else if (const PyFunction* source =
                   kind == ModuleMember::OfClass ? compiler_.methods().find(to, name) : nullptr) {
      own = compiler_.methods().compile(to, name, *source);
    }
    if (!own || context_.functions().isBeingCompiled(own)) return false;
    context_.functions().ensureCompiled(own);
    return isSameCall(method.schema, own->schema);
  }

  bool haveSameMembers(const ConcreteModule& from, const ConcreteModule& to) {
    if (from.attributes != to.attributes || from.modules.size() != to.modules.size()) return false;
    for (size_t i = 0; i < from.modules.size(); ++i) {
      const auto& [name, inner] = from.modules[i];
      if (name != to.modules[i].first || !map(inner, to.modules[i].second)) return false;
    }
    return true;
  }

  CompileContext& context_;
  ModuleCompiler& compiler_;
  std::vector<std::pair<ConcreteModule*, ConcreteModule*>> modules_;
};

bool MethodReuse::copy(ir::Function& function, const CompiledMethod& existing,
                       ConcreteModule& self) {
  Comparison comparison(context_, modules_);
  auto isSame = [&](const MemberQuery& query) { return comparison.isSame(query); };
  if (!comparison.map(existing.self, &self) ||
      !std::ranges::all_of(existing.queries.members, isSame))
    return false;
  function.graph = ir::duplicate(*existing.function->graph, comparison.types());
  if (existing.hasWarnings)
    passes::annotateWarns(*function.graph);  // each copy of a warning needs its own number
  function.schema = existing.function->schema;
  function.schema.arguments[0].type = self.type;
  return true;
}

bool MethodReuse::reuse(ir::Function& function, const PyFunction& source, ConcreteModule& self) {
  const auto entry = compiled_.find(&source);
  if (entry == compiled_.end()) return false;
  const std::deque<CompiledMethod>& all = entry->second;
  for (size_t tried = 0, size = all.size(); tried < std::min(size, kMostTried); ++tried)
    if (copy(function, all[size - 1 - tried], self)) return true;
  return false;
}

void MethodReuse::end(ir::Function& function, const PyFunction& source, ConcreteModule* self,
                      bool isWhole) {
  Queries queries = std::move(open_.back());
  open_.pop_back();
  if (!self || !isWhole || !queries.areComparable || !canBeRetyped(*function.graph->block()))
    return;
  compiled_[&source].push_back(
      {&function, self, std::move(queries), hasWarnings(*function.graph->block())});
}

void MethodReuse::record(ConcreteModule& module, std::string_view name, ModuleMember answer,
                         const ir::Function* method) {
  if (open_.empty()) return;
  auto& queries = open_.back().members;
  for (const MemberQuery& query : queries)
    if (query.module == &module && query.name == name) return;
  queries.push_back({&module, std::string(name), answer, method});
}

void MethodReuse::recordMember(ConcreteModule& module, std::string_view name, ModuleMember kind) {
  if (kind == ModuleMember::Method) return recordMethod(module, name, module.type->method(name));
  record(module, name, kind, nullptr);
}

void MethodReuse::recordMethod(ConcreteModule& module, std::string_view name,
                               ir::Function* method) {
  record(module, name, ModuleMember::Method, method);
}

void MethodReuse::recordAllMembers(ConcreteModule& module) {
  record(module, "", ModuleMember::Module, nullptr);
}

void MethodReuse::recordUncomparable() {
  if (!open_.empty()) open_.back().areComparable = false;
}

}  // namespace ts::compiler
