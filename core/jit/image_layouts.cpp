#include "core/jit/image_layouts.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/symbol.h"
#include "core/ir/kinds.h"

namespace ts::jit {
namespace {

using ir::Node;
using ir::Value;

enum class Role : uint8_t {
  Keeps,  // returns its image, the first argument, with other elements
  Joins,  // the same of two images, of which one may be a number or a parameter
  Lists,  // the same of a list of images
  Asks,   // returns no tensor
  Flattens,
  Means,
};

const std::unordered_map<Symbol, Role>& roles() {
  static const auto* roles = [] {
    auto* table = new std::unordered_map<Symbol, Role>;
    const auto add = [&](Role role, std::initializer_list<std::string_view> names) {
      for (const std::string_view name : names)
        table->emplace(Symbol::intern("aten::" + std::string(name)), role);
    };
    add(Role::Keeps, {"relu",
                      "relu_",
                      "relu6",
                      "relu6_",
                      "hardtanh",
                      "hardtanh_",
                      "hardswish",
                      "hardswish_",
                      "hardsigmoid",
                      "hardsigmoid_",
                      "silu",
                      "silu_",
                      "sigmoid",
                      "sigmoid_",
                      "tanh",
                      "tanh_",
                      "gelu",
                      "gelu_",
                      "leaky_relu",
                      "leaky_relu_",
                      "elu",
                      "elu_",
                      "mish",
                      "mish_",
                      "softplus",
                      "dropout",
                      "dropout_",
                      "clamp",
                      "clamp_",
                      "exp",
                      "neg",
                      "abs",
                      "square",
                      "sqrt",
                      "batch_norm",
                      "max_pool2d",
                      "avg_pool2d",
                      "adaptive_avg_pool2d",
                      "upsample_nearest2d",
                      "upsample_bilinear2d"});
    add(Role::Joins, {"add", "add_", "sub", "sub_", "mul", "mul_", "div", "div_"});
    add(Role::Lists, {"cat"});
    add(Role::Asks, {"size", "dim", "numel", "is_floating_point"});
    for (const std::string_view name : {"prim::dtype", "prim::device"})
      table->emplace(Symbol::intern(name), Role::Asks);
    add(Role::Flattens, {"flatten"});
    add(Role::Means, {"mean"});
    return table;
  }();
  return *roles;
}

// A tensor that the images of a graph do not depend on, with few elements.
bool isParameter(const Value& value) {
  return value.node()->is(ir::prim::GetAttr) || value.node()->is(ir::prim::Constant);
}

class ImageFinder {
 public:
  explicit ImageFinder(const std::function<bool(const Node&)>& isConvolution)
      : isConvolution_(isConvolution) {}

  void collect(const ir::Block& block) {
    for (const Node* node : block.nodes()) {
      for (const ir::Block* inner : node->blocks()) collect(*inner);
      if (node->outputs().size() != 1) continue;
      if (isConvolution_(*node) || isKeeper(*node)) candidates_.insert(node->output());
    }
  }

  std::unordered_set<const Value*> find() {
    // A value leaves the set when its producer or a user needs one that has left.
    for (bool isChanged = true; isChanged;) {
      const auto count = candidates_.size();
      std::erase_if(candidates_, [&](const Value* value) {
        return !comesFromImages(*value->node()) ||
               !std::ranges::all_of(value->uses(), [&](const ir::Use& use) {
                 return use.user->owningBlock() == value->node()->owningBlock() && suits(use);
               });
      });
      isChanged = candidates_.size() != count;
    }
    return std::move(candidates_);
  }

 private:
  bool isCandidate(const Value* value) const { return candidates_.contains(value); }
  static const Role* roleOf(const Node& node) {
    const auto role = roles().find(node.kind());
    return role == roles().end() ? nullptr : &role->second;
  }
  static bool keepsDims(const Node& node) {
    const types::Constant* keeps = ir::constantOf(node.input(2));
    return keeps != nullptr && keeps->isBool() && keeps->toBool();
  }
  // The mean over the two last dimensions of an image.
  static bool isMeanOfImages(const Node& node) {
    if (node.inputs().size() != 4) return false;
    const types::Constant* dims = ir::constantOf(node.input(1));
    if (dims == nullptr || !dims->isContainer() || dims->elements().size() != 2) return false;
    return std::ranges::all_of(dims->elements(), [](const types::Constant& dim) {
      return dim.isInt() &&
             (dim.toInt() == 2 || dim.toInt() == 3 || dim.toInt() == -1 || dim.toInt() == -2);
    });
  }
  static bool isKeeper(const Node& node) {
    const Role* role = roleOf(node);
    if (role == nullptr) return false;
    return *role == Role::Keeps || *role == Role::Joins || *role == Role::Lists ||
           (*role == Role::Means && isMeanOfImages(node) && keepsDims(node));
  }

  bool comesFromImages(const Node& node) const {
    if (isConvolution_(node)) return true;
    switch (*roleOf(node)) {
      case Role::Lists: {
        const Node* list = node.input(0)->node();
        const types::Constant* dim = ir::constantOf(node.input(1));
        return dim != nullptr && dim->isInt() && dim->toInt() == 1 &&
               list->is(ir::prim::ListConstruct) && list->output()->uses().size() == 1 &&
               std::ranges::all_of(list->inputs(), [&](const Value* v) { return isCandidate(v); });
      }
      case Role::Joins: {
        const Value *x = node.input(0), *y = node.input(1);
        const auto fits = [&](const Value* value) {
          return value->type() != types::tensorType() || isCandidate(value) || isParameter(*value);
        };
        const bool isWrite = node.schema() != nullptr && node.schema()->isMutable();
        return fits(x) && fits(y) && (isCandidate(x) || (isCandidate(y) && !isWrite));
      }
      default: return isCandidate(node.input(0));
    }
  }
  // A user that computes the same, and shows no strides.
  bool suits(const ir::Use& use) const {
    const Node& user = *use.user;
    if (user.is(ir::prim::ListConstruct)) {
      const auto& uses = user.output()->uses();
      return uses.size() == 1 && uses[0].user->owningBlock() == user.owningBlock() &&
             roleOf(*uses[0].user) != nullptr && *roleOf(*uses[0].user) == Role::Lists &&
             isCandidate(uses[0].user->output());
    }
    if (isConvolution_(user)) return use.offset == 0;
    const Role* role = roleOf(user);
    if (role == nullptr) return false;
    switch (*role) {
      case Role::Asks: return true;
      case Role::Flattens:
        return use.offset == 0 && makesCopy(user) && user.input(0)->uses().size() == 1;
      case Role::Means:
        return isMeanOfImages(user) && (!keepsDims(user) || isCandidate(user.output()));
      case Role::Joins: return use.offset < 2 && isCandidate(user.output());
      default: return use.offset == 0 && isCandidate(user.output());
    }
  }
  // flatten(1), whose result is contiguous: a view of a contiguous image, a copy of others. The
  // difference does not show where the image has no other user and the result is not written to.
  static bool makesCopy(const Node& flatten) {
    const auto is = [&](size_t input, int64_t wanted) {
      const types::Constant* number = ir::constantOf(flatten.input(input));
      return number != nullptr && number->isInt() && number->toInt() == wanted;
    };
    return is(1, 1) && is(2, -1) &&
           std::ranges::all_of(flatten.output()->uses(), [](const ir::Use& use) {
             const ops::FunctionSchema* schema = use.user->schema();
             return schema != nullptr ? !schema->isMutable() : use.user->kind() == ir::prim::Return;
           });
  }

  const std::function<bool(const Node&)>& isConvolution_;
  std::unordered_set<const Value*> candidates_;
};

}  // namespace

std::unordered_set<const Value*> findHiddenImages(
    const ir::Graph& graph, const std::function<bool(const Node&)>& isConvolution) {
  ImageFinder finder(isConvolution);
  finder.collect(*graph.block());
  return finder.find();
}

}  // namespace ts::jit
