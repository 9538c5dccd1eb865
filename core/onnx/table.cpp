// All rows, and the look-up.
#include <unordered_map>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace {

using Rows = std::unordered_map<std::string_view, const Row*>;

Rows byName(std::initializer_list<std::span<const Row>> parts) {
  Rows rows;
  for (const std::span<const Row> part : parts)
    for (const Row& row : part) rows.emplace(row.name, &row);
  return rows;
}

const Rows& operatorRows() {
  static const Rows* rows =
      new Rows(byName({pointwiseRows(), activationRows(), reductionRows(), viewRows(),
                       arrangementRows(), factoryRows(), productRows(), layerRows(),
                       recurrentRows(), imageRows(), lookupRows(), queryRows(), listRows()}));
  return *rows;
}

}  // namespace

const Row* rowOf(const std::string& name, const std::string& overload) {
  const Rows& rows = operatorRows();
  auto row = rows.find(name + "." + overload);
  if (row == rows.end()) row = rows.find(name);
  return row == rows.end() ? nullptr : row->second;
}

const Row* numberRowOf(const std::string& name) {
  static const Rows* rows = new Rows(byName({numberRows()}));
  const auto row = rows->find(name);
  return row == rows->end() ? nullptr : row->second;
}

std::vector<Row> allRows() {
  std::vector<Row> all;
  for (const auto& [name, row] : operatorRows()) all.push_back(*row);
  return all;
}

}  // namespace ts::onnx
