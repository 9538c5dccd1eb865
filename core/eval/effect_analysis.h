// Calls of which nobody can tell when, or whether, they were made: deferral.h lets what makes only
// such calls wait.
//
// Known to be so: functions of the library that make a value of their arguments, making an object
// of a data class or of a class derived from a builtin container, functions that themselves make
// only such calls and assign only their own variables, and decorators of these. Everything else
// counts as seen; but where an installed package enters a function in a dict of its own, it may do
// so late: its modules run late too (import.cpp), so that nobody finds such a dict full.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/eval/objects.h"
#include "core/syntax/ast.h"

namespace ts::eval {

class Vm;

// For the time in which one module's body becomes bytecode: what was found out is kept.
class EffectAnalysis {
 public:
  explicit EffectAnalysis(Vm& vm) : vm_(vm) {}

  // Evaluating it at the top of the module, now or later. False too where a name that it reads is
  // bound twice or changed.
  bool isQuiet(Module& module, const syntax::Expr& expr);
  // Decorating a function with it.
  bool isQuietDecorator(Module& module, const syntax::Expr& decorator);
  // Whether one statement at the top of the module binds the name and nothing there changes what it
  // stands for.
  bool isBoundOnce(const Module& module, std::string_view name);
  // Binding the name to the value late: both are quiet, and the value is made of nothing that could
  // change until then.
  bool isQuietBinding(Module& module, std::string_view name, const syntax::Expr& value);
  // Making a class that has it as a base, apart from what is in the body of that class.
  bool isQuietBase(Module& module, const syntax::Expr& base);
  // What deferral.cpp has found out: whether statements that bind a name wait.
  std::unordered_map<const syntax::Stmt*, bool> lateBindings;

 private:
  // What a dotted name of a module stands for: something of the library by its full name, or a
  // statement of a user's module.
  struct Meaning {
    std::string library;
    Module* module = nullptr;
    const syntax::Stmt* definition = nullptr;
  };
  using Locals = std::vector<std::string_view>;
  // How the statements at the top of a module bind and change its names.
  struct Names {
    std::unordered_map<std::string_view, int> bindings;
    std::unordered_set<std::string_view> changed;
    bool hasStar = false;
  };

  const Names& namesOf(const Module& module);
  Meaning meaningOf(Module& module, const syntax::Expr& dotted);
  Meaning meaningOf(Module& module, std::string_view name, const std::string& attributes,
                    int depth);
  bool isQuietIn(Module& module, const syntax::Expr& expr, const Locals* locals);
  bool isQuietCall(Module& module, const syntax::Call& call, const Locals* locals);
  bool isQuietDecoratorIn(Module& module, const syntax::Expr& decorator, const Locals* locals);
  // All that the function does when it is called; with results: also what its results do, when they
  // are called, where these are its own functions.
  bool isQuietFunction(Module& module, const syntax::FunctionDef& def, const Locals* outer,
                       bool withResults);
  bool isQuietStatement(Module& module, const syntax::Stmt& stmt, const Locals& locals);
  // `registry[key] = value`, where the registry is a dict of an installed package's module.
  bool isRegistration(Module& module, const syntax::Expr& target, const Locals& locals);
  bool areQuietStatements(Module& module, syntax::List<syntax::Stmt*> statements,
                          const Locals& locals);
  bool isDataClass(Module& module, const syntax::ClassDef& def);
  // A class derived from a builtin container that makes its objects as that does.
  bool isContainer(Module& module, const syntax::ClassDef& def);
  bool isQuietParent(Module& module, const syntax::ClassDef& def);
  bool isQuietMetaclass(Module& module, const syntax::Expr& metaclass);

  Vm& vm_;
  std::unordered_map<const Module*, Names> names_;
  // By the definition; what is looked into at the moment counts as seen, so that recursion ends.
  std::unordered_map<const syntax::Stmt*, bool> functions_, factories_, parents_, metaclasses_;
};

}  // namespace ts::eval
