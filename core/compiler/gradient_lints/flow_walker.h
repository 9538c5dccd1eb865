// The implementation of lost_gradients.h for one function: statements and expressions.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/gradient_lints/flow.h"
#include "core/syntax/blocks.h"

namespace ts::compiler {

// The attributes of a module class that its __init__ sets to layers.
using LayerAttributes = std::map<std::string_view, Flow>;

// The state that the functions of a file share.
struct GradientFile {
  CompileContext& context;
  const PyModule& module;
  std::set<const syntax::Node*> reported;  // a function's result may reach several losses
  std::map<const syntax::FunctionDef*, Flow> results;  // Unknown while a function is walked
  int fuel = 1'000'000;                                // limit on visited nodes

  const SourceFile* source() const { return module.tree->file.get(); }
  std::string quoted(const syntax::Node& node) const;
};

// The flows of an object that Python names: a layer, a model; else Unknown.
Flow flowOfObject(const PyObject& object);
// The layers that the __init__ of a module class makes.
LayerAttributes layersOf(GradientFile& file, const PyClass& cls);

class FlowWalker {
 public:
  // scope: of the free names. layers: those of the class of a method; null otherwise.
  FlowWalker(GradientFile& file, const PyScope& scope, const LayerAttributes* layers);

  // Walks a function and returns the join of its results. isForward: a module's result, whose
  // gradient training asks for.
  Flow walkFunction(const syntax::FunctionDef& def, bool isForward);
  // Walks statements at module level.
  void walkModule();

 private:
  struct GradMode {
    enum class State : uint8_t { On, Off, Unknown } state = State::On;
    const syntax::Node* at = nullptr;  // where it was switched off
  };

  // ---- statements (flow_statements.cpp)
  void prepare(syntax::Block body);
  void walk(syntax::Block body);
  void walk(const syntax::Stmt& stmt);
  void loop(const syntax::Stmt& stmt, syntax::Block body, syntax::Block orelse);
  void tryBlock(const syntax::Try& stmt);
  void with(const syntax::With& stmt);
  void assign(const syntax::Expr& target, const Flow& value, const syntax::Expr* source);
  void augment(const syntax::AugAssign& stmt);
  void forgetAssigned(syntax::Block body, size_t least);
  std::optional<GradMode> modeOf(const syntax::Expr& context);

  // ---- expressions (flow_expressions.cpp)
  Flow eval(const syntax::Expr& expr);
  Flow name(const syntax::Name& expr);
  Flow attribute(const syntax::Attribute& expr);
  Flow binary(const syntax::Node& at, syntax::Operator op, const Flow& left, const Flow& right);

  // ---- calls (flow_calls.cpp)
  Flow call(const syntax::Call& expr);
  Flow method(const syntax::Call& expr, const syntax::Attribute& callee);
  Flow function(const syntax::Call& expr, std::string_view name, const std::vector<Flow>& operands);
  Flow callObject(const syntax::Call& expr, const PyObject& callee,
                  const std::vector<Flow>& operands);
  Flow callLayer(const syntax::Call& expr, const Flow& layer, const std::vector<Flow>& operands);
  std::vector<Flow> arguments(const syntax::Call& expr);
  // The result of an operator at `at`; op: "exp", empty when not known.
  Flow result(const syntax::Node& at, std::string_view op, const std::vector<Flow>& operands);
  Flow number(const syntax::Node& at, const Flow& value);
  Flow cutOff(diag::Rule rule, const syntax::Node& at, const Flow& value);
  Flow copyOf(const syntax::Call& expr, const std::vector<Flow>& operands);
  void change(const Flow& value, const syntax::Node& at);
  void setVariable(const syntax::Expr& target, const Flow& value);
  // Null when the root of the expression is a variable.
  PyRef objectOf(const syntax::Expr& expr);

  // ---- reports (flow_reports.cpp)
  // Gradients are asked for: backward(), or a result that is trained.
  void backward(const syntax::Node& at, const Flow& loss);
  void checkSaved(const syntax::Node& at, const Flow& loss, std::string_view purpose);
  void report(const Cut& cut, const syntax::Node& backward, const Flow& loss);

  bool spend() { return file_.fuel > 0 && --file_.fuel > 0; }

  GradientFile& file_;
  const PyScope& scope_;
  const LayerAttributes* layers_;
  FlowState state_;
  GradMode mode_;
  std::set<std::string_view> locals_;  // names that hold values, not definitions or imports
  std::set<std::string_view> models_;  // variables whose parameters() the code asks for
  std::set<std::string_view> shared_;  // variables that several functions assign: not known
  std::optional<Flow> result_;
  bool isForward_ = false;
  int silent_ = 0;  // above zero: nothing is reported
  int nextTensor_ = 1;
};

}  // namespace ts::compiler
