// Reads archives and tells what is in them: a line in is a path, or two with a tab between them; then what the first
// holds is also written to the second. One JSON object a line out: "error" when a file is refused, else the code of every
// method of every module in it, and the geometry of its tensors.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/archive/archive_error.h"
#include "core/archive/code_printer.h"
#include "core/archive/module_reader.h"
#include "core/archive/module_writer.h"

using namespace ts;
using nlohmann::json;

namespace {

// Where the nodes come from: "model.py:12".
std::set<std::string> places;

void describe(const std::string& prefix, const tensor::IValue& value, json& code, json& state) {
  const tensor::ObjectValue& object = value.toObject();
  for (ir::Function* method : object.type->methods()) {
    archive::CodeOptions options;
    options.isMethod = true;
    code[prefix + std::string(method->simpleName())] = archive::printCode(*method, options);
    if (!method->graph) continue;
    for (ir::Node* node : method->graph->nodes()) {
      if (!node->range()) continue;
      const SourceRange at = node->range();
      places.insert(at.file->path() + ":" + std::to_string(at.file->lineOf(at.span.begin)));
    }
  }
  const auto& attributes = object.type->attributes();
  for (size_t i = 0; i < attributes.size(); ++i) {
    const tensor::IValue& held = object.slots[i];
    if (held.isObject() && held.toObject().type->isModule()) describe(prefix + attributes[i].name + ".", held, code, state);
    if (!held.isTensor()) continue;
    const tensor::Tensor tensor = held.toTensor();
    state[prefix + attributes[i].name] = {{"dtype", tensor::nameOf(tensor.dtype())},
                                          {"sizes", tensor.sizes().vec()},
                                          {"strides", tensor.strides().vec()},
                                          {"grad", tensor.requiresGrad()}};
  }
}

}  // namespace

int main() {
  std::string path;
  while (std::getline(std::cin, path)) {
    json answer;
    std::string copy;
    if (const size_t tab = path.find('\t'); tab != path.npos) {
      copy = path.substr(tab + 1);
      path.resize(tab);
    }
    try {
      auto loaded = archive::loadModule(archive::TorchFile::open(path), nullptr);
      answer["code"] = json::object();
      answer["state"] = json::object();
      describe("", loaded->object, answer["code"], answer["state"]);
      answer["places"] = places;
      places.clear();
      if (!copy.empty()) archive::saveModule(loaded->object.toObject(), copy);
      for (const auto& problem : loaded->unit->sink().diagnostics()) answer["problems"].push_back(problem.message);
    } catch (const archive::ArchiveError& error) {
      answer["error"] = error.what();
    }
    std::cout << answer.dump() << std::endl;
  }
}
