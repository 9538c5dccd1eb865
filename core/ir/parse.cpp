// Parses IR text to a graph: recursive descent over the format written by printer.cpp.
#include <algorithm>
#include <charconv>

#include "core/ir/constant_reader.h"
#include "core/ir/kinds.h"
#include "core/ir/numbering.h"
#include "core/ir/text.h"
#include "core/ir/text_cursor.h"
#include "core/ir/type_reader.h"

namespace ts::ir {

// Values without a number in the text get the least free numbers.
void Numbering::apply(Graph& graph, const std::unordered_map<size_t, Value*>& numbered,
                      const std::vector<Value*>& inOrder) {
  size_t next = 0;
  size_t last = 0;
  for (Value* value : inOrder) {
    if (value->hasDebugName()) {
      while (numbered.contains(next)) ++next;
      value->unique_ = next++;
    }
  }
  for (const auto& [number, value] : numbered) value->unique_ = number;
  for (const Value* value : inOrder) last = std::max(last, value->unique_ + 1);
  graph.nextUnique_ = last;
}

namespace {

constexpr size_t kMaxText = size_t{256} << 20;
constexpr size_t kMaxBlockDepth = 200;
constexpr size_t kMaxNumber = size_t{1} << 40;
// Limits for the blank files that replace the files named in locations: total size and number.
constexpr size_t kMaxSources = size_t{16} << 20;
constexpr size_t kMaxFiles = 1000;

// Collects the location (file, line, column) of each node.
class Locations {
 public:
  // Accepts "# file.py:3:11"; any other comment is ignored.
  void add(std::string_view comment, Node* node) {
    size_t column = 0;
    size_t line = 0;
    if (!takeNumber(comment, column) || !takeNumber(comment, line) || line == 0) return;
    if (!comment.starts_with("# ")) return;
    if (line > kMaxSources || column > kMaxSources) return;
    std::string file(comment.substr(2));
    auto at = places_.find(file);
    if (at == places_.end()) {
      if (files_.size() == kMaxFiles) return;
      files_.push_back(file);
      at = places_.try_emplace(file).first;
    }
    at->second.push_back({node, line, column});
  }

  // Creates files of spaces in which every location exists, and sets the ranges of the nodes.
  void resolve() {
    size_t total = 0;
    for (const std::string& path : files_) {
      std::unordered_map<size_t, size_t> widths;
      size_t lines = 0;
      for (const NodeLocation& place : places_[path]) {
        size_t& width = widths[place.line];
        width = std::max(width, place.column + 1);
        lines = std::max(lines, place.line);
      }
      size_t size = lines;
      for (const auto& [line, width] : widths) size += width;
      if (total + size > kMaxSources) continue;
      total += size;
      std::string text;
      text.reserve(size);
      for (size_t line = 1; line <= lines; ++line) {
        if (auto width = widths.find(line); width != widths.end()) text.append(width->second, ' ');
        text += '\n';
      }
      auto file = std::make_shared<const SourceFile>(path, std::move(text));
      std::unordered_set<Graph*> users;
      for (const NodeLocation& place : places_[path]) {
        users.insert(place.node->owningGraph());
        uint32_t offset = file->lineStart(static_cast<uint32_t>(place.line)) +
                          static_cast<uint32_t>(place.column);
        place.node->setRange({file.get(), {offset, offset + 1}});
      }
      for (Graph* graph : users) graph->keep(file);
    }
  }

 private:
  // Removes ":12" from the end of the text.
  static bool takeNumber(std::string_view& text, size_t& number) {
    size_t colon = text.rfind(':');
    if (colon == text.npos || colon + 1 == text.size()) return false;
    auto parsed = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return false;
    text = text.substr(0, colon);
    return true;
  }

  struct NodeLocation {
    Node* node;
    size_t line;
    size_t column;
  };
  std::vector<std::string> files_;  // in order of appearance
  std::unordered_map<std::string, std::vector<NodeLocation>> places_;
};

// Reads one graph. A nested graph of a node is read by another GraphReader.
class GraphReader {
 public:
  GraphReader(TextCursor& cursor, TypeReader& types, Locations& locations, size_t depth)
      : cursor_(cursor), types_(types), locations_(locations), depth_(depth) {
    graph_->keepAlive(types.owner());
  }

  // graph = "graph" "(" values ")" ":" nodes "return" "(" uses ")" { "with" kind_N "=" graph }
  GraphPtr graph() {
    if (!cursor_.expect("graph") || !cursor_.expect("(")) return nullptr;
    if (!definitions(")", graph_->paramNode())) return nullptr;
    if (!cursor_.expect(":") || !nodes(graph_->block())) return nullptr;
    if (!cursor_.expect("return") || !cursor_.expect("(") || !uses(graph_->returnNode(), ")"))
      return nullptr;
    for (size_t i = 0; i < groups_.size(); ++i) {
      std::string head = groups_[i]->kind().str() + "_" + std::to_string(i);
      if (!cursor_.expect("with") || !cursor_.expect(head) || !cursor_.expect("=")) return nullptr;
      if (depth_ >= kMaxBlockDepth) {
        tooDeep();
        return nullptr;
      }
      GraphReader inner(cursor_, types_, locations_, depth_ + 1);
      GraphPtr subgraph = inner.graph();
      if (subgraph == nullptr) return nullptr;
      groups_[i]->set(attr::Subgraph, std::move(subgraph));
    }
    Numbering::apply(*graph_, numbered_, inOrder_);
    return graph_;
  }

 private:
  bool tooDeep() {
    return cursor_.fail("blocks are nested more than " + std::to_string(kMaxBlockDepth) + " deep");
  }

  // nodes = { [values] "=" head "(" uses ")" [comment] { block } }
  bool nodes(Block* block) {
    while (cursor_.sees("%") || cursor_.sees("=")) {
      if (!node(block)) return false;
    }
    return true;
  }

  struct Pending {
    std::string_view name;
    TypePtr type;
    size_t offset;
  };

  bool node(Block* block) {
    std::vector<Pending> outputs;
    while (!cursor_.take("=")) {
      if (!outputs.empty() && !cursor_.expect(",")) return false;
      if (!definition(outputs)) return false;
    }
    Node* node = nullptr;
    if (!head(node, outputs) || !cursor_.expect("(")) return false;
    block->appendNode(node);
    if (!uses(node, ")")) return false;
    // The outputs are defined after the inputs are read, because a node cannot use its own outputs.
    for (const Pending& output : outputs) {
      Value* value = node->addOutput();
      value->setType(output.type);
      if (!define(output, value)) return false;
    }
    comment(node);
    while (cursor_.sees("block")) {
      if (!nested(node)) return false;
    }
    // The outputs become visible only here: the node's blocks run before its outputs exist.
    for (Value* output : node->outputs()) show(output);
    return true;
  }

  bool definition(std::vector<Pending>& all) {
    cursor_.skipSpace();
    Pending value{{}, types::tensorType(), cursor_.offset()};
    if (!valueName(value.name)) return false;
    if (cursor_.take(":")) {
      value.type = types_.type();
      if (value.type == nullptr) return false;
    }
    all.push_back(value);
    return true;
  }

  bool definitions(std::string_view close, Node* owner) {
    std::vector<Pending> all;
    while (!cursor_.take(close)) {
      if (!all.empty() && !cursor_.expect(",")) return false;
      if (!definition(all)) return false;
      Value* value = owner->addOutput();
      value->setType(all.back().type);
      if (!define(all.back(), value)) return false;
      show(value);
    }
    return true;
  }

  bool valueName(std::string_view& name) {
    if (!cursor_.take("%")) return cursor_.failExpected("a value such as '%x'");
    // A module's attribute gives its value its name, so the name may contain other characters:
    // "block1-0".
    name = cursor_.until(" \t\r\n(),:=%#");
    return !name.empty() || cursor_.failExpected("the name of a value after '%'");
  }

  bool define(const Pending& pending, Value* value) {
    std::string name(pending.name);
    auto [at, isNew] = defined_.try_emplace(name, value);
    bool isNumber = name.find_first_not_of("0123456789") == name.npos;
    if (isNumber) {
      size_t number = 0;
      auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
      if (parsed.ec != std::errc() || number > kMaxNumber)
        return cursor_.fail("the number of %" + name + " is too large");
      isNew = isNew && numbered_.try_emplace(number, value).second;
    } else if (isNew) {
      value->setDebugName(name);
    }
    if (!isNew) {
      cursor_.seek(pending.offset);
      return cursor_.fail("%" + name + " is defined twice");
    }
    inOrder_.push_back(value);
    return true;
  }

  // Makes the value visible until the end of the block.
  void show(Value* value) {
    visible_.insert(value);
    scope_.push_back(value);
  }

  bool uses(Node* node, std::string_view close) {
    bool first = true;
    while (!cursor_.take(close)) {
      if (!first && !cursor_.expect(",")) return false;
      first = false;
      cursor_.skipSpace();
      size_t offset = cursor_.offset();
      std::string_view name;
      if (!valueName(name)) return false;
      auto entry = defined_.find(std::string(name));
      if (entry == defined_.end() || !visible_.contains(entry->second)) {
        cursor_.seek(offset);
        std::string why =
            entry == defined_.end() ? " isn't defined before it is used" : " is not in scope here";
        return cursor_.fail("%" + std::string(name) + why);
      }
      node->addInput(entry->second);
    }
    return true;
  }

  // block = "block" N "(" values ")" ":" nodes "->" "(" uses ")"
  bool nested(Node* node) {
    if (depth_ >= kMaxBlockDepth) return tooDeep();
    ++depth_;
    size_t outside = scope_.size();
    size_t number = 0;
    Block* block = node->addBlock();
    bool ok = cursor_.expect("block") && cursor_.number(number, "the number of a block") &&
              cursor_.expect("(") && definitions(")", block->paramNode()) && cursor_.expect(":") &&
              nodes(block) && cursor_.expect("->") && cursor_.expect("(") &&
              uses(block->returnNode(), ")");
    for (; scope_.size() > outside; scope_.pop_back()) visible_.erase(scope_.back());
    --depth_;
    return ok;
  }

  // head = "aten::add" | "prim::Constant" "[" attributes "]" | "prim::fork_0" | "^name[]()"
  bool head(Node*& node, std::vector<Pending>& outputs) {
    if (cursor_.take("^")) {
      std::string name(cursor_.until("[\n"));
      node = graph_->create(prim::PythonOp, {}, 0);
      node->set(attr::name, name);
      return attributes(node, outputs) && cursor_.expect("(") && cursor_.expect(")");
    }
    std::string_view space = cursor_.word();
    if (space.empty() || !cursor_.rest().starts_with("::"))
      return cursor_.failExpected("an operator such as 'aten::add'");
    cursor_.take("::");
    std::string kind = std::string(space) + "::" + std::string(cursor_.word(true));
    if (kind.ends_with("::")) return cursor_.failExpected("the name of an operator after '::'");
    // A nested graph is printed after this graph, under the node's kind and a number.
    std::string suffix = "_" + std::to_string(groups_.size());
    bool isGroup = kind.starts_with("prim::") && kind.ends_with(suffix) &&
                   ops::schemasOf(Symbol::intern(kind)).empty();
    if (isGroup) kind.resize(kind.size() - suffix.size());
    node = graph_->create(Symbol::intern(kind), {}, 0);
    if (isGroup) groups_.push_back(node);
    return !cursor_.sees("[") || attributes(node, outputs);
  }

  bool attributes(Node* node, std::vector<Pending>& outputs) {
    if (!cursor_.expect("[")) return false;
    bool first = true;
    while (!cursor_.take("]")) {
      if (!first && !cursor_.expect(",")) return false;
      first = false;
      std::string name(cursor_.word());
      if (name.empty()) return cursor_.failExpected("the name of an attribute");
      if (!cursor_.expect("=")) return false;
      if (!attribute(node, Symbol::intern(name), outputs)) return false;
    }
    return true;
  }

  // Attributes of these names have one type in all nodes.
  static bool hasItsType(Symbol name, const AttributeValue& value) {
    static const Symbol scope = Symbol::intern("scope");
    if (name == attr::name || name == scope) return std::holds_alternative<std::string>(value);
    if (name == attr::types) return std::holds_alternative<std::vector<TypePtr>>(value);
    if (name == attr::beg || name == attr::end) return std::holds_alternative<int64_t>(value);
    return name != attr::Subgraph;  // which follows the graph
  }

  bool attribute(Node* node, Symbol name, std::vector<Pending>& outputs) {
    if (node->is(prim::Constant)) {
      TypePtr type = outputs.size() == 1 ? outputs[0].type : nullptr;
      if (name == attr::name && type != nullptr && type->is(types::TypeKind::Function)) {
        std::string function;
        if (!cursor_.quoted(function)) return false;
        // All functions print as the same type; only the name identifies the function.
        const types::FunctionType* exact = types_.function(function);
        outputs[0].type = exact;
        node->set(attr::value, Constant::function(exact));
        return true;
      }
      if (name == attr::value) {
        ConstantReader reader(cursor_, types_);
        std::optional<Constant> value = reader.topLevel(type);
        if (value) node->set(name, std::move(*value));
        return value.has_value();
      }
    }
    ConstantReader reader(cursor_, types_);
    std::optional<AttributeValue> value = reader.attribute();
    if (!value) return false;
    if (!hasItsType(name, *value))
      return cursor_.fail("the attribute '" + name.str() + "' has another type");
    const auto* text = std::get_if<std::string>(&*value);
    if (text != nullptr && (node->is(prim::Load) || node->is(prim::Store))) {
      node->setVariable(graph_->name(*text));
    } else {
      node->set(name, std::move(*value));
    }
    return true;
  }

  void comment(Node* node) {
    cursor_.skipBlanks();
    if (cursor_.rest().starts_with(", scope:")) {
      // The scope of a traced node ends where the location starts.
      static const Symbol scope = Symbol::intern("scope");
      constexpr std::string_view kPrefix = ", scope:";
      std::string_view line = cursor_.rest().substr(0, cursor_.rest().find('\n'));
      line = line.substr(0, line.find(" # "));
      std::string_view text = line.substr(kPrefix.size());
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      text = text.substr(0, text.find_last_not_of(" \r") + 1);
      if (!text.empty()) node->set(scope, std::string(text));
      cursor_.seek(cursor_.offset() + line.size());
      cursor_.skipBlanks();
    }
    if (cursor_.peek() == '#') locations_.add(cursor_.line(), node);
  }

  TextCursor& cursor_;
  TypeReader& types_;
  Locations& locations_;
  size_t depth_;
  GraphPtr graph_ = std::make_shared<Graph>();
  std::unordered_map<std::string, Value*> defined_;
  std::unordered_map<size_t, Value*> numbered_;
  std::unordered_set<const Value*> visible_;
  std::vector<Value*> scope_;
  std::vector<Value*> inOrder_;
  std::vector<Node*> groups_;
};

}  // namespace

ParsedGraph parseGraph(std::string_view text, std::shared_ptr<types::TypeTable> table) {
  ParsedGraph result;
  if (text.size() > kMaxText) {
    result.error = "the text is larger than the limit of " + std::to_string(kMaxText >> 20) + " MB";
    return result;
  }
  TextCursor cursor(text);
  TypeReader types(cursor, std::move(table));
  Locations locations;
  GraphReader reader(cursor, types, locations, 0);
  result.graph = reader.graph();
  if (result.graph != nullptr) {
    cursor.skipSpace();
    if (!cursor.atEnd()) cursor.failExpected("the end of the text");
  }
  if (cursor.failed()) {
    result.graph = nullptr;
    std::string_view before = text.substr(0, cursor.errorOffset());
    result.error = cursor.error();
    result.line = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    size_t lineStart = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    result.column = static_cast<uint32_t>(before.size() - lineStart) + 1;
    return result;
  }
  locations.resolve();
  return result;
}

}  // namespace ts::ir
