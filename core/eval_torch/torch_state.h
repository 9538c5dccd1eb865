// The state of torch in a Vm, and functions that create and read torch's objects.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/eval/vm/vm.h"
#include "core/eval_torch/torch_objects.h"
#include "core/shape_rules/rules.h"

namespace ts::eval {

using Shape = std::vector<int64_t>;  // -1: an unknown size

// PyTorch's ScalarType numbers of the dtypes that rules use.
namespace scalar {
enum : int {
  UInt8 = 0,
  Int8,
  Int16,
  Int32,
  Int64,
  Half,
  Float,
  Double,
  ComplexHalf,
  ComplexFloat,
  ComplexDouble,
  Bool,
  BFloat16 = 15
};
}

class EagerTorch;    // eager.h
struct ModuleNames;  // nn_module.cpp

struct TorchState {
  std::shared_ptr<EagerTorch> eager;  // gives tensors data; null in the static domain
  std::vector<Ref<Dtype>> dtypes;     // by number
  Ref<Dtype> defaultDtype;
  Ref<Device> cpu;
  Class* size;
  Class* generator;
  Class* layout;
  Class* memoryFormat;
  Class* qscheme;
  Class* finfo;
  Class* iinfo;
  Class* dispatch = nullptr;
  Class* tensorMeta;
  bool gradEnabled = true;
  std::unordered_map<std::string, Ref<OperatorFunction>> operators;  // by qualified name
  std::unordered_map<std::string_view, const NativeDef*> rules;      // by the operator's name
  std::unordered_map<std::string, Ref<Named>> named;
  std::shared_ptr<ModuleNames> moduleNames;
};
// Creates the state on first use.
TorchState& torchOf(Vm& vm);
// Adds these functions, and the eager domain's functions for the module.
void addTorchFunctions(Vm& vm, Module& module, std::span<const NativeDef> functions);

// ---- each creates its classes (Vm::types, TorchState)
void initDtypes(Vm& vm, TorchState& state);
void initTensor(Vm& vm, TorchState& state);
void initOperators(Vm& vm, TorchState& state);

// ---- dtypes.cpp
Value dtypeOf(Vm& vm, int number);
// torch.strided and similar constants; null when torch doesn't have the name.
Value namedConstant(Vm& vm, std::string_view name);
bool isFloating(int number);  // false for complex dtypes
bool isComplex(int number);
// 0 bool, 1 integer, 2 floating point, 3 complex. The operand with the higher category determines
// the result, whatever the shapes are.
int categoryOf(int number);
int promote(int a, int b);  // -1: no common dtype
Value makeSize(Vm& vm, const std::optional<Shape>& shape);

// ---- reading arguments. Each throws UnknownTruth when the value is unknown.
// A size given as an int, a sequence of ints, or `*size` bound to a tuple.
Shape shapeArgument(Vm& vm, const Value& value);
int64_t intArgument(Vm& vm, const Value& value);
// Resolves a dimension, which may be negative, of a tensor with `rank` dimensions. Raises
// IndexError.
int64_t dimArgument(Vm& vm, const Value& value, int64_t rank);
// The index of the size that `value` names. Raises IndexError also when the shape has no
// dimensions, which dimArgument takes for one dimension, as PyTorch does.
size_t sizeArgument(Vm& vm, const Value& value, const Shape& shape);
Tensor& tensorArgument(Vm& vm, const Value& value);
const Shape& knownShape(const Tensor& tensor);
std::vector<Value> sequenceArgument(Vm& vm, const Value& value);

// ---- creating tensors (values.cpp)
Ref<Tensor> makeTensor(Vm& vm, std::optional<Shape> shape, Ref<Dtype> dtype,
                       Ref<Device> device = nullptr);
// A tensor with unknown properties.
Ref<Tensor> anyTensor(Vm& vm);
// A tensor with the dtype and device of `like`, another shape, and unknown values.
Ref<Tensor> reshaped(Vm& vm, const Tensor& like, std::optional<Shape> shape);
// A view with the same elements in the same order.
Ref<Tensor> sameElements(Vm& vm, const Tensor& like, Shape shape);
// An instance of a subclass of Tensor with the shape and values of `data`.
Ref<Tensor> tensorOfClass(Vm& vm, Class& cls, const Tensor& data, bool requiresGrad);
// Sets the values, rounded to the dtype, unless there are too many.
void setValues(Tensor& tensor, std::vector<double> values);
// Null when the values are unknown. The tensor has one value for each element of its shape
// otherwise.
const Storage* valuesOf(const Tensor& tensor);
inline double valueAt(const Tensor& tensor, size_t i) {
  return tensor.storage->values[tensor.elements[i]];
}
Value elementValue(Vm& vm, const Tensor& tensor, size_t i);
// Makes the values unknown after a write.
void forgetValues(Tensor& tensor);
// -1: unknown
inline int64_t numberOfElements(const Shape& shape) { return shape_rules::elements(shape); }
inline constexpr int64_t kMostValues = 4096;
// The dtype and device arguments of factories; null when unknown.
Ref<Dtype> dtypeArgument(Vm& vm, const Value& value, const Ref<Dtype>& fallback);
Ref<Device> deviceArgument(Vm& vm, const Value& value, const Ref<Device>& fallback);
// The common shape of two operands; null when a shape is unknown. Raises RuntimeError when the
// shapes do not fit.
std::optional<Shape> broadcast(Vm& vm, const std::optional<Shape>& a,
                               const std::optional<Shape>& b);
// The shape that a rule inferred. Raises IndexError for a dimension out of range. Throws
// UnknownTruth for every other violation, and for a shape of unknown rank.
Shape inferredShape(Vm& vm, const shape_rules::Inferred& inferred);
// torch.result_type; operands are tensors and numbers. Null when unknown.
Ref<Dtype> resultDtype(Vm& vm, std::span<const Value> operands);
// torch.tensor(data)
Value tensorOf(Vm& vm, const Value& data, Ref<Dtype> dtype, Ref<Device> device);

// ---- tensor.cpp, indexing.cpp
Value indexTensor(Vm& vm, Tensor& self, const Value& index);
Value pointwiseBinary(Vm& vm, std::string_view name, const Value& a, const Value& b);
Value pointwiseUnary(Vm& vm, std::string_view name, const Value& a);

// ---- operators.cpp
// The operator for a name; op is "aten::add". Null when there is none.
Ref<OperatorFunction> operatorFunction(Vm& vm, std::string_view qualifiedName, std::string_view op,
                                       bool isMethod);
// name: "add" of Tensor.add. Null when Tensor doesn't have the method.
Ref<OperatorFunction> tensorMethod(Vm& vm, std::string_view name);
Value callOperator(Vm& vm, const OperatorFunction& function, const CallArgs& args);

// The tables of shape rules. A row's name is the operator's name without its namespace.
std::span<const NativeDef> factoryRules();
std::span<const NativeDef> viewRules();
std::span<const NativeDef> mathRules();
std::span<const NativeDef> layerRules();

}  // namespace ts::eval
