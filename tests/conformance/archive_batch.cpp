// Reads, writes and runs archives for tests/conformance/archive.py. A request and an answer are one
// line of JSON each. Requests:
//
// - {"path": P}: loads the archive. The answer has "code" (of every method of every module),
// "state"
//   (the geometry of its tensors) and "places".
// - {"path": P, "copy": C}: also writes a copy to C.
// - {"path": P, "inputs": I, "outputs": O}: also calls forward with the tuple that torch.save wrote
//   to I, and writes the result to O.
//
// The answer has "error" when the file is rejected, and "raised" when forward raises.
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/archive/archive_error.h"
#include "core/archive/code_printer.h"
#include "core/archive/module_writer.h"
#include "core/archive/unpickler.h"
#include "core/runtime/runtime.h"
#include "core/tensor/error.h"

using namespace ts;
using nlohmann::json;
using tensor::IValue;

namespace {

struct Description {
  json code = json::object(), state = json::object();
  std::set<std::string> places;  // source lines of the nodes: "model.py:12"

  void add(const std::string& prefix, const IValue& value) {
    const tensor::ObjectValue& object = value.toObject();
    for (ir::Function* method : object.type->methods()) {
      archive::CodeOptions options;
      options.isMethod = true;
      code[prefix + std::string(method->simpleName())] = archive::printCode(*method, options);
      if (!method->graph) continue;
      for (ir::Node* node : method->graph->nodes())
        if (const SourceRange at = node->range())
          places.insert(at.file->path() + ":" + std::to_string(at.file->lineOf(at.span.begin)));
    }
    const auto& attributes = object.type->attributes();
    for (size_t i = 0; i < attributes.size(); ++i) {
      const IValue& held = object.slots[i];
      if (held.isObject() && held.toObject().type->isModule())
        add(prefix + attributes[i].name + ".", held);
      if (!held.isTensor()) continue;
      const tensor::Tensor tensor = held.toTensor();
      state[prefix + attributes[i].name] = {{"dtype", tensor::nameOf(tensor.dtype())},
                                            {"sizes", tensor.sizes().vec()},
                                            {"strides", tensor.strides().vec()},
                                            {"grad", tensor.requiresGrad()}};
    }
  }
};

// Returns plain tuples for named tuples, because only the archive itself has their classes.
IValue plain(const IValue& value) {
  if (!value.isTuple()) return value;
  std::vector<IValue> items;
  for (const IValue& item : value.toTuple().items) items.push_back(plain(item));
  return tensor::makeTuple(std::move(items));
}

IValue readInputs(const std::string& path) {
  auto file = archive::TorchFile::open(path);
  const archive::PickleTree tree = file->pickle("data.pkl");
  return archive::Unpickler(file->tensors("data.pkl"), {}).readWhole(tree);
}

json answer(const json& request) {
  json result;
  runtime::Runtime runtime;
  const runtime::Runtime::Scope scope(runtime);
  auto run = [&](ir::Function* method, std::vector<IValue> arguments) {
    return runtime.interpreter().run(*method, interp::bindArguments(method->schema, arguments));
  };
  try {
    const auto loaded = runtime.load(archive::TorchFile::open(request.at("path")));
    Description description;
    description.add("", loaded->object);
    result["code"] = std::move(description.code);
    result["state"] = std::move(description.state);
    result["places"] = std::move(description.places);
    for (const auto& problem : loaded->unit->sink().diagnostics())
      result["problems"].push_back(problem.message);
    if (request.contains("copy")) {
      archive::SaveOptions options;
      options.getState = [&](const tensor::ObjectValue& object) {
        return run(object.type->method("__getstate__"),
                   {tensor::Ptr<tensor::ObjectValue>(const_cast<tensor::ObjectValue*>(&object))});
      };
      archive::saveModule(loaded->object.toObject(), request.at("copy"), options);
    }
    if (request.contains("inputs")) {
      std::vector<IValue> arguments{loaded->object};
      const IValue inputs = readInputs(request.at("inputs"));
      arguments.insert(arguments.end(), inputs.toTuple().items.begin(),
                       inputs.toTuple().items.end());
      archive::PickleWriter writer;
      writer.write(plain(run(loaded->type->method("forward"), std::move(arguments))));
      archive::saveData(writer, request.at("outputs"));
    }
  } catch (const archive::ArchiveError& error) {
    result["error"] = error.what();
  } catch (const interp::Exception& exception) {
    result["raised"] = exception.what();
  } catch (const tensor::Error& error) {
    result["raised"] = error.what();
  }
  return result;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) std::cout << answer(json::parse(line)).dump() << std::endl;
}
