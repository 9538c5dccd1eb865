// Calls: which overload fits, and the conversions that make the arguments fit it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/compile_error.h"
#include "core/ir/ir.h"
#include "core/ops/schema.h"

namespace ts::compiler {

class Emitter;

// An argument of a call: a value of the graph, or a constant that becomes one where it is needed.
struct NamedValue {
  NamedValue(SourceRange at, ir::Value* value, std::string name = {})
      : at(at), name(std::move(name)), value(value) {}
  NamedValue(ir::Value* value) : value(value) {}  // NOLINT: as an argument it is the value itself
  NamedValue(types::Constant constant, std::string name = {})
      : name(std::move(name)), constant(std::move(constant)) {}  // NOLINT
  NamedValue(SourceRange at, types::Constant constant, std::string name = {})
      : at(at), name(std::move(name)), constant(std::move(constant)) {}

  // The value in the graph; a constant is inserted anew at each call.
  ir::Value* in(ir::Graph& graph) const { return value ? value : graph.insertConstant(constant); }
  ir::TypePtr type() const { return value ? value->type() : constant.type(); }

  SourceRange at;
  std::string name;
  ir::Value* value = nullptr;
  types::Constant constant;
};

struct CallArguments {
  std::vector<NamedValue> positional;
  std::vector<NamedValue> keyword;
  bool anyUnknown() const;
};

struct MatchedSchema {
  const ops::FunctionSchema* schema = nullptr;
  std::vector<ir::Value*> inputs;
  std::vector<ir::TypePtr> returns;
  bool namedReturns = false;
};

// Converts where TorchScript does so implicitly: tuples to lists, [] to any list, numbers and
// tensors to scalars (only if allowed), strings to devices. The value itself when there is nothing
// to do; whether the result fits is for the caller to see.
ir::Value* tryConvert(Emitter& emitter, SourceRange at, ir::TypePtr to, ir::Value* value,
                      bool allowConversions);
// A tuple of elements that all fit the list's.
bool convertibleToList(ir::TypePtr type, ir::TypePtr list);

// What is called, for messages: "'torch.add'", "'f'", or "operator +", of which the operands' types
// are told.
struct CalleeName {
  Symbol symbol;              // of an operator of torch
  std::string_view function;  // of anything else
  std::string_view sign;      // "+" for what is written as an operator
  std::string text() const;
  bool isOperator() const { return !sign.empty(); }
};

// The inputs for the one schema; fails with a CompileError that says what is wrong.
MatchedSchema matchSchema(Emitter& emitter, const ops::FunctionSchema& schema, SourceRange at,
                          const CallArguments& arguments);
// The first that fits without conversions, else with them, and its index.
std::pair<size_t, MatchedSchema> matchSchemas(Emitter& emitter,
                                              std::span<const ops::FunctionSchema* const> schemas,
                                              SourceRange at, const CallArguments& arguments,
                                              const CalleeName& name);

// A call of an operator by its name: its node, or the inlined body of one that is written in
// TorchScript. Several results come as a tuple. Unknown when an argument is.
ir::Value* emitBuiltin(Emitter& emitter, SourceRange at, Symbol name,
                       const CallArguments& arguments, const std::optional<NamedValue>& self = {},
                       std::string_view operatorSign = {});
ir::Value* emitBuiltin(Emitter& emitter, SourceRange at, Symbol name,
                       std::vector<NamedValue> positional);

}  // namespace ts::compiler
