// Trees to bytecode: one Codegen a function, class body, comprehension or module.
#pragma once

#include <optional>

#include "core/eval/bytecode.h"
#include "core/eval/native.h"
#include "core/eval/opcodes.h"
#include "core/eval/scopes.h"
#include "core/eval/vm.h"

namespace ts::eval {

// Fills in the instructions of a code that has none yet.
void compile(Vm& vm, Code& code);
// The code of a module, not compiled.
Ref<Code> moduleCode(Vm& vm, Module& module);
// The code that gives the dict of a def's annotations; null: it has none.
Ref<Code> annotationsCode(Vm& vm, Code& code);
// The full name of the module that an import in another one is from.
std::string importedModule(const Module& importer, const syntax::ImportFrom& import);
// Of a package that was installed, rather than written by the user.
bool isInstalled(const Module& module);

class Codegen {
 public:
  Codegen(Vm& vm, Code& code);
  void generate();

 private:
  using Exprs = std::span<syntax::Expr* const>;
  using Stmts = std::span<syntax::Stmt* const>;
  struct Label {
    int64_t position = -1;
    int32_t depth = -1;
    std::vector<uint32_t> sources;          // jumps to it
    std::vector<uint32_t> joins, handlers;  // entries of the tables that stand for it
  };
  // What leaving it by return, break or continue has to undo.
  struct Block {
    enum Kind : uint8_t {
      Loop,     // label targets
      Try,      // a handler
      Finally,  // a handler, and a body to be run
      Caught,   // an exception being handled: on the stack
      With,     // a handler, and an __exit__ on the stack
      Value,    // a value on the stack
    } kind;
    uint16_t outerHandler = 0;
    uint32_t outerHandled = 0;
    Label* breakTarget = nullptr;
    Label* continueTarget = nullptr;
    bool hasIterator = false;
    Stmts finalBody;
    Str* bound = nullptr;  // of `except E as bound`
    bool isAsync = false;
  };

  // ---- emitting (codegen.cpp)
  uint32_t emit(Opcode op, uint32_t n = 0, uint32_t m = 0, uint32_t s = 0);
  void jump(Opcode op, Label& target, uint32_t join = 0, uint32_t small = 0);
  void place(Label& label);
  uint32_t joinAt(Label& label);  // the index of an entry of joins that is to be label's position
  uint32_t here() const { return static_cast<uint32_t>(code_.instructions.size()); }
  uint16_t newHandler(Label& target);
  uint32_t constant(Value value);
  uint32_t nameIndex(Str* name);
  uint32_t nameIndex(std::string_view text);
  void load(const Value& value) { emit(Opcode::LoadConst, constant(value)); }
  void none() { load(Value::none()); }
  struct At;  // sets the span of what is emitted while it lives

  // ---- variables (codegen.cpp)
  Str* mangle(std::string_view name) { return scopes_.mangle(scope_, name); }
  void loadName(Str* name);
  void storeName(Str* name);
  void deleteName(Str* name);
  uint32_t cellIndex(Str* name) const;
  uint32_t fastIndex(Str* name) const;

  // ---- children (codegen_definitions.cpp)
  uint32_t addChild(Ref<Code> child);
  Ref<Code> childCode(ScopeKind kind, const void* key, const void* node, std::string_view name);
  void functionDefinition(const syntax::FunctionDef& def);
  void classDefinition(const syntax::ClassDef& def);
  void typeAlias(const syntax::TypeAlias& alias);
  void makeFunction(const syntax::FunctionDef& def);
  void makeFunctionOf(Ref<Code> code, const syntax::Arguments* args);
  void parameterDefault(const syntax::Expr& value);
  void buildClass(const syntax::ClassDef& def);
  void typeParams(std::span<syntax::TypeParam* const> params, const void* owner);
  void lambda(const syntax::Lambda& node);
  void comprehension(const syntax::Expr& node);
  void comprehensionClauses(std::span<syntax::Comprehension* const> clauses, size_t index,
                            const syntax::Expr& node);
  void annotationsBody(const syntax::FunctionDef& def);
  void annotation(const syntax::Expr& expr);
  std::string qualnameOf(std::string_view name) const;

  // ---- statements (codegen_statements.cpp)
  void body(Stmts statements);
  void moduleBody(Stmts statements);
  void statement(const syntax::Stmt& stmt);
  void guarded(const syntax::Stmt& stmt);
  void ifStatement(const syntax::If& node);
  void whileLoop(const syntax::While& node);
  void forLoop(const syntax::For& node);
  void asyncForLoop(const syntax::For& node);
  void import(const syntax::Import& node);
  void importFrom(const syntax::ImportFrom& node);
  void annotatedAssignment(const syntax::AnnAssign& node);
  void augmentedAssignment(const syntax::AugAssign& node);
  void returnValue();  // it is on the stack
  void leaveLoop(bool toBreak);
  void unwind(size_t downTo, bool valueOnTop);
  void docstring(Stmts statements);

  // ---- exceptions (codegen_try.cpp)
  void tryStatement(const syntax::Try& node);
  void tryFinally(const syntax::Try& node);
  void guardedBody(const syntax::Try& node, Label& caught, Label& end);
  void tryExcept(const syntax::Try& node);
  void tryGroup(const syntax::Try& node);
  void handlerBody(const syntax::ExceptHandler& handler, uint32_t outerHandled);
  void with(const syntax::With& node, size_t item);
  void forgetName(Str* name);

  // ---- patterns (codegen_match.cpp). They take the value from the stack, or go to fail with
  // whatever is there.
  void match(const syntax::Match& node);
  void pattern(const syntax::Pattern& node, Label& fail);
  void patternSequence(const syntax::MatchList& node, Label& fail);
  void patternMapping(const syntax::MatchMapping& node, Label& fail);
  void patternClass(const syntax::MatchClass& node, Label& fail);
  void patternOr(const syntax::MatchList& node, Label& fail);
  void patternParts(std::span<syntax::Pattern* const> parts, Label& fail);
  void capture(const syntax::Identifier& name);
  void cut(Label& label, uint32_t depth);

  // ---- expressions (codegen_expressions.cpp, codegen_calls.cpp)
  void expr(const syntax::Expr& node);
  void store(const syntax::Expr& target);
  void remove(const syntax::Expr& target);
  void branch(const syntax::Expr& test, Label& target, bool when, uint32_t join,
              uint32_t small = 0);
  void boolOp(const syntax::BoolOp& node);
  void compare(const syntax::Compare& node);
  void compareOperator(syntax::CompareOperator op);
  void constantExpr(const syntax::Constant& node);
  std::optional<Value> fold(const syntax::Expr& node);
  void unary(const syntax::UnaryOp& node);
  void elements(Exprs elements, Opcode build);
  bool constantElements(Exprs elements, Opcode build);
  void dict(const syntax::Dict& node);
  void subscriptIndex(const syntax::Expr& node);
  void unpack(Exprs targets);
  void formatted(const syntax::FormattedValue& node);
  void joined(const syntax::JoinedStr& node);
  void call(const syntax::Call& node);
  void arguments(const syntax::Call& node, Opcode op);
  void spreadArguments(Exprs args, std::span<syntax::Keyword* const> keywords);
  void namedArguments(std::span<syntax::Keyword* const> keywords);
  bool superCall(const syntax::Call& node);
  void await();

  Vm& vm_;
  Code& code_;
  Scope& scope_;
  Scopes& scopes_;
  std::vector<Block> blocks_;
  Span span_;
  uint32_t depth_ = 0;
  uint16_t handler_ = 0;
  uint32_t join_ = 0;     // of the match statement
  uint32_t handled_ = 0;  // one more than the slot of the exception being handled
  bool guards_ = false;
  std::unordered_map<Str*, uint32_t> nameIndices_, fastIndices_, cellIndices_;
};

// The value of a literal; nothing: an integer that is too large.
std::optional<Value> literal(Vm& vm, const syntax::Constant& node);
bool hasFutureAnnotations(const Module& module);

}  // namespace ts::eval
