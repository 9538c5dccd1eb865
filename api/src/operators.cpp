// Operators that the program defines.
#include <utility>

#include "api/src/objects.h"
#include "core/kernels/program_kernels.h"
#include "core/ops/program_schemas.h"
#include "core/tensor/error.h"

namespace ts::api {
namespace {

// Python's classes of exceptions that operators raise.
constexpr std::pair<const char*, tensor::ErrorKind> kErrorKinds[] = {
    {"IndexError", tensor::ErrorKind::Index},
    {"ValueError", tensor::ErrorKind::Value},
    {"TypeError", tensor::ErrorKind::Type},
    {"NotImplementedError", tensor::ErrorKind::NotImplemented},
};

[[noreturn]] void raise(std::unique_ptr<jitscope_error> error) {
  for (const auto& [name, kind] : kErrorKinds)
    if (error->className == name) throw tensor::Error(kind, error->message);
  throw tensor::Error(tensor::ErrorKind::Runtime, error->message);
}

// Calls an operator of the program with the arguments on the stack.
void callProgram(jitscope_operator run, void* context, const ops::FunctionSchema& schema,
                 kernels::Stack& stack) {
  const size_t base = stack.size() - schema.arguments.size();
  std::vector<jitscope_value> values;
  std::vector<const jitscope_value*> handles;
  for (size_t i = base; i < stack.size(); ++i) values.push_back({std::move(stack[i])});
  for (const jitscope_value& value : values) handles.push_back(&value);
  stack.resize(base);
  jitscope_value* made = nullptr;
  if (jitscope_error* const error = run(context, handles.data(), handles.size(), &made))
    raise(std::unique_ptr<jitscope_error>(error));
  const std::unique_ptr<jitscope_value> owned(made);
  const IValue result = owned ? std::move(owned->value) : IValue();
  if (schema.returns.size() == 1) return stack.push_back(result);
  if (schema.returns.empty()) return;
  if (!result.isTuple() || result.toTuple().items.size() != schema.returns.size())
    tensor::fail("{} returned {} in place of {} results", schema.nameWithOverload(),
                 tensor::nameOf(result.tag()), schema.returns.size());
  for (const IValue& item : result.toTuple().items) stack.push_back(item);
}

}  // namespace
}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_error_create(jitscope_error_kind kind, const char* class_name,
                                      const char* message) {
  jitscope_error* created = nullptr;
  jitscope_error* const failure = guarded([&] {
    const char* const text = &needed(message, "message");
    created = new jitscope_error{kind, class_name == nullptr ? "" : class_name, text, text, {}};
  });
  return failure == nullptr ? created : failure;
}
jitscope_error* jitscope_define_operator(const char* schema) {
  return guarded([&] {
    const std::string failure = ops::defineSchema(&needed(schema, "schema"));
    if (!failure.empty()) failAsArgument("{}", failure);
  });
}
jitscope_error* jitscope_implement_operator(const char* name, jitscope_operator run,
                                            void* context) {
  return guarded([&] {
    const std::string full = &needed(name, "name");
    needed(run, "run");
    // The schema may come later, and each profile has its own.
    const size_t dot = full.find('.');
    const Symbol symbol = Symbol::intern(full.substr(0, dot));
    const std::string overload = dot == full.npos ? "" : full.substr(dot + 1);
    const std::string failure =
        kernels::implement(full, [run, context, symbol, overload](kernels::Stack& stack) {
          callProgram(run, context, *ops::schema(symbol, overload), stack);
        });
    if (!failure.empty()) failAsArgument("{}", failure);
  });
}
