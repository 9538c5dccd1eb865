#include "core/compiler/modules/infer_type.h"

#include <fmt/format.h>

#include "core/compiler/context/compile_context.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using eval::Kind;
using eval::Tag;
using types::TypePtr;

namespace {

constexpr int kMostNestedValues = 64;

class Inference {
 public:
  explicit Inference(CompileContext& context) : context_(context) {}

  InferredType infer(const eval::Value& value) {
    switch (value.tag()) {
      case Tag::Unbound:
      case Tag::Unknown: return {types::unknownType(), {}};
      case Tag::None: return {types::noneType(), {}};
      case Tag::Bool: return {types::boolType(), {}};
      case Tag::Int: return {types::intType(), {}};
      case Tag::Float: return {types::floatType(), {}};
      case Tag::NotImplemented:
      case Tag::Ellipsis: return noForm(value);
      case Tag::Object: break;
    }
    if (++depth_ > kMostNestedValues) return {nullptr, "it is nested too deeply"};
    InferredType inferredType = inferObject(value);
    --depth_;
    return inferredType;
  }

 private:
  InferredType noForm(const eval::Value& value) {
    return {nullptr, fmt::format("a {} has no TorchScript type",
                                 context_.environment().vm().classOf(value)->name)};
  }

  // Returns one type for all elements, or the reason why there is none.
  InferredType unified(const std::vector<eval::Value>& values, std::string_view role) {
    TypePtr common = nullptr;
    for (const eval::Value& value : values) {
      InferredType element = infer(value);
      if (!element.type || element.type->isUnknown()) return element;
      if (!common) {
        common = element.type;
        continue;
      }
      TypePtr joined = types::unify(common, element.type);
      if (!joined) {
        return {nullptr, fmt::format("its {} have different types, {} and {}", role,
                                     common->annotation(), element.type->annotation())};
      }
      common = joined;
    }
    return {common, {}};
  }

  InferredType inferObject(const eval::Value& value) {
    const eval::Object& object = *value.object();
    eval::Vm& vm = context_.environment().vm();
    switch (object.kind) {
      case Kind::Tensor: return {types::tensorType(), {}};
      case Kind::Str:
        if (object.cls.get() == vm.types.str) return {types::stringType(), {}};
        break;
      case Kind::Complex: return {types::complexType(), {}};
      case Kind::Dtype: return {types::intType(), {}};
      case Kind::Device: return {types::deviceType(), {}};
      case Kind::Named: {
        std::string_view name = value.as<eval::Named>()->qualifiedName;
        // Layouts and memory formats are ints in TorchScript.
        if (name == "torch.strided" || name.starts_with("torch.sparse_") ||
            name.ends_with("_format"))
          return {types::intType(), {}};
        return noForm(value);
      }
      case Kind::Tuple: {
        std::vector<TypePtr> elements;
        for (const eval::Value& item : value.as<eval::Tuple>()->items) {
          InferredType element = infer(item);
          if (!element.type || element.type->isUnknown()) return element;
          elements.push_back(element.type);
        }
        return {types::tupleOf(std::move(elements)), {}};
      }
      case Kind::List: {
        const auto& list = *value.as<eval::List>();
        if (list.unknown) return {types::unknownType(), {}};
        if (list.items.empty())
          return {nullptr, "an empty list does not determine its element type"};
        InferredType element = unified(list.items, "elements");
        if (!element.type || element.type->isUnknown()) return element;
        return {types::listOf(element.type), {}};
      }
      case Kind::Dict: {
        auto& dict = *value.as<eval::Dict>();
        if (dict.unknown) return {types::unknownType(), {}};
        std::vector<eval::Value> keys, values;
        dict.each([&](const eval::Value& key, const eval::Value& item) {
          keys.push_back(key);
          values.push_back(item);
        });
        if (keys.empty())
          return {nullptr, "an empty dict does not determine its key and value types"};
        InferredType key = unified(keys, "keys");
        if (!key.type || key.type->isUnknown()) return key;
        InferredType item = unified(values, "values");
        if (!item.type || item.type->isUnknown()) return item;
        return {types::dictOf(key.type, item.type), {}};
      }
      case Kind::Int:
      case Kind::Float:
      case Kind::Instance: break;
      default: return noForm(value);
    }
    PyRef match = context_.environment().fromValue(value);
    if (match->kind == PyKind::Unknown) return {types::unknownType(), {}};
    const PyClass* cls = match->cls;
    bool scriptable = cls && (cls->kind == ClassKind::Enum || cls->kind == ClassKind::Plain) &&
                      !cls->marks.ignore && !cls->marks.drop;
    if (!scriptable) return noForm(value);
    if (cls->kind == ClassKind::Plain && !hasSource(*cls)) return noForm(value);
    std::string why;
    TypePtr type = cls->kind == ClassKind::Plain ? context_.classes().typeOfHeldClass(*cls, why)
                                                 : context_.classes().typeOfClass(*cls);
    if (!why.empty()) return {nullptr, why};
    if (!type) return noForm(value);
    return {type, {}};
  }

  // PyTorch compiles the value's class only when all its methods have a source.
  static bool hasSource(const PyClass& cls) { return cls.def != nullptr; }

  CompileContext& context_;
  int depth_ = 0;
};

}  // namespace

InferredType inferType(CompileContext& context, const eval::Value& value) {
  return Inference(context).infer(value);
}

}  // namespace ts::compiler
