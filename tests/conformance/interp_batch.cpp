// Runs functions for tests/conformance/interp.py and printing.py. A request and an answer are one
// line of JSON each. Requests:
//
// - {"target": "FILE.py:f", "args": [VALUE, ...]}: calls a function; a module also has "init" (the
//   arguments of its class) and "state" (its attributes).
// - {"ir": "graph(%a : int): ...", "args": [VALUE, ...]}: runs a graph.
// - {"text": [VALUE, ...], "options": {...}}: prints tensors as Python does.
//
// Each request starts with random seed 0. Answers:
//
// - {"out": VALUE, "printed": "..."}
// - {"error": "RuntimeError", "message": "...", "lines": [1, 2]}
// - {"refused": "why"}
//
// VALUE is one of these; types of lists and dicts are written as in graphs:
//
// - null, true, 1, "text"
// - {"float": "0x1p+0"}, {"complex": ["0x1p+0", "0x0p+0"]}
// - {"list": [...], "of": "int"}, {"tuple": [...]}
// - {"dict": [[KEY, VALUE], ...], "of": "Dict(str, int)"}
// - {"device": "cpu"}, {"enum": "RED"}, {"object": {"name": VALUE}}
// - {"tensor": "float32", "sizes": [2], "data": [NUMBER, ...]}, with "grad": true for a tensor that
//   requires grad
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/driver/compile.h"
#include "core/driver/module_search.h"
#include "core/driver/torch_choice.h"
#include "core/driver/workspace.h"
#include "core/interp/interpreter.h"
#include "core/ir/text.h"
#include "core/jit/engine.h"
#include "core/kernels/copy.h"
#include "core/kernels/print.h"
#include "core/tensor/error.h"
#include "core/types/parse_type.h"

namespace {

using nlohmann::json;
using namespace ts;
using tensor::IValue;

std::string hexOf(double value) {
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "%a", value);
  return std::isnan(value) ? "nan" : text.data();
}
double fromHex(const json& value) { return std::strtod(value.get<std::string>().c_str(), nullptr); }

types::TypePtr typeFrom(const json& text) {
  auto type = types::parseType(text.get<std::string>());
  if (!type) tensor::fail("no such type: {}", text.dump());
  return type;
}

IValue read(const json& value, types::TypePtr wanted = nullptr);

IValue readTensor(const json& value) {
  const auto dtype = tensor::dtypeFromName(value.at("tensor").get<std::string>()).value();
  const auto sizes = value.at("sizes").get<std::vector<int64_t>>();
  tensor::Tensor zeros = tensor::empty(sizes, dtype);
  int64_t i = 0;
  for (const json& number : value.at("data"))
    kernels::fill(tensor::view(zeros, {}, {}, i++), read(number).toScalar());
  zeros.impl()->requiresGrad = value.value("grad", false);
  return zeros;
}

// Returns an object of the type with its slots filled by name.
IValue readObject(const json& slots, types::TypePtr wanted) {
  const auto* type = types::cast<types::ClassType>(wanted);
  if (type == nullptr) tensor::fail("an object of what class?");
  auto object = tensor::makeCounted<tensor::ObjectValue>(type);
  for (const auto& attribute : type->attributes()) {
    const auto entry = slots.find(attribute.name);
    object->slots.push_back(entry == slots.end() ? IValue() : read(*entry, attribute.type));
  }
  return object;
}

IValue read(const json& value, types::TypePtr wanted) {
  if (value.is_null()) return {};
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<int64_t>();
  if (value.is_string()) return value.get<std::string>();
  auto all = [](const json& items) {
    std::vector<IValue> values;
    for (const json& item : items) values.push_back(read(item));
    return values;
  };
  if (value.contains("float")) return fromHex(value["float"]);
  if (value.contains("complex"))
    return std::complex<double>(fromHex(value["complex"][0]), fromHex(value["complex"][1]));
  if (value.contains("list")) return tensor::makeList(typeFrom(value.at("of")), all(value["list"]));
  if (value.contains("tuple")) return tensor::makeTuple(all(value["tuple"]));
  if (value.contains("device")) return tensor::makeDevice(value["device"].get<std::string>());
  if (value.contains("object")) return readObject(value["object"], wanted);
  if (value.contains("dict")) {
    const auto type = typeFrom(value.at("of"));
    auto dict = tensor::makeCounted<tensor::DictValue>(type->element(0), type->element(1));
    for (const json& entry : value["dict"]) dict->set(read(entry[0]), read(entry[1]));
    return dict;
  }
  return readTensor(value);
}

json write(const IValue& value);

json writeAll(const std::vector<IValue>& values) {
  json list = json::array();
  for (const IValue& value : values) list.push_back(write(value));
  return list;
}

json writeTensor(const tensor::Tensor& value) {
  json data = json::array();
  if (!value.isMeta()) {
    const tensor::Tensor plain = kernels::contiguous(value);
    for (int64_t i = 0; i < plain.numel(); ++i)
      data.push_back(
          write(IValue(kernels::itemOf(tensor::view(plain, {}, {}, plain.offset() + i)))));
  }
  return {{"tensor", std::string(nameOf(value.dtype()))},
          {"sizes", value.sizes().vec()},
          {"data", std::move(data)}};
}

json write(const IValue& value) {
  switch (value.tag()) {
    case tensor::Tag::None: return nullptr;
    case tensor::Tag::Bool: return value.toBool();
    case tensor::Tag::Int: return value.toInt();
    case tensor::Tag::Double: return {{"float", hexOf(value.toDouble())}};
    case tensor::Tag::Complex:
      return {{"complex", {hexOf(value.toComplex().real()), hexOf(value.toComplex().imag())}}};
    case tensor::Tag::String: return value.toString();
    case tensor::Tag::Tensor: return writeTensor(value.toTensor());
    case tensor::Tag::List: return {{"list", writeAll(value.toList().items)}};
    case tensor::Tag::Tuple: return {{"tuple", writeAll(value.toTuple().items)}};
    case tensor::Tag::Device: return {{"device", value.toDevice().text()}};
    case tensor::Tag::Enum: return {{"enum", value.toEnum().name}};
    case tensor::Tag::Dict: {
      json entries = json::array();
      for (const auto& [key, item] : value.toDict().entries())
        entries.push_back({write(key), write(item)});
      return {{"dict", std::move(entries)}};
    }
    case tensor::Tag::Object: return {{"object", std::string(value.toObject().type->simpleName())}};
    default: return {{"other", std::string(nameOf(value.tag()))}};
  }
}

// Collects the program's output.
class Recorder final : public interp::Host {
 public:
  void print(std::string_view text) override { printed += text; }
  void warn(std::string_view, std::string_view, SourceRange) override {}
  std::string printed;
};

class Batch {
 public:
  explicit Batch(bool compiles) : compiles_(compiles), disk_(std::make_shared<DiskFileSystem>()) {
    driver::Options options;
    options.importPaths = driver::installedPaths(*disk_, ".");
    workspace_ = std::make_unique<driver::Workspace>(disk_, options);
  }

  json answer(const json& request) {
    if (request.contains("text")) return texts(request);
    ir::GraphPtr graph;
    std::string name = "f";
    driver::CompiledTarget compiled;
    ir::ParsedGraph parsed;
    if (request.contains("ir")) {
      parsed =
          ir::parseGraph(request["ir"].get<std::string>(), std::make_shared<types::TypeTable>());
      if (!parsed.graph) return {{"refused", parsed.error}};
      graph = parsed.graph;
    } else {
      auto target = driver::parseTarget(request.at("target").get<std::string>());
      std::optional<std::string> init;
      if (request.contains("init") && !request["init"].is_null())
        init = request["init"].get<std::string>();
      compiled = driver::compileTarget(workspace_->snapshot(), *target.target, init);
      if (!compiled.function || !compiled.function->graph)
        return {{"refused", compiled.error.empty() ? "it doesn't compile" : compiled.error}};
      graph = compiled.function->graph;
    }
    return run(request, graph, name);
  }

 private:
  json run(const json& request, const ir::GraphPtr& graph, const std::string& name) {
    Recorder host;
    try {
      interp::Stack arguments;
      if (request.contains("state") && !request["state"].is_null())
        arguments.push_back(read(request["state"], graph->inputs()[0]->type()));
      for (const json& value : request.at("args")) arguments.push_back(read(value));
      for (size_t i = 0; i < arguments.size() && i < graph->inputs().size(); ++i) {
        auto fitted = interp::fitTo(arguments[i], graph->inputs()[i]->type());
        if (!fitted) return {{"refused", "an argument of another type"}};
        arguments[i] = std::move(*fitted);
      }
      kernels::Stack seed = {int64_t{0}};
      kernels::find("aten::manual_seed")(seed);
      interp::Interpreter interpreter(&host);
      if (compiles_) interpreter.setNativeCompiler(&engine_);
      interp::Stack results = interpreter.run(graph, std::move(arguments), name);
      return {{"out", results.size() == 1 ? write(results[0]) : writeAll(results)},
              {"printed", host.printed}};
    } catch (const interp::Exception& exception) {
      json lines = json::array();
      for (const auto& entry : exception.stack)
        if (entry.range) lines.push_back(entry.range.file->lineOf(entry.range.span.begin));
      return {{"error", exception.className},
              {"message", exception.message},
              {"lines", std::move(lines)}};
    } catch (const tensor::Error& error) {
      return {{"refused", error.what()}};
    }
  }

  static json texts(const json& request) {
    kernels::PrintOptions options;
    if (request.contains("options")) {
      const json& wanted = request["options"];
      options.precision = wanted.value("precision", options.precision);
      options.threshold = wanted.value("threshold", options.threshold);
      options.edgeItems = wanted.value("edgeitems", options.edgeItems);
      options.lineWidth = wanted.value("linewidth", options.lineWidth);
      if (wanted.contains("sci_mode")) options.scientific = wanted["sci_mode"].get<bool>();
    }
    json out = json::array();
    for (const json& value : request["text"]) {
      const tensor::Tensor tensor = read(value).toTensor();
      out.push_back({kernels::tensorText(tensor, options), kernels::tensorColumns(tensor)});
    }
    return {{"texts", std::move(out)}};
  }

  bool compiles_;
  jit::Engine engine_;
  std::shared_ptr<DiskFileSystem> disk_;
  std::unique_ptr<driver::Workspace> workspace_;
};

}  // namespace

int main(int argc, char** argv) {
  ts::driver::useTorchProfile({}, ".");  // that of the reference beside it
  Batch batch(argc > 1 && std::string_view(argv[1]) == "compiled");
  for (std::string line; std::getline(std::cin, line);)
    std::cout
        << batch.answer(json::parse(line)).dump(-1, ' ', false, json::error_handler_t::replace)
        << std::endl;
}
