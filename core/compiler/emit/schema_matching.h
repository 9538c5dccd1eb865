// Overload resolution: chooses the schema of a call and converts the arguments to it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/reports/compile_error.h"
#include "core/ir/ir.h"
#include "core/ops/schema.h"

namespace ts::compiler {

class Emission;

// An argument of a call: a graph value, or a constant that becomes a value on demand.
struct NamedValue {
  NamedValue(SourceRange at, ir::Value* value, std::string name = {})
      : at(at), name(std::move(name)), value(value) {}
  NamedValue(ir::Value* value) : value(value) {}  // NOLINT: implicit, a value is an argument
  NamedValue(types::Constant constant, std::string name = {})
      : name(std::move(name)), constant(std::move(constant)) {}  // NOLINT
  NamedValue(SourceRange at, types::Constant constant, std::string name = {})
      : at(at), name(std::move(name)), constant(std::move(constant)) {}

  // Returns the graph value. A constant is inserted anew at each call.
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

// Applies TorchScript's implicit conversions: tuples to lists, [] to any list, numbers and tensors
// to scalars (only with `allowConversions`), in PyTorch 2.6 also bools, strings to devices. Returns
// `value` itself when no conversion applies; the caller checks whether the result fits.
ir::Value* tryConvert(Emission& emission, SourceRange at, ir::TypePtr to, ir::Value* value,
                      bool allowConversions);
// True for a tuple whose elements all fit the list's element type.
bool convertibleToList(ir::TypePtr type, ir::TypePtr list);

// The callee's name in messages: "'torch.add'", "'f'", or "operator +". Messages about an operator
// show the types of the operands.
struct CalleeName {
  Symbol symbol;              // an operator of torch
  std::string_view function;  // any other callee
  std::string_view sign;      // "+" for a call written as an operator
  std::string text() const;
  bool isOperator() const { return !sign.empty(); }
};

// Matches one schema. Fails with a CompileError that explains the mismatch.
MatchedSchema matchSchema(Emission& emission, const ops::FunctionSchema& schema, SourceRange at,
                          const CallArguments& arguments);
// Returns the index and the match of the first schema that fits without conversions, else of the
// first that fits with conversions.
std::pair<size_t, MatchedSchema> matchSchemas(Emission& emission,
                                              std::span<const ops::FunctionSchema* const> schemas,
                                              SourceRange at, const CallArguments& arguments,
                                              const CalleeName& name);

// Emits a call of an operator by name: a node, or the inlined body of an operator written in
// TorchScript. Several results are returned as a tuple. Returns Unknown when an argument is
// Unknown.
ir::Value* emitBuiltin(Emission& emission, SourceRange at, Symbol name,
                       const CallArguments& arguments, const std::optional<NamedValue>& self = {},
                       std::string_view operatorSign = {});
ir::Value* emitBuiltin(Emission& emission, SourceRange at, Symbol name,
                       std::vector<NamedValue> positional);

}  // namespace ts::compiler
