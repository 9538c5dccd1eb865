// The implementation of trace_hazards.h: statements, expressions, calls, reports.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/trace_lints/trace_hazards.h"

namespace ts::compiler {

struct OperatorResult;  // trace_results.h

class TraceWalker {
 public:
  TraceWalker(CompileContext& context, const TraceCall& call) : context_(context), call_(call) {}
  void run();

 private:
  using Variables = std::map<std::string_view, TraceValue>;
  struct Activation {
    const PyFunction* function;
    Variables variables;
    bool isDead =
        false;  // true after a return, raise, break or continue: the following code does not run
    std::optional<TraceValue> result;  // the join of all returned values
    const syntax::Return* lastReturn = nullptr;
  };

  // ---- statements (trace_statements.cpp)
  void walk(syntax::List<syntax::Stmt*> body);
  void walk(const syntax::Stmt& stmt);
  void branch(std::optional<bool> isKnown, syntax::List<syntax::Stmt*> body,
              syntax::List<syntax::Stmt*> orelse);
  void loop(const syntax::For& stmt);
  void maybe(syntax::List<syntax::Stmt*> body);
  void assign(const syntax::Expr& target, const TraceValue& value);
  void assignSlice(const syntax::Subscript& target, const TraceValue& value);
  void forget(const syntax::Expr& target);

  // ---- expressions (trace_expressions.cpp)
  TraceValue eval(const syntax::Expr& expr);
  // Evaluates a condition. Reports a dependency on traced values; returns the condition's value, or
  // nullopt when it is not known.
  std::optional<bool> test(const syntax::Expr& expr);
  std::optional<bool> testValue(const syntax::Expr& expr, const TraceValue& value);
  TraceValue compare(const syntax::Compare& expr);
  TraceValue binary(const syntax::BinOp& expr);
  TraceValue subscript(const syntax::Subscript& expr);
  TraceValue comprehension(const syntax::Comp& expr);
  TraceValue name(const syntax::Name& expr);
  TraceValue attribute(const TraceValue& base, std::string_view name, const syntax::Expr& expr);
  TraceValue fromObject(PyRef object);
  TraceValue fromValue(const eval::Value& value, bool isOfModule);
  TraceValue member(const eval::Value& object, std::string_view name);
  int rankOfIndexed(int rank, const syntax::Expr& index, const TraceValue& value);
  // Returns the elements of an iterable; nullopt when they are not known individually. Reports
  // iteration over a traced tensor. `each` receives an abstract value for any element.
  std::optional<std::vector<TraceValue>> iterate(const syntax::Expr& expr, const TraceValue& value,
                                                 TraceValue& each);

  // ---- calls (trace_calls.cpp, trace_builtins.cpp, trace_operators.cpp)
  struct Arguments {
    std::vector<TraceValue> positional;
    std::vector<std::pair<std::string_view, TraceValue>> keyword;
    bool isComplete = true;  // false after *args or **kwargs of unknown content
    const TraceValue* find(size_t position, std::string_view name) const;
    bool any(bool (TraceValue::*predicate)() const) const;
    bool anyTraced() const { return any(&TraceValue::holdsTraced); }
  };
  Arguments arguments(const syntax::Call& call);
  TraceValue call(const syntax::Call& expr);
  TraceValue invoke(const syntax::Call& expr, const TraceValue& callee, Arguments arguments);
  TraceValue invokeModule(const syntax::Call& expr, const eval::Value& module, Arguments arguments);
  TraceValue invokeFunction(const PyFunction& function, Arguments arguments);
  // True for an object passed to torch.jit.script: a trace records a call of it.
  bool isScripted(const eval::Value& object);
  static bool isPythonRandom(std::string_view name);
  bool bind(Activation& activation, Arguments& arguments);
  TraceValue libraryModule(const syntax::Call& expr, const eval::Value& module,
                           const Arguments& arguments);
  TraceValue external(const syntax::Call& expr, std::string_view name, const Arguments& arguments);
  TraceValue builtin(const syntax::Call& expr, std::string_view name, const Arguments& arguments);
  // The rows of the table in builtin(). They are called with at least one positional argument.
  TraceValue builtinAbs(const syntax::Call&, std::string_view, const Arguments&);
  TraceValue builtinExtremum(const syntax::Call&, std::string_view, const Arguments&);
  TraceValue builtinIsinstance(const syntax::Call&, std::string_view, const Arguments&);
  TraceValue builtinIteration(const syntax::Call&, std::string_view, const Arguments&);
  TraceValue builtinLen(const syntax::Call&, std::string_view, const Arguments&);
  TraceValue builtinNumber(const syntax::Call&, std::string_view, const Arguments&);
  TraceValue builtinRange(const syntax::Call&, std::string_view, const Arguments&);
  TraceValue builtinText(const syntax::Call&, std::string_view, const Arguments&);
  // Reports a size in place of a tuple of numbers.
  void checkTupleParameter(const syntax::Call& expr, std::string_view function,
                           const Arguments& arguments);
  // Reports devices of tensors among the arguments of an operator.
  void checkDevices(const syntax::Call& expr, const Arguments& arguments);
  TraceValue torchFunction(const syntax::Call& expr, std::string_view name,
                           const Arguments& arguments);
  TraceValue method(const syntax::Call& expr, const TraceValue& self, std::string_view name,
                    const Arguments& arguments);
  TraceValue computed(TracedKind otherwise, const TraceValue* self,
                      const Arguments& arguments) const;
  // The result of an operator, as computed() finds its kind.
  TraceValue computedResult(const OperatorResult& result, TracedKind otherwise,
                            const TraceValue* self, const Arguments& arguments) const;
  void useCaptured(const syntax::Expr& expr, const TraceValue& value);

  // ---- reports (trace_reports.cpp)
  void report(diag::Rule rule, const syntax::Node& at, std::string message,
              std::string_view note = {}, std::optional<diag::Severity> severity = {});
  std::string quoted(const syntax::Node& node) const;
  SourceRange range(const syntax::Node& node) const;
  void number(const syntax::Expr& at, const syntax::Expr& source, const TraceValue& value,
              std::string_view type);
  void checkResult(const Activation& activation);
  void checkOutput(const syntax::Expr& expr, const TraceValue& value);

  bool spend() { return fuel_ > 0 && --fuel_ > 0; }

  CompileContext& context_;
  const TraceCall& call_;
  Activation* activation_ = nullptr;
  std::vector<const PyFunction*> stack_;
  int fuel_ = 100'000;  // limit on visited nodes
  bool trainingReported_ = false;
  std::set<std::string, std::less<>>
      changed_;  // attributes that the traced code assigns; their values are unknown
};

}  // namespace ts::compiler
