// Compiles syntax trees to bytecode. Each function, class body, comprehension and module has a
// Codegen of its own.
#pragma once

#include <optional>

#include "core/eval/bytecode/bytecode.h"
#include "core/eval/bytecode/opcodes.h"
#include "core/eval/codegen/scopes.h"
#include "core/eval/vm/native.h"
#include "core/eval/vm/vm.h"

namespace ts::eval {

// Compiles a code that has no instructions yet.
void compile(Vm& vm, Code& code);
// The code object of a module, not compiled yet.
Ref<Code> moduleCode(Vm& vm, Module& module);
// The code that returns a def's annotations as a dict; null when the def has none.
Ref<Code> annotationsCode(Vm& vm, Code& code);
// The full name of the module that an `import from` statement of `importer` names.
std::string importedModule(const Module& importer, const syntax::ImportFrom& import);

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
    std::vector<uint32_t> sources;          // instructions that jump here
    std::vector<uint32_t> joins, handlers;  // table entries that get this position
  };
  // A block that return, break or continue leaves: the kind says what has to be undone.
  struct Block {
    enum Kind : uint8_t {
      Loop,     // labels of a loop
      Try,      // a handler is active
      Finally,  // a handler is active, and the final body has to run
      Caught,   // the exception being handled is on the stack
      With,     // a handler is active, and __exit__ is on the stack
      Value,    // a value is on the stack
    } kind;
    uint16_t outerHandler = 0;
    uint32_t outerHandled = 0;
    Label* breakTarget = nullptr;
    Label* continueTarget = nullptr;
    bool hasIterator = false;
    Stmts finalBody;
    Str* bound = nullptr;  // the name of `except E as name`
    bool isAsync = false;
  };

  // ---- emitting (codegen.cpp)
  uint32_t emit(Opcode op, uint32_t n = 0, uint32_t m = 0, uint32_t s = 0);
  void jump(Opcode op, Label& target, uint32_t join = 0, uint32_t small = 0);
  void place(Label& label);
  uint32_t joinAt(Label& label);  // makes an entry of `joins` that becomes label's position
  uint32_t here() const { return static_cast<uint32_t>(code_.instructions.size()); }
  uint16_t newHandler(Label& target);
  uint32_t constant(Value value);
  uint32_t nameIndex(Str* name);
  uint32_t nameIndex(std::string_view text);
  void load(const Value& value) { emit(Opcode::LoadConst, constant(value)); }
  void none() { load(Value::none()); }
  struct At;  // sets the span of emitted instructions during its lifetime
  // Emits a jump that belongs to no line: stepping passes it.
  void jumpSilently(Label& target);
  // Emits an instruction for a statement without any, if the program may be stepped.
  void markLine();

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
  void markAnnotations(const syntax::FunctionDef& def);
  void makeFunctionOf(Ref<Code> code, const syntax::Arguments* args);
  void buildClass(const syntax::ClassDef& def);
  void typeParams(std::span<syntax::TypeParam* const> params, const void* owner);
  void lambda(const syntax::Lambda& node);
  void comprehension(const syntax::Expr& node);
  void comprehensionClauses(std::span<syntax::Comprehension* const> clauses, size_t index,
                            const syntax::Expr& node);
  void annotationsBody(const syntax::FunctionDef& def);
  void annotation(const syntax::Expr& expr);
  // True in a module that imports annotations from __future__: an annotation is then the text of
  // its expression, which is not evaluated.
  bool isFuture() const;
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
  void returnValue();  // the value is on the stack
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

  // ---- patterns (codegen_match.cpp). Each pops the value, or jumps to `fail` with the stack as it
  // is.
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
  Span accessOf(const syntax::Attribute& node) const;
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
  uint32_t handled_ = 0;  // the slot of the exception being handled, plus one
  bool guards_ = false;
  std::unordered_map<Str*, uint32_t> nameIndices_, fastIndices_, cellIndices_;
};

// The value of a literal.
Value literal(Vm& vm, const syntax::Constant& node);

}  // namespace ts::eval
