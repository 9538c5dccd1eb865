#include "core/ir/ir.h"

namespace ts::ir {

types::InterfaceMethod Function::asMethod() const {
  types::InterfaceMethod method;
  method.name = simpleName();
  for (size_t i = 1; i < schema.arguments.size(); ++i)
    method.arguments.emplace_back(schema.arguments[i].name, schema.arguments[i].type);
  const auto& returns = schema.returns;
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

}  // namespace ts::ir
