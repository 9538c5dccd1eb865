#include "core/fixes/known_imports.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/line_edits.h"

namespace ts::fixes {

using namespace syntax;

namespace {

struct ImportRow {
  std::string_view name;
  std::string_view statement;
  std::string_view module;
};
constexpr ImportRow kImports[] = {
    {"F", "import torch.nn.functional as F", "torch.nn.functional"},
    {"Tensor", "from torch import Tensor", ""},
    {"math", "import math", "math"},
    {"nn", "from torch import nn", "torch.nn"},
    {"torch", "import torch", "torch"},
    {"warnings", "import warnings", "warnings"},
};
constexpr std::string_view kTyping[] = {"Any",        "Dict",     "Final", "List",
                                        "NamedTuple", "Optional", "Tuple", "Union"};

bool isDocstring(const Stmt& stmt) {
  const auto* expr = dynCast<ExprStmt>(&stmt);
  const auto* constant = expr ? dynCast<Constant>(expr->value) : nullptr;
  return constant && constant->constant == ConstantKind::Str;
}

}  // namespace

KnownImport knownImport(std::string_view name) {
  if (std::ranges::find(kTyping, name) != std::end(kTyping))
    return {fmt::format("from typing import {}", name), {}};
  const auto row = std::ranges::find(kImports, name, &ImportRow::name);
  if (row == std::end(kImports)) return {};
  return {std::string(row->statement), row->module};
}

diag::Edit importEdit(const Module& tree, std::string_view statement) {
  const SourceFile& file = *tree.file;
  uint32_t at = 0;
  const Stmt* last = nullptr;
  for (const Stmt* stmt : tree.body) {
    if (!stmt || (!isImport(*stmt) && !isDocstring(*stmt))) break;
    last = stmt;
  }
  if (last) at = wholeLines(file, last->span).end;
  const bool isJoined = at > 0 && file.text()[at - 1] != '\n';
  return {{&file, {at, at}}, fmt::format("{}{}\n", isJoined ? "\n" : "", statement)};
}

}  // namespace ts::fixes
