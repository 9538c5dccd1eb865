// The objects behind the handles of jitscope_c.h, and the checks of arguments that its functions
// share.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "api/include/jitscope/jitscope_c.h"
#include "api/src/errors.h"
#include "api/src/loaded_program.h"
#include "api/src/shared_runtime.h"
#include "core/tensor/ivalue.h"

struct jitscope_runtime {
  explicit jitscope_runtime(std::shared_ptr<ts::api::SharedRuntime> runtime)
      : workers(std::move(runtime)) {}
  ts::api::SharedRuntime& runtime() const { return *workers.owner(); }
  ts::api::WorkerPool workers;  // for derivatives, which belong to no module
};

struct jitscope_module {
  std::shared_ptr<ts::api::LoadedProgram> program;
  ts::tensor::Ptr<ts::tensor::ObjectValue> object;
};

struct jitscope_function {
  std::shared_ptr<ts::api::LoadedProgram> program;
  ts::tensor::Ptr<ts::tensor::ObjectValue> self;
  const ts::ir::Function* function;
};

struct jitscope_value {
  ts::tensor::IValue value;
};

namespace ts::api {

using tensor::IValue;

// The object of a handle. Throws ArgumentError for NULL.
template <typename Handle>
Handle& needed(Handle* handle, const char* name) {
  if (handle == nullptr) failAsArgument("{} is NULL", name);
  return *handle;
}
inline const IValue& valueOf(const jitscope_value* value, const char* name = "value") {
  return needed(value, name).value;
}
// Throws ArgumentError for a value that is not a tensor.
tensor::Tensor tensorOf(const jitscope_value* value, const char* name = "tensor");
// The values of an array of handles.
std::vector<IValue> valuesOf(const jitscope_value* const* values, size_t size, const char* name);

// A value that can be a key of a dict. Throws ArgumentError for another one.
const IValue& keyOf(const jitscope_value* value);

// Takes the last `named` values off, as keyword arguments.
std::vector<std::pair<std::string, IValue>> takeNamed(std::vector<IValue>& values,
                                                      const char* const* names, size_t named);

// Runs a method with `size` arguments behind self, of which the last `named` have names.
void runMethod(LoadedProgram& program, const tensor::Ptr<tensor::ObjectValue>& self,
               const ir::Function& function, const jitscope_value* const* arguments, size_t size,
               const char* const* names, size_t named, jitscope_value** result);

// Gives a value to the caller.
inline void give(IValue value, jitscope_value** result) {
  needed(result, "the place of the result");
  *result = new jitscope_value{std::move(value)};
}
// Gives a text to the caller, for jitscope_free(). size: may be null.
void give(const std::string& text, char** result, size_t* size = nullptr);

}  // namespace ts::api
