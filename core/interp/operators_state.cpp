// Operators that read the state of the process or the interpreter, and operators on values of any
// type.
#include "core/interp/future.h"
#include "core/interp/operators.h"
#include "core/tensor/grad_mode.h"

namespace ts::interp {
namespace {

void setGrad(bool enabled) { tensor::setGradEnabled(enabled); }
bool isGrad() { return tensor::isGradEnabled(); }
bool no() { return false; }
bool yes() { return true; }

IValue wait(const IValue& future) {
  const auto* state = dynamic_cast<const FutureValue*>(future.counted());
  if (state == nullptr) fail(ErrorKind::Type, "wait() of a {}", nameOf(future.tag()));
  if (state->failure) throw *state->failure;
  return state->value;
}

bool isSame(const IValue& a, const IValue& b) { return a.same(b); }
bool isOther(const IValue& a, const IValue& b) { return !a.same(b); }
IValue itself(const IValue& value) { return value; }
IValue present(const IValue& value) {
  if (value.isNone()) fail("Unwrapping null optional");
  return value;
}

// Equal values have equal hashes within a process. Objects hash by identity.
int64_t hashOf(const IValue& value) {
  using tensor::Tag;
  switch (value.tag()) {
    case Tag::Bool: return value.toBool();
    case Tag::Int: return value.toInt();
    case Tag::Double: return static_cast<int64_t>(std::hash<double>{}(value.toDouble()));
    case Tag::String: return static_cast<int64_t>(std::hash<std::string>{}(value.toString()));
    case Tag::Tuple: {
      const tensor::ValueDepth depth;
      uint64_t mixed = 0x345678;
      for (const IValue& item : value.toTuple().items)
        mixed = mixed * 1000003 ^ static_cast<uint64_t>(hashOf(item));
      return static_cast<int64_t>(mixed);
    }
    case Tag::List:
    case Tag::Dict: fail(ErrorKind::Type, "values of type {} can't be hashed", nameOf(value.tag()));
    default: return static_cast<int64_t>(std::hash<const void*>{}(value.counted()));
  }
}

int64_t identity(const IValue& value) {
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(value.counted()));
}

IValue device(const std::string& text) { return tensor::makeDevice(text); }

int64_t autocastType(const std::string& device) {
  return static_cast<int64_t>(device == "cpu" ? threadState.settings().autocast.dtype
                                              : DType::Float16);
}
bool isAutocasting() { return threadState.settings().autocast.isEnabled; }

std::string enumName(const IValue& value) { return value.toEnum().name; }
IValue enumValue(const IValue& value) { return value.toEnum().value; }

int64_t promoteTypes(DType a, DType b) { return static_cast<int64_t>(tensor::promote(a, b)); }
bool canCast(DType from, DType to) { return tensor::canCast(from, to); }

// Profiling is not implemented: the record is an unused tensor.
Tensor beginRecord(const IValue&, const IValue&) {
  return tensor::empty(kernels::Dims{1}, DType::Float32);
}
void endRecord(const IValue&) {}

constexpr OperatorEntry kStateOperators[] = {
    {"aten::set_grad_enabled", boxed<setGrad>},
    {"aten::is_grad_enabled", boxed<isGrad>},
    {"aten::is_autocast_enabled", boxed<no>},
    {"aten::is_autocast_cpu_enabled", boxed<isAutocasting>},
    {"aten::get_autocast_dtype", boxed<autocastType>},
    {"aten::is_vulkan_available", boxed<no>},
    {"aten::_nnpack_available", boxed<no>},
    {"aten::_use_cudnn_rnn_flatten_weight", boxed<no>},
    {"aten::_get_tracing_state", boxed<no>},
    {"aten::is_scripting", boxed<yes>},
    {"aten::wait", boxed<wait>},
    {"aten::__is__", boxed<isSame>},
    {"aten::__isnot__", boxed<isOther>},
    {"aten::_unwrap_optional", boxed<present>},
    {"prim::unchecked_unwrap_optional", boxed<itself>},
    {"prim::unchecked_cast", boxed<itself>},
    {"aten::hash.generic", boxed<hashOf>},
    {"prim::id", boxed<identity>},
    {"aten::device", boxed<device>},
    {"aten::eq.device", boxed<areEqual>},
    {"aten::ne.device", boxed<areUnequal>},
    {"aten::eq.enum", boxed<areEqual>},
    {"aten::ne.enum", boxed<areUnequal>},
    {"prim::EnumName", boxed<enumName>},
    {"prim::EnumValue.int", boxed<enumValue>},
    {"prim::EnumValue.float", boxed<enumValue>},
    {"prim::EnumValue.str", boxed<enumValue>},
    {"aten::promote_types", boxed<promoteTypes>},
    {"aten::can_cast", boxed<canCast>},
    {"aten::Size", boxed<itself>},
    {"profiler::_record_function_enter", boxed<beginRecord>},
    {"profiler::_record_function_exit", boxed<endRecord>},
};

}  // namespace

std::span<const OperatorEntry> stateOperators() { return kStateOperators; }

}  // namespace ts::interp
