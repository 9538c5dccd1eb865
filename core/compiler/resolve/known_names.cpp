#include "core/compiler/resolve/known_names.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "core/base/torch_profile.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/ops/schema.h"

namespace ts::compiler {

namespace {

// c10::ScalarType, Layout, MemoryFormat and QScheme, in the order of their enums.
const std::unordered_map<std::string_view, int64_t>& numbers() {
  static const std::unordered_map<std::string_view, int64_t> table = {
      {"uint8", 0},
      {"int8", 1},
      {"int16", 2},
      {"short", 2},
      {"int32", 3},
      {"int", 3},
      {"int64", 4},
      {"long", 4},
      {"float16", 5},
      {"half", 5},
      {"float32", 6},
      {"float", 6},
      {"float64", 7},
      {"double", 7},
      {"complex32", 8},
      {"chalf", 8},
      {"complex64", 9},
      {"cfloat", 9},
      {"complex128", 10},
      {"cdouble", 10},
      {"bool", 11},
      {"qint8", 12},
      {"quint8", 13},
      {"qint32", 14},
      {"bfloat16", 15},
      {"quint4x2", 16},
      {"quint2x4", 17},
      {"bits1x8", 18},
      {"bits2x4", 19},
      {"bits4x2", 20},
      {"bits8", 21},
      {"bits16", 22},
      {"float8_e5m2", 23},
      {"float8_e4m3fn", 24},
      {"float8_e5m2fnuz", 25},
      {"float8_e4m3fnuz", 26},
      {"uint16", 27},
      {"uint32", 28},
      {"uint64", 29},
      {"strided", 0},
      {"sparse_coo", 1},
      {"sparse_csr", 2},
      {"_mkldnn", 3},
      {"sparse_csc", 4},
      {"sparse_bsr", 5},
      {"sparse_bsc", 6},
      {"contiguous_format", 0},
      {"preserve_format", 1},
      {"channels_last", 2},
      {"channels_last_3d", 3},
      {"per_tensor_affine", 0},
      {"per_channel_affine", 1},
      {"per_tensor_symmetric", 2},
      {"per_channel_symmetric", 3},
      {"per_channel_affine_float_qparams", 4},
  };
  return table;
}

const std::unordered_map<std::string_view, FormName>& forms() {
  static const std::unordered_map<std::string_view, FormName> table = {
      {"torch.jit.fork", {Form::Fork, 0}},
      {"torch.jit._fork", {Form::Fork, 0}},
      {"torch.jit.annotate", {Form::Annotate, 0}},
      {"torch.jit.isinstance", {Form::Isinstance, 0}},
      {"torch.distributed.rpc.rpc_async", {Form::RpcAsync, 0}},
      {"torch.distributed.rpc.rpc_sync", {Form::RpcSync, 0}},
      {"torch.distributed.rpc.remote", {Form::RpcRemote, 0}},
      {"torch.BoolTensor", {Form::LegacyTensor, 11}},
      {"torch.LongTensor", {Form::LegacyTensor, 4}},
      {"torch.ByteTensor", {Form::LegacyTensor, 0}},
      {"torch.CharTensor", {Form::LegacyTensor, 1}},
      {"torch.DoubleTensor", {Form::LegacyTensor, 7}},
      {"torch.FloatTensor", {Form::LegacyTensor, 6}},
      {"torch.IntTensor", {Form::LegacyTensor, 3}},
      {"torch.ShortTensor", {Form::LegacyTensor, 2}},
      {"torch.HalfTensor", {Form::LegacyTensor, 5}},
  };
  return table;
}

// Python functions that are registered for an operator (torch/jit/_builtins.py, and calls of
// _register_builtin).
const std::unordered_map<std::string_view, std::string_view>& registered() {
  static const std::unordered_map<std::string_view, std::string_view> table = {
      {"torch.nn.modules.utils._single", "aten::_single"},
      {"torch.nn.modules.utils._pair", "aten::_pair"},
      {"torch.nn.modules.utils._triple", "aten::_triple"},
      {"torch.nn.modules.utils._quadruple", "aten::_quadruple"},
      {"torch.nn.modules.utils._list_with_default", "aten::list_with_default"},
      {"torch.nn.grad._single", "aten::_single"},
      {"torch.nn.grad._pair", "aten::_pair"},
      {"torch.nn.grad._triple", "aten::_triple"},
      {"torch.nn.functional._single", "aten::_single"},
      {"torch.nn.functional._pair", "aten::_pair"},
      {"torch.nn.functional._triple", "aten::_triple"},
      {"torch.nn.functional._list_with_default", "aten::list_with_default"},
      {"torch.nn.functional._no_grad_embedding_renorm_", "aten::_no_grad_embedding_renorm_"},
      {"torch.nn.functional.assert_int_or_pair", "aten::_assert_int_or_pair"},
      {"torch.nn.init._no_grad_fill_", "aten::_no_grad_fill_"},
      {"torch.nn.init._no_grad_normal_", "aten::_no_grad_normal_"},
      {"torch.nn.init._no_grad_uniform_", "aten::_no_grad_uniform_"},
      {"torch.nn.init._no_grad_zero_", "aten::_no_grad_zero_"},
      {"collections.OrderedDict", "aten::dict"},
      {"builtins.dict", "aten::dict"},
      {"warnings.warn", "aten::warn"},
      {"torch.backends.cudnn.is_acceptable", "aten::cudnn_is_acceptable"},
      {"torch._assert", "aten::_assert"},
      {"torch.autograd.grad", "aten::grad"},
      {"torch.autograd.backward", "aten::backward"},
      {"torch._C._infer_size", "aten::_infer_size"},
      {"torch._C._get_tracing_state", "aten::_get_tracing_state"},
      {"torch.jit.wait", "aten::wait"},
      {"torch.jit._wait", "aten::wait"},
      {"torch.jit.is_scripting", "aten::is_scripting"},
      {"torch._jit_internal.is_scripting", "aten::is_scripting"},
      {"torch.overrides.has_torch_function", "aten::has_torch_function"},
      {"torch.overrides.has_torch_function_unary", "aten::has_torch_function"},
      {"torch.overrides.has_torch_function_variadic", "aten::has_torch_function"},
      {"torch.jit._unwrap_optional", "aten::_unwrap_optional"},
      {"torch._jit_internal._unwrap_optional", "aten::_unwrap_optional"},
      {"torch.jit._logging.add_stat_value", "prim::AddStatValue"},
      {"torch.jit._logging.time_point", "prim::TimePoint"},
      {"cmath.phase", "aten::angle"},
      {"cmath.rect", "aten::polar"},
  };
  return table;
}

// Modules whose functions are all operators of the same name.
constexpr std::string_view kOperatorModules[] = {
    "torch._C._nn.",
    "torch._C._fft.",
    "torch._C._linalg.",
    "torch._C._nested.",
    "torch._C._sparse.",
    "torch._C._special.",
    "torch._VF.",
    "torch._C._VariableFunctions.",
    "cmath.",
};

constexpr std::string_view kNamespaces[] = {
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.modules",
    "torch.nn.modules.utils",
    "torch.nn.utils",
    "torch.nn.parameter",
    "torch.jit",
    "torch.jit._logging",
    "torch.autograd",
    "torch.autograd.profiler",
    "torch.autograd.grad_mode",
    "torch.fft",
    "torch.linalg",
    "torch.special",
    "torch.sparse",
    "torch.functional",
    "torch.overrides",
    "torch._C",
    "torch._C._nn",
    "torch._C._fft",
    "torch._C._linalg",
    "torch._C._nested",
    "torch._C._sparse",
    "torch._C._special",
    "torch._VF",
    "torch._jit_internal",
    "torch.backends",
    "torch.backends.cudnn",
    "torch.distributed",
    "torch.distributed.rpc",
    "torch.cuda",
    "torch.futures",
    "torch.utils",
    "torch.ops",
    "math",
    "cmath",
    "warnings",
    "typing",
    "collections",
    "enum",
    "builtins",
    "os",
    "os.path",
    "sys",
    "time",
    "random",
    "itertools",
    "functools",
    "copy",
    "re",
    "json",
    "logging",
    "operator",
    "dataclasses",
    "numbers",
    "abc",
};

bool startsUpper(std::string_view name) {
  size_t dot = name.rfind('.');
  std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
  return !last.empty() && last[0] >= 'A' && last[0] <= 'Z';
}

std::optional<double> mathConstant(std::string_view name) {
  struct Entry {
    std::string_view name;
    double value;
  };
  static const Entry kTable[] = {
      {"pi", 3.141592653589793},
      {"e", 2.718281828459045},
      {"tau", 6.283185307179586},
      {"inf", std::numeric_limits<double>::infinity()},
      {"nan", std::numeric_limits<double>::quiet_NaN()},
  };
  for (std::string_view module : {"math.", "cmath.", "torch."}) {
    if (!name.starts_with(module)) continue;
    for (const Entry& entry : kTable) {
      if (name.substr(module.size()) == entry.name && !(module == "torch." && entry.name == "tau"))
        return entry.value;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<int64_t> dtypeNumber(std::string_view name) {
  if (!name.starts_with("torch.") || name.find('.', 6) != std::string_view::npos)
    return std::nullopt;
  auto entry = numbers().find(name.substr(6));
  if (entry == numbers().end()) return std::nullopt;
  constexpr int64_t kFirstNewDtype = 18;  // of PyTorch 2
  if (entry->second >= kFirstNewDtype && !atLeast(TorchProfile::Torch2_6)) return std::nullopt;
  return entry->second;
}

std::optional<types::Constant> moduleConstant(std::string_view name) {
  using types::Constant;
  struct Entry {
    std::string_view name;
    Constant value;
  };
  // The values in Debian's PyTorch, which is built without CUDA.
  static const Entry kTable[] = {
      {"torch.backends.cudnn.enabled", Constant::boolean(true)},
      {"torch.backends.cudnn.benchmark", Constant::boolean(false)},
      {"torch.backends.cudnn.deterministic", Constant::boolean(false)},
      {"torch.backends.cudnn.allow_tf32", Constant::boolean(true)},
      {"torch.backends.mkldnn.enabled", Constant::boolean(true)},
      {"torch.utils.backend_registration._privateuse1_backend_name",
       Constant::string("privateuseone")},
  };
  if (name == "torch.__version__" || name == "torch.version.__version__")
    return Constant::string(std::string(kTorchProfiles[indexOf(torchProfile())].release));
  for (const Entry& entry : kTable) {
    if (entry.name == name) return entry.value;
  }
  if (auto value = mathConstant(name)) return types::Constant::real(*value);
  if (auto number = dtypeNumber(name)) return types::Constant::integer(*number);
  return std::nullopt;
}

std::optional<FormName> specialForm(std::string_view name) {
  auto entry = forms().find(name);
  return entry == forms().end() ? std::nullopt : std::optional(entry->second);
}

std::string_view compiledPredicate(std::string_view name) {
  bool isTracing = name == "torch.jit.is_tracing" || name == "torch.jit._trace.is_tracing";
  return isTracing ? "__torch__.torch.jit._trace.is_tracing" : "";
}

std::string registeredOperator(std::string_view name) {
  auto entry = registered().find(name);
  return entry == registered().end() ? std::string() : std::string(entry->second);
}

bool standsForOperator(std::string_view name) {
  return registered().contains(name) || !compiledPredicate(name).empty();
}

std::string operatorOf(std::string_view name) {
  if (std::string op = registeredOperator(name); !op.empty()) return op;
  if (name.starts_with("torch.ops.")) {
    std::string_view rest = name.substr(10);
    size_t dot = rest.find('.');
    if (dot == std::string_view::npos || rest.find('.', dot + 1) != std::string_view::npos)
      return {};
    return std::string(rest.substr(0, dot)) + "::" + std::string(rest.substr(dot + 1));
  }
  if (const ops::PublicName* publicName = ops::publicName(name);
      publicName && publicName->kind == ops::NameKind::Builtin) {
    return std::string(publicName->target);
  }
  for (std::string_view module : kOperatorModules) {
    if (name.starts_with(module) && name.find('.', module.size()) == std::string_view::npos) {
      return "aten::" + std::string(name.substr(module.size()));
    }
  }
  return {};
}

bool isTorchCallable(std::string_view name) {
  if (!name.starts_with("torch.") || name.find('.', 6) != std::string_view::npos) return false;
  auto member = namespaceMember(name);
  if (!member) return false;
  switch (member->kind) {
    case MemberKind::Class:
    case MemberKind::Function:
    case MemberKind::Builtin: return name != "torch.autocast";
    default: return false;
  }
}

bool isException(std::string_view name) {
  if (!name.starts_with("builtins.")) return false;
  std::string_view last = name.substr(9);
  static constexpr std::string_view kOthers[] = {
      "StopIteration", "StopAsyncIteration", "KeyboardInterrupt", "SystemExit",
      "GeneratorExit", "BaseExceptionGroup", "ExceptionGroup"};
  return last.ends_with("Error") || last.ends_with("Exception") || last.ends_with("Warning") ||
         std::find(std::begin(kOthers), std::end(kOthers), last) != std::end(kOthers);
}

bool isNativeFunction(std::string_view name) {
  if (name.starts_with("builtins.")) return !startsUpper(name) && !isKnownClass(name);
  static const std::unordered_set<std::string_view> kTable = {
      "os.getpid", "os.getcwd",     "os.listdir",        "os.urandom",
      "time.time", "time.sleep",    "time.perf_counter", "time.monotonic",
      "sys.exit",  "sys.getsizeof", kAutogradApply,
  };
  return kTable.contains(name);
}

bool isNamespace(std::string_view name) {
  if (name.starts_with("torch.ops.")) return name.find('.', 10) == std::string_view::npos;
  return std::find(std::begin(kNamespaces), std::end(kNamespaces), name) != std::end(kNamespaces);
}

bool isKnownClass(std::string_view name) {
  static const std::unordered_set<std::string_view> kTable = {
      "builtins.set",         "builtins.frozenset",    "builtins.bytes",      "builtins.bytearray",
      "builtins.object",      "builtins.type",         "builtins.super",      "builtins.map",
      "builtins.filter",      "builtins.reversed",     "builtins.memoryview", "builtins.property",
      "builtins.classmethod", "builtins.staticmethod",
  };
  if (kTable.contains(name)) return true;
  if (auto member = namespaceMember(name); member && member->kind == MemberKind::ModuleClass)
    return true;
  const ops::PublicName* publicName = ops::publicName(name);
  return publicName && publicName->kind == ops::NameKind::Class && !name.starts_with("builtins.");
}

}  // namespace ts::compiler
