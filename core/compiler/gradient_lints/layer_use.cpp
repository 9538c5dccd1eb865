#include "core/compiler/gradient_lints/layer_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/compiler/gradient_lints/torch_operators.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using namespace syntax;
using diag::Rule;

namespace {

// Members of nn.Module that reach the layers without their names.
constexpr std::string_view kReachLayers[] = {
    "children",   "named_children",   "modules",       "named_modules", "_modules",
    "parameters", "named_parameters", "get_submodule", "get_parameter", "__dict__",
    "state_dict", "load_state_dict",  "_parameters",
};

// `self.NAME = CALL` in an __init__.
struct LayerDefinition {
  std::string_view name;
  const Expr* target = nullptr;
  const Expr* value = nullptr;
};

std::vector<LayerDefinition> definitionsIn(const FunctionDef& init) {
  std::vector<LayerDefinition> definitions;
  for (const Stmt* stmt : init.body) {
    const auto* assign = dynCast<Assign>(stmt);
    const auto* target =
        assign && assign->targets.size() == 1 ? dynCast<Attribute>(assign->targets[0]) : nullptr;
    const auto* self = target ? dynCast<Name>(target->value) : nullptr;
    if (self && self->id == "self")
      definitions.push_back({target->attr.text, target, assign->value});
  }
  return definitions;
}

const PyFunction* initOf(const PyClass& cls) {
  const PyFunction* init = cls.method("__init__");
  return init && init->def ? init : nullptr;
}

// The name of the class of torch.nn that an expression makes an instance of; empty for others.
std::string layerClass(GradientFile& file, const PyScope& scope, const Expr& value) {
  const auto* call = dynCast<Call>(&value);
  const PyRef callee = call ? file.context.environment().evaluate(scope, *call->func) : nullptr;
  return callee && callee->kind == PyKind::External ? callee->name : std::string();
}

// Counts the uses of names in a file.
struct UseCounter {
  GradientFile& file;
  const PyScope& scope;
  std::map<std::string_view, size_t> attributes;  // as attributes that are read, and as strings
  std::map<std::string_view, size_t> underNoGrad;
  bool freezes = false;
  int noGrad = 0;

  void operator()(const Expr& expr) {
    if (const auto* attribute = dynCast<Attribute>(&expr)) {
      freezes |= attribute->attr.text.starts_with("requires_grad");
      if (attribute->ctx == Context::Load) {
        ++attributes[attribute->attr.text];
        if (noGrad > 0) ++underNoGrad[attribute->attr.text];
      }
    }
    if (const auto* constant = dynCast<Constant>(&expr);
        constant && constant->constant == ConstantKind::Str) {
      // "model.head.weight" may name the layer `head`.
      std::string_view text = constant->text;
      while (!text.empty()) {
        const size_t end = std::min(text.find('.'), text.size());
        ++attributes[text.substr(0, end)];
        text.remove_prefix(std::min(end + 1, text.size()));
      }
    }
    forEachChild(expr, *this);
  }
  void operator()(const Stmt& stmt) {
    const bool isOff = isNoGrad(stmt);
    if (isOff) ++noGrad;
    forEachChild(stmt, *this);
    if (isOff) --noGrad;
  }
  void operator()(const Pattern&) {}

 private:
  bool isNoGrad(const Expr& context) const {
    const auto* call = dynCast<Call>(&context);
    const PyRef object = call ? file.context.environment().evaluate(scope, *call->func) : nullptr;
    return object && object->kind == PyKind::External && call->args.empty() &&
           (object->name == "torch.no_grad" || object->name == "torch.inference_mode");
  }
  bool isNoGrad(const Stmt& stmt) const {
    return stmt.kind == StmtKind::With &&
           std::ranges::any_of(as<With>(stmt).items,
                               [&](const WithItem* item) { return isNoGrad(*item->contextExpr); });
  }
};

// True when a method passes `self` on or asks for all layers.
struct ReachesLayers {
  bool found = false;
  void operator()(const Expr& expr) {
    if (const auto* attribute = dynCast<Attribute>(&expr)) {
      if (const auto* self = dynCast<Name>(attribute->value); self && self->id == "self") {
        found |= std::ranges::find(kReachLayers, attribute->attr.text) != std::end(kReachLayers);
        return;
      }
    }
    const auto* call = dynCast<Call>(&expr);
    const auto* callee = call ? dynCast<Name>(call->func) : nullptr;
    if (callee && callee->id == "super") return;  // super(Net, self)
    if (const auto* name = dynCast<Name>(&expr)) found |= name->id == "self";
    forEachChild(expr, *this);
  }
  void operator()(const Stmt& stmt) { forEachChild(stmt, *this); }
  void operator()(const Pattern&) {}
};

struct IsBase {
  std::string_view cls;
  bool found = false;
  void operator()(const Stmt& stmt) {
    if (const auto* def = dynCast<ClassDef>(&stmt)) {
      for (const Expr* base : def->bases) {
        const auto* name = dynCast<Name>(base);
        found |= name && name->id == cls;
      }
    }
    forEachChild(stmt, *this);
  }
  void operator()(const Expr&) {}
  void operator()(const Pattern&) {}
};

bool isClosed(GradientFile& file, const PyClass& cls) {
  if (cls.bases.size() != 1 || cls.bases[0]->name != "torch.nn.Module" || !cls.def ||
      !cls.def->decorators.empty() || !cls.method("forward"))
    return false;
  IsBase isBase{cls.def->name.text};
  ReachesLayers reaches;
  for (const Stmt* stmt : file.module.tree->body) isBase(*stmt);
  for (const Stmt* stmt : cls.def->body) reaches(*stmt);
  return !isBase.found && !reaches.found;
}

}  // namespace

LayerAttributes layersOf(GradientFile& file, const PyClass& cls) {
  LayerAttributes layers;
  const PyFunction* init = initOf(cls);
  if (!init) return layers;
  UseCounter uses{file, *init->scope};
  for (const Stmt* stmt : cls.def->body) uses(*stmt);
  if (uses.freezes) return layers;
  for (const LayerDefinition& definition : definitionsIn(*init->def)) {
    const std::string name = layerClass(file, *init->scope, *definition.value);
    Flow flow =
        name == "torch.nn.Parameter"
            ? Flow::of(Flow::Kind::Tracked, true)
            : flowOfObject(*file.context.environment().evaluate(*init->scope, *definition.value));
    const auto [entry, isNew] = layers.try_emplace(definition.name, flow);
    if (!isNew) entry->second = {};  // one of several
  }
  return layers;
}

void checkLayerUse(GradientFile& file, const PyClass& cls) {
  const PyFunction* init = initOf(cls);
  if (!init || !isClosed(file, cls)) return;
  UseCounter uses{file, *init->scope};
  for (const Stmt* stmt : file.module.tree->body) uses(*stmt);
  if (uses.freezes) return;
  for (const LayerDefinition& definition : definitionsIn(*init->def)) {
    const std::string layer = layerClass(file, *init->scope, *definition.value);
    if (!hasParameters(layer)) continue;
    const auto used = uses.attributes.find(definition.name);
    const auto silent = uses.underNoGrad.find(definition.name);
    const SourceRange at{file.source(), definition.target->span};
    const SourceRange forward{file.source(), cls.method("forward")->def->name.span};
    if (used == uses.attributes.end()) {
      diag::Diagnostic problem = diag::makeDiagnostic(
          Rule::UnusedLayer, at,
          fmt::format("no code uses '{}', so no loss reaches its parameters", at.text()));
      problem.label(forward, "forward() does not use it");
      problem.note("an optimizer that gets these parameters leaves them as they are");
      file.context.report(std::move(problem));
    } else if (silent != uses.underNoGrad.end() && silent->second == used->second) {
      diag::Diagnostic problem = diag::makeDiagnostic(
          Rule::LossWithoutGrad, at,
          fmt::format("'{}' is used only where gradients are off, so its parameters are never "
                      "trained",
                      at.text()));
      problem.severity = diag::Severity::Hint;
      problem.note("call requires_grad_(False) on layers that must not be trained");
      file.context.report(std::move(problem));
    }
  }
}

}  // namespace ts::compiler
