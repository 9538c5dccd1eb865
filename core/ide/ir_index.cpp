#include "core/ide/ir_index.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace ts::ide {

// Scans the text from front to back with a stack of open blocks. core/ir/parse.cpp has the grammar;
// the scanner accepts texts in which any part of it is missing.
class IrScanner {
 public:
  explicit IrScanner(IrIndex& out) : out_(out), text_(out.file().text()) {}

  void run() {
    for (skipSpace(); at_ < text_.size(); skipSpace()) {
      const size_t before = at_;
      statement();
      if (at_ == before) ++at_;  // skips a character that begins no statement
    }
    endGraph();
  }

 private:
  static bool isWordByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (c & 0x80);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool sees(std::string_view token) const { return text_.substr(at_).starts_with(token); }
  bool take(std::string_view token) {
    if (!sees(token)) return false;
    at_ += token.size();
    return true;
  }
  Span from(size_t begin) const {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)};
  }
  std::string_view textOf(Span span) const { return text_.substr(span.begin, span.size()); }
  size_t lineEnd() const { return std::min(text_.find('\n', at_), text_.size()); }

  void skipBlanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r') ++at_;
  }
  void skipSpace() {
    for (;;) {
      skipBlanks();
      if (peek() == '#') at_ = lineEnd();
      if (peek() != '\n') return;
      ++at_;
    }
  }
  Span word() {
    const size_t begin = at_;
    while (at_ < text_.size() && isWordByte(text_[at_])) ++at_;
    return from(begin);
  }

  // ---- statements

  void statement() {
    const size_t begin = at_;
    if (peek() == '%' || peek() == '=') return node();
    if (take("->")) {
      uses();
      return endBlock();
    }
    const Span head = word();
    const std::string_view name = textOf(head);
    if (name == "graph") return graph(head);
    if (name == "return") {
      uses();
      return endGraph();
    }
    if (name.starts_with("block")) return block(head);
    if (name == "with") {
      skipBlanks();
      const size_t title = at_;
      while (isWordByte(peek()) || peek() == ':') ++at_;
      title_ = textOf(from(title));
      skipBlanks();
      take("=");
      return;
    }
    at_ = std::max(begin, lineEnd());
  }

  void graph(Span name) {
    endGraph();
    open({name, name, kNoIrId, kNoIrId, title_});
    title_ = {};
    definitions(kNoIrId);
    take(":");
  }

  void block(Span name) {
    // A node's blocks follow the node, one after the other.
    const uint32_t parent = blocks_.empty() ? kNoIrId : blocks_.back();
    open({name, name, lastNodes_.empty() ? kNoIrId : lastNodes_.back(), parent, {}});
    definitions(kNoIrId);
    take(":");
  }

  void open(IrBlock block) {
    out_.blocks_.push_back(block);
    blocks_.push_back(static_cast<uint32_t>(out_.blocks_.size() - 1));
    lastNodes_.push_back(kNoIrId);
  }

  void endBlock() {
    if (blocks_.empty()) return;
    IrBlock& ended = out_.blocks_[blocks_.back()];
    ended.extent.end = static_cast<uint32_t>(at_);
    if (ended.node != kNoIrId) out_.nodes_[ended.node].extent.end = static_cast<uint32_t>(at_);
    blocks_.pop_back();
    lastNodes_.pop_back();
  }

  // Uses are resolved at the end of the graph: in a broken text they may come before definitions.
  void endGraph() {
    while (!blocks_.empty()) endBlock();
    for (; resolved_ < out_.occurrences_.size(); ++resolved_) {
      IrOccurrence& occurrence = out_.occurrences_[resolved_];
      if (occurrence.isDefinition) continue;
      const auto entry = names_.find(textOf(occurrence.span));
      if (entry != names_.end()) occurrence.value = entry->second;
    }
    names_.clear();
  }

  // ---- nodes

  void node() {
    const size_t begin = at_;
    const auto id = static_cast<uint32_t>(out_.nodes_.size());
    out_.nodes_.push_back({});
    if (!blocks_.empty()) {
      out_.nodes_[id].block = blocks_.back();
      lastNodes_.back() = id;
    }
    while (peek() == '%') {
      definition(id);
      skipBlanks();
      if (!take(",")) break;
      skipBlanks();
    }
    skipBlanks();
    if (take("=")) {
      skipBlanks();
      const size_t kind = at_;
      if (peek() == '^') {
        at_ = std::min({text_.find('[', at_), text_.find('(', at_), lineEnd()});
      } else {
        while (isWordByte(peek()) || peek() == ':' || peek() == '.') ++at_;
      }
      out_.nodes_[id].kind = from(kind);
      if (peek() == '[') attributes();
      if (out_.nodes_[id].kind.size() && text_[kind] == '^') take("()");
      uses();
    }
    out_.nodes_[id].head = out_.nodes_[id].extent = from(begin);
    skipBlanks();
    origin(out_.nodes_[id]);
    at_ = lineEnd();
  }

  // Skips attributes up to their closing bracket: [value=<Tensor>, name="a\"]"]. Constants may span
  // several lines.
  void attributes() {
    int depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        quoted();
        continue;
      }
      if (c == '\n' && beginsStatement(at_ + 1)) return;
      ++at_;
      depth += (c == '[' || c == '(' || c == '{') - (c == ']' || c == ')' || c == '}');
      if (depth == 0) return;
    }
  }
  bool beginsStatement(size_t at) const {
    const size_t first = text_.find_first_not_of(" \t\r", at);
    if (first == std::string_view::npos) return true;
    const std::string_view rest = text_.substr(first);
    return rest[0] == '%' || rest.starts_with("= ") || rest.starts_with("->") ||
           rest.starts_with("return ") || rest.starts_with("block");
  }
  void quoted() {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
      at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
    take("\"");
  }

  // Reads the location after a node on its line: ", scope: Net # file.py:3:4".
  void origin(IrNode& node) {
    const size_t end = lineEnd();
    const std::string_view line = text_.substr(at_, end - at_);
    const size_t hash = line.starts_with("#") ? 0 : line.find(" # ");
    if (hash == std::string_view::npos) return;
    size_t begin = at_ + hash + (line[hash] == ' ' ? 2 : 1);
    while (begin < end && text_[begin] == ' ') ++begin;
    size_t last = end;
    while (last > begin && (text_[last - 1] == ' ' || text_[last - 1] == '\r')) --last;
    std::string_view place = text_.substr(begin, last - begin);
    IrOrigin origin;
    origin.span = {static_cast<uint32_t>(begin), static_cast<uint32_t>(last)};
    if (!takeNumber(place, origin.column) || !takeNumber(place, origin.line) || origin.line == 0 ||
        place.empty())
      return;
    origin.path = place;
    node.origin = origin;
  }
  // Removes ":12" from the end of the text. Returns false when the text has no number there.
  static bool takeNumber(std::string_view& text, uint32_t& number) {
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == text.size()) return false;
    const auto parsed = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return false;
    text = text.substr(0, colon);
    return true;
  }

  // ---- values

  Span valueName() {
    const size_t begin = at_;
    ++at_;
    at_ = std::min(text_.find_first_of(" \t\r\n(),:=%#", at_), text_.size());
    return from(begin);
  }

  void definition(uint32_t node) {
    IrValue value;
    value.definition = valueName();
    value.name = textOf(value.definition);
    value.node = node;
    value.block = blocks_.empty() ? kNoIrId : blocks_.back();
    skipBlanks();
    if (take(":")) {
      skipBlanks();
      value.type = type();
    }
    const auto id = static_cast<uint32_t>(out_.values_.size());
    out_.occurrences_.push_back({value.definition, id, true});
    if (node != kNoIrId) out_.nodes_[node].outputs.push_back(id);
    names_.try_emplace(value.name, id);
    out_.values_.push_back(value);
  }

  // Reads a type, up to the token after it: types contain commas and equal signs only in brackets.
  Span type() {
    const size_t begin = at_;
    int depth = 0;
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == '=' || c == ')')) break;
      depth += (c == '[' || c == '(') - (c == ']' || c == ')');
    }
    Span span = from(begin);
    while (span.end > span.begin && (text_[span.end - 1] == ' ' || text_[span.end - 1] == '\r'))
      --span.end;
    return span;
  }

  // Reads "(%a : Tensor, %b : int)", which may span several lines.
  void definitions(uint32_t node) {
    skipBlanks();
    if (!take("(")) return;
    for (skipSpace(); peek() == '%'; skipSpace()) {
      definition(node);
      skipSpace();
      if (!take(",")) break;
    }
    take(")");
  }

  // Reads "(%a, %b)".
  void uses() {
    skipBlanks();
    if (!take("(")) return;
    for (skipBlanks(); peek() == '%'; skipBlanks()) {
      out_.occurrences_.push_back({valueName(), kNoIrId, false});
      skipBlanks();
      if (!take(",")) break;
    }
    take(")");
  }

  IrIndex& out_;
  std::string_view text_;
  size_t at_ = 0;
  std::vector<uint32_t> blocks_;                          // open blocks, outermost first
  std::vector<uint32_t> lastNodes_;                       // the last node of each open block
  std::string_view title_;                                // of the next graph
  std::unordered_map<std::string_view, uint32_t> names_;  // values of the graph, by name
  size_t resolved_ = 0;  // the number of occurrences in finished graphs
};

IrIndex::IrIndex(SourceFilePtr file) : file_(std::move(file)) { IrScanner(*this).run(); }

const IrOccurrence* IrIndex::at(uint32_t offset) const {
  // The occurrences are sorted by place.
  auto next = std::upper_bound(
      occurrences_.begin(), occurrences_.end(), offset,
      [](uint32_t at, const IrOccurrence& occurrence) { return at < occurrence.span.begin; });
  if (next == occurrences_.begin()) return nullptr;
  --next;
  return offset <= next->span.end ? &*next : nullptr;
}

uint32_t IrIndex::nodeAt(uint32_t offset) const {
  auto next =
      std::upper_bound(nodes_.begin(), nodes_.end(), offset,
                       [](uint32_t at, const IrNode& node) { return at < node.head.begin; });
  if (next == nodes_.begin()) return kNoIrId;
  --next;
  return offset <= std::max(next->head.end, next->origin.span.end)
             ? static_cast<uint32_t>(next - nodes_.begin())
             : kNoIrId;
}

}  // namespace ts::ide
