// Prints graphs like PyTorch's `.graph`; the format is that of torch/csrc/jit/ir/ir.cpp.
#include "core/ir/constant_text.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ir {

namespace {

class Printer {
 public:
  explicit Printer(const PrintOptions& options) : options_(options) {}

  std::string take() { return std::move(out_); }

  void graph(const Graph& graph) {
    out_ += "graph(";
    typedValues(graph.inputs(), ",\n      ");
    out_ += "):\n";
    // Nodes with a nested graph, which is printed after this graph.
    std::vector<const Node*> groups;
    for (const Node* each : graph.nodes()) node(*each, 1, &groups);
    out_ += "  return (";
    values(graph.outputs());
    out_ += ")\n";
    for (size_t i = 0; i < groups.size(); ++i) {
      out_ += "with " + groups[i]->kind().str() + "_" + std::to_string(i) + " = ";
      this->graph(*groups[i]->get<GraphPtr>(attr::Subgraph));
    }
  }

  void node(const Node& node, size_t level, std::vector<const Node*>* groups) {
    indent(level);
    typedValues(node.outputs(), ", ");
    out_ += " = ";
    head(node, groups);
    out_ += '(';
    values(node.inputs());
    out_ += ')';
    if (const AttributeValue* scope = node.attribute(scopeName()))
      out_ += ", scope: " + std::get<std::string>(*scope);
    if (options_.locations) location(node.range());
    out_ += '\n';
    for (size_t i = 0; i < node.blocks().size(); ++i) block(*node.block(i), i, level, groups);
  }

 private:
  // The attribute of traced nodes with the enclosing module calls.
  static Symbol scopeName() {
    static const Symbol name = Symbol::intern("scope");
    return name;
  }

  void indent(size_t level) { out_.append(2 * level, ' '); }

  void value(const Value* value) {
    out_ += '%';
    out_ += value->printedName();
  }

  void values(std::span<Value* const> all) {
    for (size_t i = 0; i < all.size(); ++i) {
      if (i > 0) out_ += ", ";
      value(all[i]);
    }
  }

  void typedValues(std::span<Value* const> all, std::string_view separator) {
    for (size_t i = 0; i < all.size(); ++i) {
      if (i > 0) out_ += separator;
      value(all[i]);
      out_ += " : ";
      out_ += all[i]->type()->str();
    }
  }

  void block(const Block& block, size_t index, size_t level, std::vector<const Node*>* groups) {
    indent(level + 1);
    out_ += "block" + std::to_string(index) + "(";
    typedValues(block.inputs(), ", ");
    out_ += "):\n";
    for (const Node* each : block.nodes()) node(*each, level + 2, groups);
    indent(level + 2);
    out_ += "-> (";
    values(block.outputs());
    out_ += ")\n";
  }

  // Prints kind and attributes.
  void head(const Node& node, std::vector<const Node*>* groups) {
    const auto* subgraph = node.attribute(attr::Subgraph);
    if (node.is(prim::PythonOp)) {
      const auto* name = node.attribute(attr::name);
      out_ += "^" + (name ? std::get<std::string>(*name) : std::string());
      attributes(node, attr::name, true);
      // The parentheses would list non-tensor arguments of the Python call; compiled code has none.
      out_ += "()";
    } else if (groups != nullptr && subgraph != nullptr &&
               std::holds_alternative<GraphPtr>(*subgraph)) {
      out_ += node.kind().str() + "_" + std::to_string(groups->size());
      attributes(node, attr::Subgraph, false);
      groups->push_back(&node);
    } else {
      out_ += node.kind().str();
      attributes(node, Symbol(), false);
    }
  }

  void attributes(const Node& node, Symbol leftOut, bool evenIfNone) {
    size_t printed = 0;
    if (const Name* variable = node.variable()) {
      out_ += "[name=";
      appendQuoted(out_, variable->text);
      ++printed;
    }
    for (const Attribute& each : node.attributes()) {
      if (each.name == leftOut || each.name == scopeName()) continue;
      out_ += printed++ == 0 ? "[" : ", ";
      attribute(each);
    }
    if (printed > 0) {
      out_ += ']';
    } else if (evenIfNone) {
      out_ += "[]";
    }
  }

  void attribute(const Attribute& attribute) {
    if (const auto* constant = std::get_if<Constant>(&attribute.value)) {
      if (const auto* type = types::cast<types::FunctionType>(constant->type())) {
        out_ += "name=";
        appendQuoted(out_, type->function()->simpleName());
        return;
      }
    }
    out_ += attribute.name.str();
    out_ += '=';
    std::visit([this](const auto& value) { attributeValue(value); }, attribute.value);
  }

  void attributeValue(int64_t value) { out_ += std::to_string(value); }
  void attributeValue(double value) { appendReal(out_, value); }
  void attributeValue(const std::string& value) { appendQuoted(out_, value); }
  void attributeValue(TypePtr value) { out_ += value->str(); }
  void attributeValue(const GraphPtr&) { out_ += "<Graph>"; }
  void attributeValue(const std::vector<int64_t>& value) {
    list(types::intType(), value, Constant::integer);
  }
  void attributeValue(const std::vector<double>& value) {
    list(types::floatType(), value, Constant::real);
  }
  void attributeValue(const std::vector<std::string>& value) {
    list(types::stringType(), value, Constant::string);
  }

  void attributeValue(const std::vector<TypePtr>& value) {
    out_ += '[';
    for (size_t i = 0; i < value.size(); ++i) {
      if (i > 0) out_ += ", ";
      out_ += value[i]->str();
    }
    out_ += ']';
  }

  // PyTorch stores a bool as a number and a device as a string, and prints them in this form.
  void attributeValue(const Constant& value) {
    if (value.isBool()) {
      out_ += value.toBool() ? '1' : '0';
    } else if (value.type()->is(types::TypeKind::Device)) {
      appendQuoted(out_, value.toDevice().name);
    } else {
      appendConstant(out_, value);
    }
  }

  template <typename T, typename Make>
  void list(TypePtr element, const std::vector<T>& values, Make make) {
    std::vector<Constant> elements;
    for (const T& value : values) elements.push_back(make(value));
    appendConstant(out_, Constant::list(element, std::move(elements)));
  }

  void location(const SourceRange& range) {
    if (!range) return;
    LineColumn at = range.file->position(range.span.begin);
    out_ += " # " + range.file->path() + ":" + std::to_string(at.line) + ":" +
            std::to_string(at.column);
  }

  PrintOptions options_;
  std::string out_;
};

}  // namespace

std::string print(const Graph& graph, const PrintOptions& options) {
  Printer printer(options);
  printer.graph(graph);
  return printer.take();
}

std::string print(const Node& node, const PrintOptions& options) {
  Printer printer(options);
  printer.node(node, 0, nullptr);
  return printer.take();
}

}  // namespace ts::ir
