// Calls kernels for tests/conformance/operators.py. With --list it prints the name of each kernel's
// schema, such as "aten::add.Tensor", one a line. With --compiled each call is a graph that runs as
// machine code. A request and an answer are one line of JSON each:
//
// - request: {"op": "aten::add.Tensor", "storages": ["BASE64", ...], "args": [VALUE, ...], "seed":
// 1}
// - answer: {"out": [VALUE, ...], "args": [VALUE, ...], "storages": ["BASE64", ...]}
// - answer: {"error": "RuntimeError", "message": "..."}; the error "Row": the operator's row in
//   core/operator_facts predicts another shape or dtype; the error "Write": the operator changes
//   the memory of an argument, whose StorageImpl::writes() does not count it
//
// A request has all arguments of the schema, in order; "seed" is optional. An answer has the
// results, the arguments after the call, and all storages: first those of the request, then those
// of the results. A VALUE is one of these:
//
// - {"t": "tensor", "dtype", "sizes", "strides", "offset", "storage"}: "storage" is an index into
//   "storages", so tensors can share a storage
// - null, true, 1, "text"
// - {"t": "float", "v": "0x1.8p+0"}, {"t": "complex", "re", "im"}
// - {"t": "list", "e": "int", "v": [...]}, {"t": "device", "v": "cpu"}
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/jit/engine.h"
#include "core/kernels/registry.h"
#include "core/tensor/error.h"
#include "tests/conformance/operator_call.h"
#include "tests/support/operator_row.h"

namespace {

using nlohmann::json;
using namespace ts;
using tensor::IValue;

// A graph that calls an operator on its inputs. Operators without side effects are called twice, so
// that the two calls may become one loop. Null for an overload that the types do not determine.
ir::GraphPtr graphOf(const std::string& name, bool isRandom) {
  const ops::FunctionSchema* schema = schemaOf(name);
  if (schema == nullptr) return nullptr;
  const Symbol kind = schema->symbol();
  auto graph = std::make_shared<ir::Graph>();
  std::vector<ir::Value*> inputs;
  for (const ops::Argument& argument : schema->arguments) {
    inputs.push_back(graph->addInput());
    inputs.back()->setType(argument.type);
  }
  for (int calls = schema->isMutable() || isRandom ? 1 : 2; calls > 0; --calls) {
    ir::Node* node = graph->appendNode(graph->create(kind, inputs, schema->returns.size()));
    for (size_t i = 0; i < schema->returns.size(); ++i) {
      node->output(i)->setType(schema->returns[i].type);
      graph->registerOutput(node->output(i));
    }
    if (node->schema() != schema) return nullptr;
  }
  return graph;
}

// Runs an operator as machine code. Its results replace the arguments.
void callCompiled(const std::string& name, bool isRandom, kernels::KernelFunction kernel,
                  kernels::Stack& stack) {
  static std::unordered_map<std::string, ir::GraphPtr> graphs;
  static jit::Engine engine;
  static auto* interpreter = [] {
    auto* interpreter = new interp::Interpreter;
    interpreter->setNativeCompiler(&engine);
    return interpreter;
  }();
  auto [found, isNew] = graphs.try_emplace(name + (isRandom ? " once" : ""));
  if (isNew) found->second = graphOf(name, isRandom);
  if (found->second == nullptr) return kernel(stack);
  const auto* schema =
      found->second->outputs().empty() ? nullptr : found->second->outputs()[0]->node()->schema();
  stack = interpreter->run(found->second, std::move(stack));
  if (schema != nullptr) stack.resize(schema->returns.size());
}

json answer(const json& request, bool compiles) {
  const std::string name = request.at("op");
  const kernels::KernelFunction kernel = kernels::find(name);
  if (!kernel) return {{"error", "NoKernel"}, {"message", name}};
  try {
    if (request.contains("seed")) {
      kernels::Stack seed = {request.at("seed").get<int64_t>()};
      kernels::find("aten::manual_seed")(seed);
    }
    Call call(request);
    std::vector<IValue> arguments;
    for (const json& value : request.at("args")) arguments.push_back(call.read(value));
    kernels::Stack stack = arguments;
    const ops::FunctionSchema* schema = schemaOf(name);
    std::optional<operator_facts::Prediction> row;
    if (schema != nullptr) row.emplace(*schema, operator_facts::ValueCall(*schema, arguments));
    if (compiles)
      callCompiled(name, request.contains("seed"), kernel, stack);
    else
      kernel(stack);
    if (const std::string difference = row ? row->difference(stack) : std::string();
        !difference.empty())
      return {{"error", "Row"}, {"message", difference}};
    if (call.hasSilentWrite()) return {{"error", "Write"}, {"message", "a write is not counted"}};
    json out = call.writeAll(stack);
    json after = call.writeAll(arguments);
    return {
        {"out", std::move(out)}, {"args", std::move(after)}, {"storages", call.writeStorages()}};
  } catch (const tensor::Error& error) {
    return {{"error", nameOfKind(error.kind)}, {"message", error.what()}};
  } catch (const interp::Exception& exception) {
    return {{"error", exception.className}, {"message", exception.message}};
  }
}

}  // namespace

// usage: operator_batch VERSION [--list | --compiled]; VERSION is PyTorch's.
int main(int argc, char** argv) {
  if (argc > 1) setTorchProfile(profileOfVersion(argv[1]).value_or(kDefaultTorchProfile));
  if (argc > 2 && std::string_view(argv[2]) == "--list") {
    for (const kernels::Kernel& kernel : kernels::allKernels()) std::cout << kernel.name << "\n";
    return 0;
  }
  const bool compiles = argc > 2 && std::string_view(argv[2]) == "--compiled";
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer(json::parse(line), compiles).dump() << "\n" << std::flush;
}
