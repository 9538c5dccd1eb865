#include "core/archive/code_printer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/archive/code_writer.h"
#include "core/ir/kinds.h"

namespace ts::archive {

using ir::Block;
using ir::Node;
using ir::Value;
using types::Constant;
namespace prim = ir::prim;
namespace attr = ir::attr;

namespace {

bool isTrue(const Value* value) {
  const Constant* constant = ir::constantOf(value);
  return constant && constant->isBool() && constant->toBool();
}

bool isUnion(const Value* value) {
  return value->type()->is(types::TypeKind::Optional) || value->type()->is(types::TypeKind::Union);
}

// The default of a broadcasting list may be a single number for all elements.
Constant broadcast(const ops::Argument& argument, const Constant& value) {
  bool isNumber = value.isInt() || value.isReal() || value.isBool();
  if (!argument.type->is(types::TypeKind::List) || !isNumber) return value;
  size_t count = static_cast<size_t>(argument.broadcastSize.value_or(1));
  return Constant::list(value.type(), std::vector<Constant>(count, value));
}

}  // namespace

std::string printCode(const ir::Function& function, const CodeOptions& options) {
  if (function.graph == nullptr) return {};
  std::vector<Constant> own;
  CodeWriter writer(options.constants != nullptr ? *options.constants : own, options.places);
  writer.function(function, options.isMethod);
  return writer.take();
}

void CodeWriter::function(const ir::Function& function, bool isMethod) {
  out_ += "def " + std::string(function.simpleName()) + "(";
  Values inputs = function.graph->inputs();
  for (size_t i = 0; i < inputs.size() && i < function.schema.arguments.size(); ++i) {
    const ops::Argument& argument = function.schema.arguments[i];
    std::string name = names_.take(argument.name);
    if (i > 0) out_ += ",\n    ";
    out_ += name;
    if (i > 0 || !isMethod) out_ += ": " + argument.type->annotation();
    if (argument.defaultValue) out_ += "=" + constant(broadcast(argument, *argument.defaultValue));
    identifiers_[inputs[i]] = name;
  }
  types::TypePtr result =
      function.schema.returns.empty() ? types::noneType() : function.schema.returns[0].type;
  out_ += ") -> " + result->annotation() + ":\n";
  body(function.graph->block());
}

void CodeWriter::line(const std::string& text) {
  out_.append(2 * level_, ' ');
  if (places_ && at_) places_->push_back({out_.size(), at_});
  out_ += text;
  out_ += '\n';
}

void CodeWriter::lineOf(Values values, const std::string& text) {
  const SourceRange outer = at_;
  for (const Value* value : values)
    if (const Node* node = value->node();
        inlining_.contains(node) && !node->is(prim::Constant) && node->range()) {
      at_ = node->range();
      break;
    }
  line(text);
  at_ = outer;
}

// In order of first use, in which constants are printed at the top.
void CodeWriter::collectConstants(const Block* block, std::vector<const Node*>& constants) {
  auto collectInputs = [&](const Node* node) {
    for (const Value* input : node->inputs()) {
      if (input->node()->is(prim::Constant) && seenConstants_.insert(input->node()).second) {
        constants.push_back(input->node());
      }
    }
  };
  for (const Node* node : block->nodes()) {
    collectInputs(node);
    for (const Block* nested : node->blocks()) collectConstants(nested, constants);
  }
  collectInputs(block->returnNode());
}

void CodeWriter::body(const Block* block) {
  std::vector<const Node*> constants;
  collectConstants(block, constants);
  inlining_.scan(block);
  ++level_;
  for (const Node* node : constants) expressionNode(node);
  Values results = block->outputs();
  this->block(block, !results.empty());
  const SourceRange outer = std::exchange(at_, SourceRange());  // as in PyTorch
  if (!results.empty()) lineOf(results, "return " + list(results));
  at_ = outer;
  --level_;
}

void CodeWriter::block(const Block* block, bool hasOtherStatements) {
  if (!hasOtherStatements && block->empty()) line("pass");
  for (const Node* each : block->nodes()) {
    if (!each->is(prim::Constant)) node(each);
  }
}

void CodeWriter::node(const Node* node) {
  struct Statement {
    Symbol kind;
    void (CodeWriter::*print)(const Node*);
  };
  static const std::array kStatements = {
      Statement{prim::If, &CodeWriter::ifNode},
      Statement{prim::Loop, &CodeWriter::loopNode},
      Statement{prim::TupleUnpack, &CodeWriter::unpackNode},
      Statement{prim::ListUnpack, &CodeWriter::unpackNode},
      Statement{prim::SetAttr, &CodeWriter::setAttrNode},
      Statement{prim::fork, &CodeWriter::forkNode},
      Statement{prim::Enter, &CodeWriter::enterNode},
      Statement{prim::Exit, &CodeWriter::exitNode},
      Statement{prim::Closure, &CodeWriter::closureNode},
      Statement{prim::ModuleContainerIndex, &CodeWriter::containerIndexNode},
  };
  auto entry = std::ranges::find_if(
      kStatements, [&](const Statement& statement) { return node->is(statement.kind); });
  const SourceRange outer = std::exchange(at_, node->range());
  if (entry != kStatements.end())
    (this->*entry->print)(node);
  else
    expressionNode(node);
  at_ = outer;
}

void CodeWriter::expressionNode(const Node* node) {
  std::string text = expression(node);
  // A long constant becomes a statement directly. Another long expression also splits off its
  // operands.
  if (!inlining_.contains(node) || (node->is(prim::Constant) && isLong(text)))
    return definition(node, text);
  const Value* output = node->output();
  bool tooLong = isLong(text);
  expressions_[output] = std::move(text);
  if (tooLong) splitLong(output);
}

void CodeWriter::definition(const Node* node, const std::string& expression) {
  names(node->outputs());
  line(node->outputs().empty() ? expression : list(node->outputs()) + " = " + expression);
}

// The first assignment to an Optional or Union has an annotation, because the value may have a
// narrower type. Python has no such syntax for several targets.
void CodeWriter::assignment(Values left, Values right) {
  if (left.empty()) return;
  std::string targets = list(left);
  const Value* only = left[0];
  if (left.size() == 1 && isUnion(only) && !expressions_.contains(only) &&
      annotatedUnions_.insert(only).second) {
    targets += " : " + only->type()->annotation();
  }
  lineOf(right, targets + " = " + list(right));
}

void CodeWriter::annotatedAssignment(Values left, Values right) {
  for (size_t i = 0; i < left.size(); ++i) {
    std::string target = use(left[i]);
    bool isNew = isUnion(left[i]) ? annotatedUnions_.insert(left[i]).second
                                  : left[i]->type() != right[i]->type();
    if (isNew) target += ": " + left[i]->type()->annotation();
    lineOf(right.subspan(i, 1), target + " = " + use(right[i]));
  }
}

void CodeWriter::ifNode(const Node* node) {
  Values outputs = node->outputs();
  names(outputs);
  for (size_t i = 0; i < 2; ++i) {
    line(i == 0 ? "if " + use(node->input()) + ":" : "else:");
    ++level_;
    block(node->block(i), !outputs.empty());
    assignment(outputs, node->block(i)->outputs());
    --level_;
  }
}

// Carried values have the names of the loop's outputs. They are set before the loop and at the end
// of each iteration.
void CodeWriter::loopNode(const Node* node) {
  const Block* body = node->block(0);
  const Value* tripCount = node->input(0);
  Value* counter = body->inputs()[0];
  const Constant* trips = ir::constantOf(tripCount);
  bool hasTripCount = !trips || !trips->isInt() ||
                      trips->toInt() != std::numeric_limits<int64_t>::max() || counter->hasUses();
  bool hasCondition = !isTrue(node->input(1)) || !isTrue(body->outputs()[0]);

  Values outputs = node->outputs();
  names(outputs);
  for (size_t i = 0; i < outputs.size(); ++i) expressions_[body->inputs()[i + 1]] = use(outputs[i]);
  annotatedAssignment(outputs, node->inputs().subspan(2));
  name(counter);
  bool isWhile = !hasTripCount;
  std::string condition;
  if (isWhile) {
    // A while loop has no counter, so the condition uses the counter's name.
    line(use(counter) + " = " + use(node->input(1)));
    line("while " + use(counter) + ":");
  } else {
    if (hasCondition) {
      condition = names_.take("_");
      line(condition + " = " + use(node->input(1)));
    }
    line("for " + use(counter) + " in range(" + use(tripCount) + "):");
  }
  ++level_;
  if (!condition.empty()) {
    line("if torch.__not__(" + condition + "):");
    line("  break");
  }
  Values carried = body->inputs().subspan(isWhile ? 0 : 1);
  block(body, !carried.empty() || !condition.empty());
  if (condition.empty()) {
    assignment(carried, body->outputs().subspan(isWhile ? 0 : 1));
  } else {
    // A single assignment, because the condition may refer to carried values.
    line(condition + (carried.empty() ? "" : ", " + list(carried)) + " = " + list(body->outputs()));
  }
  --level_;
}

// "a, b, = t": the final comma makes this an unpacking even for one target.
void CodeWriter::unpackNode(const Node* node) {
  names(node->outputs());
  line((node->outputs().empty() ? "" : list(node->outputs()) + ", = ") + use(node->input()));
}

void CodeWriter::setAttrNode(const Node* node) {
  line(use(node->input(0)) + "." + node->get<std::string>(attr::name) + " = " +
       use(node->input(1)));
}

void CodeWriter::forkNode(const Node* node) {
  std::string name = names_.take("__forked_function");
  const ir::Graph& graph = *node->get<ir::GraphPtr>(attr::Subgraph);
  line("def " + name + "():");
  for (size_t i = 0; i < node->inputs().size(); ++i)
    expressions_[graph.inputs()[i]] = use(node->input(i));
  body(graph.block());
  definition(node, "fork(" + name + ")");
}

void CodeWriter::enterNode(const Node* node) {
  std::string text = "with " + use(node->input(0));
  const Value* entered = node->output(0);
  if (entered->hasUses()) {
    name(entered);
    text += " as " + use(entered);
  }
  line(text + ":");
  ++level_;
}

void CodeWriter::exitNode(const Node* node) {
  if (node->prev()->is(prim::Enter)) line("pass");
  if (level_ > 0) --level_;
}

void CodeWriter::closureNode(const Node* node) {
  names(node->outputs());
  const ir::Graph& graph = *node->get<ir::GraphPtr>(attr::Subgraph);
  names(graph.inputs());
  std::string parameters;
  for (const Value* input : graph.inputs()) {
    if (!parameters.empty()) parameters += ", ";
    parameters += use(input) + ": " + input->type()->annotation();
  }
  line("def " + use(node->output()) + "(" + parameters + "):");
  body(graph.block());
}

void CodeWriter::containerIndexNode(const Node* node) {
  names(node->outputs());
  line(use(node->output()) + " : " + node->output()->type()->annotation() + " = " +
       use(node->input(0)) + "[" + use(node->input(1)) + "]");
}

// ---- names and expressions of values

void CodeWriter::name(const Value* value) {
  identifiers_[value] =
      names_.take(value->hasDebugName() ? asIdentifier(value->debugNameBase()) : "_");
}

// A name takes precedence over an expression, because the statement that defines the name is
// already printed.
const std::string& CodeWriter::use(const Value* value) const {
  if (auto entry = identifiers_.find(value); entry != identifiers_.end()) return entry->second;
  static const std::string kNothing;
  auto entry = expressions_.find(value);
  return entry != expressions_.end() ? entry->second : kNothing;
}

std::string CodeWriter::list(Values values) const {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    text += use(values[i]);
  }
  return text;
}

// ---- long lines

void CodeWriter::splitLong(const Value* value) {
  const ir::Use& user = value->uses()[0];
  std::vector<const Value*> reversed;
  collectSplits(user.user, static_cast<int64_t>(user.offset), reversed);
  for (auto split = reversed.rbegin(); split != reversed.rend(); ++split) {
    std::string text = use(*split);
    definition((*split)->node(), text);
  }
}

void CodeWriter::collectSplits(const Node* user, int64_t offset,
                               std::vector<const Value*>& reversed) {
  while (true) {
    auto [seen, isNew] = splitUpTo_.try_emplace(user, -1);
    for (int64_t i = offset; i > seen->second; --i) {
      const Value* operand = user->input(static_cast<size_t>(i));
      if (!operand->node()->is(prim::Constant) && inlining_.contains(operand->node()))
        reversed.push_back(operand);
    }
    seen->second = offset;
    if (!isNew || !inlining_.contains(user)) return;
    // The use itself is still being printed, so only operands to its left can be split off.
    const ir::Use& outer = user->output()->uses()[0];
    user = outer.user;
    offset = static_cast<int64_t>(outer.offset) - 1;
  }
}

}  // namespace ts::archive
