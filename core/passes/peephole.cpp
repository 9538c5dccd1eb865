#include "core/passes/peephole.h"

#include <string_view>

#include "core/ir/kinds.h"
#include "core/passes/dead_code_elimination.h"
#include "core/passes/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::Constant;
using types::TensorInfo;
namespace prim = ir::prim;

namespace {

// The number that represents a dtype such as torch.float32 in graphs.
std::optional<int64_t> dtypeNumber(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "Byte",  "Char",   "Short",       "Int",          "Long",          "Half",
      "Float", "Double", "ComplexHalf", "ComplexFloat", "ComplexDouble", "Bool",
      "QInt8", "QUInt8", "QInt32",      "BFloat16"};
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return static_cast<int64_t>(i);
  }
  return std::nullopt;
}

const TensorInfo* infoOf(const Value* value) {
  const auto* type = types::cast<types::TensorType>(value->type());
  return type == nullptr ? nullptr : type->info();
}

// The sizes if all of them are known, else null.
const std::vector<int64_t>* sizesOf(const Value* value) {
  const TensorInfo* info = infoOf(value);
  if (info == nullptr || !info->sizes) return nullptr;
  for (int64_t size : *info->sizes) {
    if (size < 0) return nullptr;
  }
  return &*info->sizes;
}

Constant intList(const std::vector<int64_t>& values) {
  std::vector<Constant> elements;
  for (int64_t value : values) elements.push_back(Constant::integer(value));
  return Constant::list(types::intType(), std::move(elements));
}

bool replaceWith(Node* node, Value* value) {
  node->output()->replaceAllUsesWith(value);
  return true;
}

bool replaceWith(Node* node, const Constant& value) {
  WithInsertPoint guard(node);
  return replaceWith(node, node->owningGraph()->insertConstant(value));
}

bool isCallOf(const Node* node, Symbol kind, std::string_view overload) {
  if (!node->is(kind)) return false;
  const ops::FunctionSchema* schema = node->schema();
  return schema != nullptr && schema->overload == overload;
}

class Peephole {
 public:
  explicit Peephole(const PeepholeOptions& options) : options_(options) {}

  bool run(Block* block) {
    bool changed = false;
    for (Node* node : block->nodes()) {
      for (Block* inner : node->blocks()) changed |= run(inner);
      if (!node->inputs().empty() && node->outputs().size() == 1) changed |= visit(node);
    }
    return changed;
  }

 private:
  bool visit(Node* node) {
    static const Symbol kTranspose = Symbol::intern("aten::t");
    if (isCallOf(node, kTranspose, "") && isCallOf(node->input()->node(), kTranspose, "")) {
      return replaceWith(node, node->input()->node()->input());
    }
    if (node->is(aten::Float) || node->is(aten::Int) || node->is(aten::FloatImplicit) ||
        node->is(aten::IntImplicit) || node->is(aten::ScalarImplicit)) {
      const Node* maker = node->input(0)->node();
      return maker->is(prim::NumToTensor) && replaceWith(node, maker->input());
    }
    return options_.shapes && visitShape(node);
  }

  bool visitShape(Node* node) {
    static const Symbol kExpand = Symbol::intern("aten::expand");
    static const Symbol kTypeAs = Symbol::intern("aten::type_as");
    const TensorInfo* info = infoOf(node->input(0));
    if (info == nullptr) return false;
    if (isCallOf(node, kExpand, "")) {
      auto wanted = ir::constantOf(node->input(1));
      const auto* sizes = sizesOf(node->input(0));
      return wanted && sizes != nullptr && identical(*wanted, intList(*sizes)) &&
             replaceWith(node, node->input(0));
    }
    if (isCallOf(node, kTypeAs, "")) {
      const TensorInfo* other = infoOf(node->input(1));
      bool areEqual = other != nullptr && !info->dtype.empty() && info->dtype == other->dtype &&
                      !info->device.empty() && info->device == other->device;
      return areEqual && replaceWith(node, node->input(0));
    }
    if (node->is(aten::size) && node->inputs().size() == 1) {
      const auto* sizes = sizesOf(node->input(0));
      return sizes != nullptr && replaceWith(node, intList(*sizes));
    }
    return visitProperty(node, *info);
  }

  bool visitProperty(Node* node, const TensorInfo& info) {
    if (node->is(extra_prim::dtype)) {
      auto number = dtypeNumber(info.dtype);
      return number && replaceWith(node, Constant::integer(*number));
    }
    if (node->is(aten::is_floating_point)) {
      if (info.dtype.empty()) return false;
      bool isFloating = info.dtype == "Float" || info.dtype == "Double" || info.dtype == "Half" ||
                        info.dtype == "BFloat16";
      return replaceWith(node, Constant::boolean(isFloating));
    }
    if (node->is(aten::dim)) {
      return info.sizes &&
             replaceWith(node, Constant::integer(static_cast<int64_t>(info.sizes->size())));
    }
    if (info.device.empty()) return false;
    if (node->is(extra_prim::device)) return replaceWith(node, Constant::device(info.device));
    if (node->is(extra_prim::is_cuda))
      return replaceWith(node, Constant::boolean(info.device.starts_with("cuda")));
    if (node->is(extra_prim::is_cpu))
      return replaceWith(node, Constant::boolean(info.device.starts_with("cpu")));
    return false;
  }

  PeepholeOptions options_;
};

}  // namespace

bool optimizePeepholeTensor(Graph& graph, const PeepholeOptions& options) {
  return Peephole(options).run(graph.block());
}

bool optimizePeephole(Graph& graph, const PeepholeOptions& options) {
  bool changed = optimizePeepholeTensor(graph, options);
  changed |= optimizePeepholeContainers(graph);
  changed |= optimizePeepholeAliasSensitive(graph, options);
  changed |= optimizePeepholeNonTensor(graph, options);
  changed |= combineConcats(graph);
  if (changed) eliminateDeadCodeWithoutAliases(graph);
  return changed;
}

}  // namespace ts::passes
