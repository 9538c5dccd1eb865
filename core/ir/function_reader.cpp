#include "core/ir/ir.h"

namespace ts::ir {
namespace {

std::string_view qualifiedName(const Function& function) { return function.qualifiedName; }

types::InterfaceMethod method(const Function& function) {
  types::InterfaceMethod method;
  method.name = function.simpleName();
  const auto& arguments = function.schema.arguments;
  for (size_t i = 1; i < arguments.size(); ++i)
    method.arguments.emplace_back(arguments[i].name, arguments[i].type);
  const auto& returns = function.schema.returns;
  if (returns.empty()) {
    method.result = types::noneType();
  } else if (returns.size() == 1) {
    method.result = returns[0].type;
  } else {
    std::vector<TypePtr> results;
    for (const ops::Argument& result : returns) results.push_back(result.type);
    method.result = types::tupleOf(std::move(results));
  }
  return method;
}

}  // namespace

types::FunctionReader functionReader() { return {qualifiedName, method}; }

}  // namespace ts::ir
