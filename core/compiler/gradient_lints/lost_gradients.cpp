#include "core/compiler/gradient_lints/lost_gradients.h"

#include "core/compiler/gradient_lints/flow_walker.h"
#include "core/compiler/gradient_lints/layer_use.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using namespace syntax;

namespace {

// True when a statement asks for gradients itself, outside of functions that it defines.
struct AsksForGradients {
  bool found = false;
  void operator()(const Expr& expr) {
    if (const auto* attribute = dynCast<Attribute>(&expr)) {
      const std::string_view name = attribute->attr.text;
      found |= name == "backward" || name == "grad";
    }
    forEachChild(expr, *this);
  }
  void operator()(const Stmt& stmt) {
    if (stmt.kind != StmtKind::FunctionDef && stmt.kind != StmtKind::AsyncFunctionDef &&
        stmt.kind != StmtKind::ClassDef)
      forEachChild(stmt, *this);
  }
  void operator()(const Pattern&) {}
};

template <typename Body>
bool asksForGradients(const Body& body) {
  AsksForGradients asks;
  for (const Stmt* stmt : body) asks(*stmt);
  return asks.found;
}

// Walks the functions and classes of a file, at any depth.
struct DefinitionWalk {
  GradientFile& file;
  const PyClass* cls = nullptr;  // the class whose body is walked
  LayerAttributes layers;        // of this class

  void operator()(const Stmt& stmt) {
    file.context.pollStop();
    if (const auto* def = dynCast<ClassDef>(&stmt)) return inClass(*def);
    if (stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef) {
      inFunction(as<FunctionDef>(stmt));
      DefinitionWalk inner{file};
      for (const Stmt* each : as<FunctionDef>(stmt).body) inner(*each);
      return;
    }
    forEachChild(stmt, *this);
  }
  void operator()(const Expr&) {}
  void operator()(const Pattern&) {}

 private:
  void inClass(const ClassDef& def) {
    DefinitionWalk inner{file};
    const PyRef object = file.context.environment().objectFor(file.module, def);
    if (object && object->cls && object->cls->kind == ClassKind::NnModule) {
      inner.cls = object->cls;
      inner.layers = layersOf(file, *object->cls);
      checkLayerUse(file, *object->cls);
    }
    for (const Stmt* stmt : def.body) inner(*stmt);
  }

  void inFunction(const FunctionDef& def) {
    const bool isForward = cls && def.name.text == "forward";
    if (!isForward && !asksForGradients(def.body)) return;
    const PyRef object = file.context.environment().objectFor(file.module, def);
    if (!object || !object->function || !object->function->scope) return;
    FlowWalker(file, *object->function->scope, cls ? &layers : nullptr)
        .walkFunction(def, isForward);
  }
};

}  // namespace

void checkLostGradients(CompileContext& context, const PyModule& module) {
  // Code that never asks for gradients cannot lose them.
  if (module.tree->file->text().find("backward(") == std::string_view::npos) return;
  GradientFile file{context, module, {}, {}};
  DefinitionWalk walk{file};
  for (const Stmt* stmt : module.tree->body) walk(*stmt);
  if (asksForGradients(module.tree->body)) FlowWalker(file, module.scope, nullptr).walkModule();
}

}  // namespace ts::compiler
