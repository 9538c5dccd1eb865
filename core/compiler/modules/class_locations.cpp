#include "core/compiler/modules/class_locations.h"

#include <algorithm>

#include "core/syntax/ast_walk.h"

namespace ts::compiler {

namespace {

// Finds `self.name = ...` in the body of a method.
struct AssignmentFinder {
  std::string_view self, name;
  Span span;
  bool matches(const syntax::Expr* target) const {
    auto* attribute = syntax::dynCast<syntax::Attribute>(target);
    auto* base = attribute ? syntax::dynCast<syntax::Name>(attribute->value) : nullptr;
    return base && base->id == self && attribute->attr.text == name;
  }
  void operator()(const syntax::Stmt& stmt) {
    if (auto* assign = syntax::dynCast<syntax::Assign>(&stmt)) {
      if (std::ranges::any_of(assign->targets,
                              [&](const syntax::Expr* target) { return matches(target); }))
        span = stmt.span;
    } else if (auto* annotated = syntax::dynCast<syntax::AnnAssign>(&stmt)) {
      if (matches(annotated->target)) span = stmt.span;
    }
    if (span.size() == 0) syntax::forEachChild(stmt, *this);
  }
  void operator()(const syntax::Expr&) {}
  void operator()(const syntax::Pattern&) {}
};

}  // namespace

SourceRange assignmentOf(const ConcreteModule& module, std::string_view name) {
  for (const eval::Class* cls : module.cls->mro) {
    if (!cls->definition || !cls->module || !cls->module->tree) continue;
    for (const syntax::Stmt* stmt : cls->definition->body) {
      if (stmt->kind != syntax::StmtKind::FunctionDef) continue;
      const auto& def = syntax::as<syntax::FunctionDef>(*stmt);
      if (def.args->args.empty()) continue;
      AssignmentFinder finder{def.args->args[0]->arg.text, name, {}};
      for (const syntax::Stmt* inner : def.body) {
        finder(*inner);
        if (finder.span.size() > 0) return {cls->module->tree->file.get(), finder.span};
      }
    }
  }
  return {};
}

SourceRange listedConstant(const ConcreteModule& module, std::string_view name) {
  for (const eval::Class* cls : module.cls->mro) {
    if (!cls->definition || !cls->module || !cls->module->tree) continue;
    for (const syntax::Stmt* stmt : cls->definition->body) {
      const auto* assign = syntax::dynCast<syntax::Assign>(stmt);
      const auto* target = assign ? syntax::dynCast<syntax::Name>(assign->targets[0]) : nullptr;
      const bool isList = target && target->id == "__constants__" &&
                          (assign->value->kind == syntax::ExprKind::List ||
                           assign->value->kind == syntax::ExprKind::Tuple);
      if (!isList) continue;
      for (const syntax::Expr* item : syntax::as<syntax::Sequence>(*assign->value).elts) {
        const auto* text = syntax::dynCast<syntax::Constant>(item);
        if (text && text->constant == syntax::ConstantKind::Str && text->text == name)
          return {cls->module->tree->file.get(), item->span};
      }
    }
  }
  return {};
}

SourceRange rangeOf(const SubmoduleLocation& location) {
  SourceRange range = location.owner ? assignmentOf(*location.owner, location.name) : location.at;
  return range.file || !location.outer ? range : rangeOf(*location.outer);
}

}  // namespace ts::compiler
