#include "core/archive/debug_records.h"

#include <algorithm>
#include <map>

namespace ts::archive {
namespace {

using Kind = PickleNode::Kind;

constexpr std::string_view kMarker = "FORMAT_WITH_STRING_TABLE";
// Empty lines before an excerpt give it its original line numbers. Excerpts beyond this line start
// at line 1.
constexpr long long kMaxPadding = 1'000'000;
constexpr size_t kMaxExcerpt = size_t{16} << 20;

const PickleNode* item(const PickleNode* node, size_t i, Kind kind) {
  if (!node || !node->is(Kind::Tuple) || i >= node->items.size() || !node->items[i]->is(kind))
    return nullptr;
  return node->items[i];
}

struct Excerpt {
  SourceFilePtr file;
  uint32_t padding = 0;
};

// Format: ((indices of the strings of the text), index of the file name, first line)
Excerpt excerptOf(const PickleNode& source, const PickleNode& strings, ObjectBudget& budget) {
  const PickleNode* call = item(&source, 0, Kind::Call);
  const PickleNode* name = item(&source, 1, Kind::Int);
  const PickleNode* line = item(&source, 2, Kind::Int);
  if (!call || !name || !line || call->items[1]->items.empty()) return {};
  auto text = [&](const PickleNode& index) -> std::string_view {
    const PickleNode* text = index.integer >= 0
                                 ? item(&strings, static_cast<size_t>(index.integer), Kind::String)
                                 : nullptr;
    return text ? std::string_view(text->text) : std::string_view();
  };
  std::string allText;
  // The text is the function's source, or for traced code a Python stack. It starts at this line.
  if (line->integer > 1 && line->integer < kMaxPadding)
    allText.assign(static_cast<size_t>(line->integer) - 1, '\n');
  const auto padding = static_cast<uint32_t>(allText.size());
  for (const PickleNode* part : call->items[1]->items[0]->items) {
    if (allText.size() > kMaxExcerpt) return {};
    allText += text(*part);
  }
  if (allText.size() == padding) return {};
  budget.charge(allText.size(), sizeof(char) + sizeof(uint32_t));  // with an index of its lines
  return {std::make_shared<SourceFile>(std::string(text(*name)), std::move(allText)), padding};
}

}  // namespace

DebugRecords::DebugRecords(const PickleTree& tree, ObjectBudget& budget) {
  const PickleNode* marker = item(tree.root, 0, Kind::String);
  const PickleNode* strings = item(tree.root, 1, Kind::Tuple);
  const PickleNode* rows = item(tree.root, 2, Kind::Tuple);
  if (!marker || marker->text != kMarker || !strings || !rows) return;
  std::map<std::string, Excerpt> excerpts;  // by their contents
  for (const PickleNode* row : rows->items) {
    const PickleNode* offset = item(row, 0, Kind::Int);
    const PickleNode* range = item(row, 1, Kind::Tuple);
    const PickleNode* source = range ? item(range, 0, Kind::Tuple) : nullptr;
    const PickleNode* start = range ? item(range, 1, Kind::Int) : nullptr;
    const PickleNode* end = range ? item(range, 2, Kind::Int) : nullptr;
    if (!offset || !source || !start || !end) continue;
    std::string key;
    if (const PickleNode* call = item(source, 0, Kind::Call);
        call && !call->items[1]->items.empty())
      for (const PickleNode* part : call->items[1]->items[0]->items)
        key += std::to_string(part->integer) + ",";
    for (size_t i : {1, 2})
      if (const PickleNode* number = item(source, i, Kind::Int))
        key += ":" + std::to_string(number->integer);
    budget.charge(sizeof(Row) + key.size());
    auto [entry, isNew] = excerpts.try_emplace(key);
    if (isNew) {
      entry->second = excerptOf(*source, *strings, budget);
      if (entry->second.file) files_.push_back(entry->second.file);
    }
    const Excerpt& excerpt = entry->second;
    Row record{static_cast<uint32_t>(offset->integer), {}};
    if (excerpt.file) {
      const auto size = static_cast<long long>(excerpt.file->text().size());
      const long long begin = start->integer + excerpt.padding,
                      stop = end->integer + excerpt.padding;
      if (start->integer >= 0 && begin <= stop && stop <= size)
        record.place = {excerpt.file.get(),
                        {static_cast<uint32_t>(begin), static_cast<uint32_t>(stop)}};
    }
    rows_.push_back(record);
  }
  std::ranges::stable_sort(rows_, {}, &Row::offset);
}

SourceRange DebugRecords::original(uint32_t offset) const {
  auto after = std::ranges::upper_bound(rows_, offset, {}, &Row::offset);
  return after == rows_.begin() ? SourceRange{} : std::prev(after)->place;
}

void DebugRecords::forget(const SourceFile& excerpt) {
  for (Row& row : rows_)
    if (row.place.file == &excerpt) row.place = {};
}

namespace {

// Returns true when a node has another place now.
bool restore(ir::Block* block, const DebugRecords& records) {
  bool isRestored = false;
  for (ir::Node* node : block->nodes()) {
    if (node->range())
      if (SourceRange place = records.original(node->range().span.begin)) {
        node->setRange(place);
        isRestored = true;
      }
    for (ir::Block* inner : node->blocks()) isRestored |= restore(inner, records);
  }
  return isRestored;
}

void forgetReturns(ir::Block* block) {
  block->returnNode()->setRange({});
  for (ir::Node* node : block->nodes())
    for (ir::Block* inner : node->blocks()) forgetReturns(inner);
}

}  // namespace

void restorePlaces(ir::Graph& graph, const DebugRecords& records) {
  for (const SourceFilePtr& file : records.files()) graph.keep(file);
  // No record has the places of return statements.
  if (restore(graph.block(), records)) forgetReturns(graph.block());
}

}  // namespace ts::archive
