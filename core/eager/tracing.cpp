#include "core/eager/tracing.h"

#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/unit/unit.h"
#include "core/eager/convert.h"
#include "core/eager/jit.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/watcher.h"
#include "core/kernels/dispatch.h"

namespace ts::eager {
namespace {

bool isUsers(const eval::Frame& frame) {
  return frame.module && frame.module->source && !frame.module->isLibrary;
}

SourceRange lineOf(const eval::Frame& frame) {
  const SourceFile& file = *frame.module->source;
  const Span span = frame.at < frame.code->spans.size() ? frame.code->spans[frame.at] : Span{};
  const uint32_t line = file.lineOf(span.begin);
  const uint32_t begin = file.lineStart(line);
  return {&file, {begin, begin + static_cast<uint32_t>(file.lineText(line).size())}};
}

class EagerTracedProgram final : public trace::TracedProgram {
 public:
  explicit EagerTracedProgram(Vm& vm) : vm_(vm) {}

  SourceRange place() override {
    const eval::Frame* frame = userFrame();
    return frame ? lineOf(*frame) : SourceRange{};
  }

  SourceFilePtr fileOf(const SourceRange& place) override {
    for (const eval::Frame* frame = vm_.state().frame; frame; frame = frame->caller)
      if (frame->module && frame->module->source.get() == place.file) return frame->module->source;
    return nullptr;
  }

  std::string variableOf(const Tensor& tensor) override {
    if (eagerOf(vm_).unnamed) return {};
    const eval::Tensor* object = eagerOf(vm_).wrapperOf(tensor);
    if (!object) return {};
    std::string variable;
    // Skip frames of the library: compiled functions are called by Python code of the prelude, and
    // modules by Module.__call__.
    eval::Frame*& frame = vm_.state().frame;
    eval::Frame* innermost = frame;
    while (frame && frame->module &&
           (frame->module->name == "torch._C" || frame->module->name == "torch.jit._script"))
      frame = frame->caller;
    vm_.currentLocals()->each([&](const Value& name, const Value& value) {
      if (variable.empty() && value.object() == object && name.as<Str>())
        variable = name.as<Str>()->text;
    });
    frame = innermost;
    return variable == "self" ? std::string() : variable;
  }

  bool isRecorded() override { return !isInsideNumPy(vm_); }

  bool isInsideLibrary() override {
    const eval::Frame* frame = vm_.state().frame;
    return frame && frame->module && frame->module->name.starts_with("torch.") &&
           !frame->module->name.starts_with("torch.jit");
  }

  void warn(const trace::Event& event) override {
    const eval::Frame* frame = userFrame();
    const std::string module = frame ? frame->module->name : "torch.jit";
    const int64_t line = event.at.file ? event.at.file->lineOf(event.at.span.begin) : 0;
    Value category = vm_.moduleAttribute(*vm_.module("torch.jit"), vm_.intern("TracerWarning"));
    Value warn = vm_.moduleAttribute(*vm_.module("warnings"), vm_.intern("warn_explicit"));
    TracingPause pause(vm_);
    const std::string text = trace::warningText(event);
    if (eval::Watcher* watcher = eval::currentWatcher()) watcher->tracerWarned(vm_, text);
    vm_.call(warn,
             {vm_.str(text), category, vm_.str(event.at.file ? event.at.file->path() : module),
              Value::integer(line), vm_.str(module)});
  }

 private:
  const eval::Frame* userFrame() const {
    const eval::Frame* frame = vm_.state().frame;
    while (frame && !isUsers(*frame)) frame = frame->caller;
    return frame;
  }

  Vm& vm_;
};

// Records operators while it exists.
class Recording {
 public:
  Recording(Vm& vm, trace::Recorder& recorder)
      : torch_(eagerOf(vm)), observer_(kernels::setDispatchObserver(&recorder)) {
    torch_.recorder = torch_.tracer = &recorder;
  }
  ~Recording() {
    torch_.recorder = torch_.tracer = nullptr;
    kernels::setDispatchObserver(observer_);
  }
  Recording(const Recording&) = delete;

 private:
  Torch& torch_;
  kernels::DispatchObserver* observer_;
};

bool isTraceable(const IValue& value) {
  auto areTraceable = [](const std::vector<IValue>& items) {
    return std::ranges::all_of(items, isTraceable);
  };
  switch (value.tag()) {
    case tensor::Tag::Tensor: return true;
    case tensor::Tag::Tuple: return areTraceable(value.toTuple().items);
    case tensor::Tag::List: return areTraceable(value.toList().items);
    case tensor::Tag::Dict:
      return std::ranges::all_of(value.toDict().entries(),
                                 [](const auto& entry) { return isTraceable(entry.value); });
    default: return false;
  }
}

// The common arguments of the functions below: function, inputs, strict, names.
struct Request {
  Value function;
  std::vector<Value> inputs;
  bool strict;
  std::vector<std::string> names;  // names of the function's parameters
};
Request requestOf(Vm& vm, Value* args) {
  Request request{args[0], vm.toVector(args[1]), vm.truth(args[2]), {}};
  for (const Value& name : vm.toVector(args[3])) request.names.push_back(vm.toStr(name));
  return request;
}

struct Traced {
  ir::GraphPtr graph;
  std::vector<trace::Event> events;
  std::string pythonFunction;
};

Traced record(Vm& vm, const Request& request, const tensor::ObjectValue* self,
              const trace::MakeMethod& makeMethod) {
  if (eagerOf(vm).tracer)
    vm.raise(vm.types.RuntimeError,
             "traces can't be nested: the traced code calls torch.jit.trace");
  EagerTracedProgram program(vm);
  trace::Recorder recorder(program, {request.strict});
  eagerOf(vm).pythonFunction.clear();
  std::vector<Value> arguments;
  guarded(vm, [&] {
    if (self) recorder.addSelf(*self);
    const bool isNamed = request.names.size() >= request.inputs.size();
    for (size_t i = 0; i < request.inputs.size(); ++i) {
      const IValue input = toIValue(vm, request.inputs[i]);
      if (!isTraceable(input))
        tensor::fail(
            "input {} is a {}: only tensors, and tuples, lists and dicts of them can be inputs of "
            "a trace",
            i + 1, vm.classOf(request.inputs[i])->name);
      arguments.push_back(
          fromIValue(vm, recorder.addInput(input, isNamed ? request.names[i] : std::string())));
    }
  });
  ir::GraphPtr graph;
  {
    Recording recording(vm, recorder);
    Value result = vm.call(request.function, std::span<const Value>(arguments));
    if (result.isNone())
      vm.raise(vm.types.RuntimeError,
               "the traced function returns None: it must return tensors, because a trace has no "
               "other effects");
    guarded(vm, [&] { recorder.addOutput(toIValue(vm, result)); });
  }
  return {guarded(vm, [&] { return recorder.finish(makeMethod); }), recorder.events(),
          eagerOf(vm).pythonFunction};
}

// ---- torch._C

Value createFunction(Vm& vm, Value* args) {
  Jit& jit = jitOf(vm);
  Traced traced = record(vm, requestOf(vm, args + 1), nullptr, {});
  ir::Function& function = jit.addFunction(jit.unit().uniqueName(vm.toStr(args[0])), traced.graph);
  Value handle = jit.handleOf(function, Value());
  handle.asNative<Handle>()->events = std::move(traced.events);
  handle.asNative<Handle>()->pythonFunction = std::move(traced.pythonFunction);
  jit.unit().modules().types().adopted().add(handle, &function);
  return handle;
}

// An unused method name: "forward", "forward1", ...
std::string freeName(const types::ClassType& type, const std::string& wanted) {
  std::string name = wanted;
  for (int i = 1; type.method(name); ++i) name = wanted + std::to_string(i);
  return name;
}

Value createMethod(Vm& vm, Value* args) {
  Jit& jit = jitOf(vm);
  Handle& handle = *args[0].asNative<Handle>();
  auto addMethod = [&](const types::ClassType* type, const std::string& name, ir::GraphPtr graph) {
    ir::Function& method = jit.addFunction(type->qualifiedName() + "." + name, std::move(graph));
    type->addMethod(&method);
    return &method;
  };
  auto addForward = [&](const types::ClassType* type, ir::GraphPtr graph) {
    return addMethod(type, freeName(*type, "forward"), std::move(graph));
  };
  const std::string name = vm.toStr(args[1]);
  if (handle.object->type->method(name))
    vm.raise(vm.types.RuntimeError, "the method '" + name + "' is already traced");
  Traced traced = record(vm, requestOf(vm, args + 2), handle.object.get(), addForward);
  addMethod(handle.object->type, name, traced.graph);
  handle.events.insert(handle.events.end(), traced.events.begin(), traced.events.end());
  if (handle.pythonFunction.empty()) handle.pythonFunction = std::move(traced.pythonFunction);
  return Value::none();
}

// Creates a module object without methods and with a type of its own. `submodules` are names and
// handles. For exported methods, a module has the attributes and constants of the scripted module.
Value createModule(Vm& vm, Value* args) {
  Jit& jit = jitOf(vm);
  const Value& instance = args[0];
  const types::ClassType* type =
      jit.unit().typeTable().makeClass(jit.unit().uniqueName(vm.toStr(args[1])), /*isModule=*/true);
  auto result = tensor::makeCounted<tensor::ObjectValue>(type);
  result->keepsAlive = jit.unit().sharedTypes();
  auto add = [&](const Value& name, IValue value, types::TypePtr of, types::AttributeKind kind) {
    type->addAttribute(name.as<Str>()->text, of, kind);
    result->slots.push_back(std::move(value));
  };
  auto addTensors = [&](const char* members, types::AttributeKind kind) {
    vm.getattr(instance, members).as<Dict>()->each([&](const Value& name, const Value& value) {
      if (!value.isNone()) add(name, neededTensor(vm, value), types::tensorType(), kind);
    });
  };
  addTensors("_parameters", types::AttributeKind::Parameter);
  addTensors("_buffers", types::AttributeKind::Buffer);
  args[2].as<Dict>()->each([&](const Value& name, const Value& value) {
    const auto& object = value.asNative<Handle>()->object;
    add(name, object, object->type, types::AttributeKind::Attribute);
  });
  add(vm.str("training"), vm.truth(vm.getattr(instance, "training")), types::boolType(),
      types::AttributeKind::Attribute);
  add(vm.str("_is_full_backward_hook"), IValue(), types::optionalOf(types::boolType()),
      types::AttributeKind::Attribute);
  const compiler::ConcreteModule* scripted = nullptr;
  if (vm.truth(args[3])) scripted = jit.inferModule(instance);
  if (scripted) {
    for (const auto& attribute : scripted->attributes) {
      if (type->attribute(attribute.name) || attribute.type->isUnknown()) continue;
      add(vm.str(attribute.name),
          jit.typedValue(vm.getattr(instance, attribute.name), attribute.type,
                         "attribute '" + attribute.name + "'"),
          attribute.type, attribute.kind);
    }
    for (const auto& [name, value] : scripted->constants) type->addConstant(name, value);
  }
  Value handle = jit.handleOf(result, Value());
  jit.unit().modules().types().adopt(handle, type, instance.object()->cls.get(), scripted);
  return handle;
}

// Compiles a method that torch.jit.export marks, instead of tracing it.
Value compileMethod(Vm& vm, Value* args) {
  jitOf(vm).compileMethod(*args[0].asNative<Handle>(), args[1].as<Str>()->text,
                          *args[2].as<eval::Function>());
  return Value::none();
}

Value isTracing(Vm& vm, Value*) { return Value::boolean(recorderOf(vm)); }
Value tracingState(Vm& vm, Value*) { return recorderOf(vm) ? Value::boolean(true) : Value::none(); }
Value pushScope(Vm& vm, Value* args) {
  if (trace::Recorder* recorder = recorderOf(vm)) recorder->pushScope(vm.toStr(args[0]));
  return Value::none();
}
Value popScope(Vm& vm, Value*) {
  if (trace::Recorder* recorder = recorderOf(vm)) recorder->popScope();
  return Value::none();
}

// A custom autograd.Function of this name is called.
Value notePythonFunction(Vm& vm, Value* args) {
  if (recorderOf(vm)) eagerOf(vm).pythonFunction = vm.toStr(args[0]);
  return Value::none();
}

Value beginFork(Vm& vm, Value*) {
  recorderOf(vm)->beginFork();
  return Value::none();
}
Value endFork(Vm& vm, Value* args) {
  const WithoutNames unnamed(vm);
  return guarded(vm, [&] {
    return Value::integer(static_cast<int64_t>(recorderOf(vm)->endFork(toIValue(vm, args[0]))));
  });
}
Value waitFor(Vm& vm, Value* args) {
  guarded(vm, [&] {
    if (trace::Recorder* recorder = recorderOf(vm))
      recorder->wait(static_cast<size_t>(vm.toIndex(args[0])), toIValue(vm, args[1]));
  });
  return Value::none();
}

Value warn(Vm& vm, Value* args) {
  for (size_t i = 0; i < trace::kCauses; ++i)
    if (trace::nameOf(static_cast<trace::Cause>(i)) == args[0].as<Str>()->text) {
      EagerTracedProgram program(vm);
      program.warn({static_cast<trace::Cause>(i), program.place(), vm.toStr(args[1])});
    }
  return Value::none();
}

constexpr NativeDef kTracingCFunctions[] = {
    {"_trace_function", "name, function, inputs, strict, names, /", createFunction},
    {"_trace_method", "handle, name, function, inputs, strict, names, /", createMethod},
    {"_trace_module", "module, name, submodules, is_scripted, /", createModule},
    {"_trace_export", "handle, name, function, /", compileMethod},
    {"_trace_push", "scope, /", pushScope},
    {"_trace_pop", "", popScope},
    {"_trace_python_function", "name, /", notePythonFunction},
    {"_trace_fork", "", beginFork},
    {"_trace_fork_end", "result, /", endFork},
    {"_trace_wait", "fork, result, /", waitFor},
    {"_trace_warn", "cause, subject, /", warn},
    {"_is_tracing", "", isTracing},
    {"_get_tracing_state", "", tracingState},
};

}  // namespace

bool isInsideNumPy(Vm& vm) {
  for (const eval::Frame* frame = vm.state().frame; frame; frame = frame->caller) {
    if (!frame->module || !frame->module->isLibrary) return false;
    if (frame->module->name == "numpy" || frame->module->name.starts_with("numpy.")) return true;
  }
  return false;
}

TracingPause::TracingPause(Vm& vm)
    : torch_(eagerOf(vm)), recorder_(std::exchange(torch_.recorder, nullptr)) {
  if (recorder_) kernels::setDispatchObserver(nullptr);
}
TracingPause::~TracingPause() {
  torch_.recorder = recorder_;
  if (recorder_) kernels::setDispatchObserver(recorder_);
}

Tensor placedTensor(Vm& vm, const Tensor& tensor) {
  if (!recorderOf(vm)) return tensor;
  return callTensor(vm, "aten::to.device",
                    {tensor, tensor::makeDevice(nameOf(tensor.device())),
                     static_cast<int64_t>(tensor.dtype()), false, false, IValue()});
}
Tensor constructedTensor(Vm& vm, const Tensor& tensor) {
  return recorderOf(vm) ? callTensor(vm, "aten::detach", {placedTensor(vm, tensor)}) : tensor;
}

std::span<const NativeDef> tracingCFunctions() { return kTracingCFunctions; }

}  // namespace ts::eager
