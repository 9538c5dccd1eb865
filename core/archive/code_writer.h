// The state while a function is printed; code_printer.h describes the output. code_printer.cpp
// prints statements, code_expressions.cpp prints expressions.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/archive/code_inlining.h"
#include "core/archive/code_names.h"
#include "core/archive/code_printer.h"
#include "core/ir/ir.h"

namespace ts::archive {

class CodeWriter {
 public:
  CodeWriter(std::vector<types::Constant>& constants, std::vector<CodePlace>* places)
      : constants_(constants), places_(places) {}

  void function(const ir::Function& function, bool isMethod);
  std::string take() { return std::move(out_); }

 private:
  using Values = std::span<ir::Value* const>;

  // ---- statements
  void body(const ir::Block* block);
  void block(const ir::Block* block, bool hasOtherStatements);
  void node(const ir::Node* node);
  void expressionNode(const ir::Node* node);
  void ifNode(const ir::Node* node);
  void loopNode(const ir::Node* node);
  void unpackNode(const ir::Node* node);
  void setAttrNode(const ir::Node* node);
  void forkNode(const ir::Node* node);
  void enterNode(const ir::Node* node);
  void exitNode(const ir::Node* node);
  void closureNode(const ir::Node* node);
  void containerIndexNode(const ir::Node* node);
  void assignment(Values left, Values right);
  void annotatedAssignment(Values left, Values right);
  void definition(const ir::Node* node, const std::string& expression);
  void line(const std::string& text);
  // Prints a line about these values. If a value is printed as an expression, the line gets the
  // source position of that expression.
  void lineOf(Values values, const std::string& text);
  void collectConstants(const ir::Block* block, std::vector<const ir::Node*>& constants);

  // ---- names and expressions of values
  void name(const ir::Value* value);
  void names(Values values) {
    for (const ir::Value* value : values) name(value);
  }
  const std::string& use(const ir::Value* value) const;
  std::string list(Values values) const;

  // ---- long lines
  // Expressions that make a line too long become statements, together with all expressions that
  // must be evaluated before them.
  bool isLong(const std::string& text) const { return text.size() + 2 * level_ >= 40; }
  void splitLong(const ir::Value* value);
  void collectSplits(const ir::Node* user, int64_t offset, std::vector<const ir::Value*>& reversed);

  // ---- expressions
  std::string expression(const ir::Node* node);
  std::string constant(const types::Constant& value);
  std::string constantNode(const ir::Node* node);
  std::string listConstruct(const ir::Node* node);
  std::string dictConstruct(const ir::Node* node);
  std::string getAttr(const ir::Node* node);
  std::string getItem(const ir::Node* node);
  std::string callFunction(const ir::Node* node);
  std::string callMethod(const ir::Node* node);
  std::string unwrapOptional(const ir::Node* node);
  std::string isinstance(const ir::Node* node);
  std::string operatorCall(const ir::Node* node);
  std::string pythonCall(const ir::Node* node);
  std::string annotated(const ir::Node* node, const std::string& value,
                        const char* function = "annotate");

  std::string out_;
  size_t level_ = 0;
  NameTable names_;
  Inlining inlining_;
  std::unordered_map<const ir::Value*, std::string> identifiers_;
  std::unordered_map<const ir::Value*, std::string> expressions_;
  std::unordered_set<const ir::Node*> seenConstants_;
  std::unordered_set<const ir::Value*> annotatedUnions_;
  // For each node, the last operand that was already searched for splits.
  std::unordered_map<const ir::Node*, int64_t> splitUpTo_;
  std::vector<types::Constant>& constants_;
  std::vector<CodePlace>* places_;
  SourceRange at_;  // of the current node
};

}  // namespace ts::archive
