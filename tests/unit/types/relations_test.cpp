// Checks printing, subtyping and unification against results recorded from PyTorch:
// data/relations.tsv, written by tests/oracle/record_types.py.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/types/constant.h"
#include "core/types/parse_type.h"
#include "core/types/type.h"

namespace ts::types {
namespace {

class Recorded : public testing::Test {
 protected:
  using Fields = std::vector<std::string>;

  static std::vector<Fields> linesOf(std::string_view kind) {
    std::ifstream in("tests/unit/types/data/relations.tsv");
    std::vector<Fields> lines;
    for (std::string line; std::getline(in, line);) {
      Fields fields;
      std::istringstream stream(line);
      for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
      if (fields.at(0) == kind) lines.push_back(fields);
    }
    return lines;
  }

  TypePtr type(const std::string& text) {
    std::string error;
    TypePtr parsed = parseType(text, {.resolve = resolve}, &error);
    EXPECT_NE(parsed, nullptr) << text << ": " << error;
    return parsed ? parsed : unknownType();
  }

  std::vector<TypePtr> types(const Fields& fields, size_t from) {
    std::vector<TypePtr> types;
    for (size_t i = from; i < fields.size(); ++i) types.push_back(type(fields[i]));
    return types;
  }

  // The spelling of the data file, which contains the names of named tuples.
  static std::string spelled(TypePtr type) {
    if (!type) return "-";
    std::string text = type->str();
    for (TypePtr tuple : {point(), pair()}) {
      size_t at = text.find(tuple->str());
      if (at != std::string::npos) text.replace(at, tuple->str().size(), tuple->annotation());
    }
    return text;
  }

 private:
  static TypePtr named(const char* name, const char* first, const char* second) {
    static auto& table = *new TypeTable;
    return table.namedTuple(name, {first, second}, {intType(), intType()}, {});
  }
  static TypePtr point() { return named("__torch__.Point", "x", "y"); }
  static TypePtr pair() { return named("__torch__.Pair", "a", "b"); }
  static TypePtr resolve(TypeKind, std::string_view name) {
    return name == "__torch__.Point" ? point() : pair();
  }
};

TEST_F(Recorded, TypesReadAndPrintAsPyTorchPrintsThem) {
  auto lines = linesOf("type");
  ASSERT_GT(lines.size(), 50u);
  for (const Fields& fields : lines) {
    EXPECT_EQ(type(fields[1])->str(), fields[2]);
    EXPECT_EQ(type(fields[1])->annotation(), fields[3]);
  }
}

TEST_F(Recorded, SubtypesAreThoseOfPyTorch) {
  auto lines = linesOf("pair");
  ASSERT_GT(lines.size(), 2500u);
  for (const Fields& fields : lines) {
    EXPECT_EQ(isSubtype(type(fields[1]), type(fields[2])), fields[3] == "1")
        << fields[1] << " <: " << fields[2];
  }
}

TEST_F(Recorded, PairsUnifyAsInPyTorch) {
  for (const Fields& fields : linesOf("pair")) {
    EXPECT_EQ(spelled(unify(type(fields[1]), type(fields[2]))), fields[4])
        << fields[1] << " and " << fields[2];
  }
}

TEST_F(Recorded, UnionsHaveTheCanonicalFormOfPyTorch) {
  auto lines = linesOf("union");
  ASSERT_GT(lines.size(), 100u);
  for (const Fields& fields : lines) {
    EXPECT_EQ(spelled(unionOf(types(fields, 2))), fields[1]) << testing::PrintToString(fields);
  }
}

TEST_F(Recorded, ListsOfTypesUnifyAsInPyTorch) {
  for (const Fields& fields : linesOf("list")) {
    EXPECT_EQ(spelled(unify(types(fields, 2))), fields[1]) << testing::PrintToString(fields);
  }
}

}  // namespace
}  // namespace ts::types
