#include "core/types/parse_type.h"

#include <gtest/gtest.h>

#include "core/types/constant.h"

namespace ts::types {
namespace {

TEST(ParseType, ReadsTypesOfGraphs) {
  for (std::string_view text : {"int",
                                "int[]",
                                "int[]?",
                                "int?[]",
                                "Dict(str, Tensor[])",
                                "(int, (float, str[])[])",
                                "()",
                                "Future[int]",
                                "RRef[Tensor]",
                                "Union(int, NoneType, str)",
                                "Union(, str, Scalar)",
                                "Union(TensorScalar)",
                                "Any",
                                "Device",
                                "Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)",
                                "Float(2, *, device=cuda:1)[]",
                                "Long(device=cpu)",
                                "FloatTensor",
                                "Tensor(*, *)",
                                "Tensor(requires_grad=1)",
                                "Tensor()",
                                "Float()",
                                "list",
                                "tuple",
                                "AnyEnumType"}) {
    std::string error;
    TypePtr type = parseType(text, {}, &error);
    ASSERT_NE(type, nullptr) << text << ": " << error;
    EXPECT_EQ(type->str(), text);
  }
}

TEST(ParseType, DistinguishesRankZeroFromUnknownRank) {
  EXPECT_TRUE(cast<TensorType>(parseType("Float()"))->info()->sizes.has_value());
  EXPECT_FALSE(cast<TensorType>(parseType("FloatTensor"))->info()->sizes.has_value());
}

TEST(ParseType, ReadsTypesOfSchemas) {
  EXPECT_EQ(parseType("SymInt[]"), listOf(intType()));
  EXPECT_EQ(parseType("ScalarType?"), optionalOf(intType()));
  EXPECT_EQ(parseType("Dimname"), stringType());
  EXPECT_EQ(parseType("Future(int)"), futureOf(intType()));
  EXPECT_EQ(parseType("tVal"), varType("tVal"));
}

TEST(ParseType, ResolvesNamedTypes) {
  TypeTable table;
  const ClassType* mangled = table.makeClass("__torch__.a.___torch_mangle_0.B");
  std::vector<std::pair<TypeKind, std::string>> asked;
  ParseTypeOptions options;
  options.resolve = [&](TypeKind kind, std::string_view name) -> TypePtr {
    asked.emplace_back(kind, name);
    return mangled;
  };
  EXPECT_EQ(parseType("__torch__.a.___torch_mangle_0.B[]", options), listOf(mangled));
  EXPECT_EQ(parseType("Enum<__torch__.Color>", options), mangled);
  EXPECT_EQ(parseType("InterfaceType<I>?", options), optionalOf(mangled));
  EXPECT_EQ(asked, (std::vector<std::pair<TypeKind, std::string>>{
                       {TypeKind::Class, "__torch__.a.___torch_mangle_0.B"},
                       {TypeKind::Enum, "__torch__.Color"},
                       {TypeKind::Interface, "I"}}));
  EXPECT_EQ(parseType("__torch__.Missing"), nullptr);
}

TEST(ParseType, ReadsNamedTuplesWithDefaults) {
  TypeTable table;
  ParseTypeOptions options{.table = &table};
  std::string_view text =
      "NamedTuple(a : int, b : int = 3, c : str? = None, d : float = 1.5, e : str = x y)[]";
  TypePtr type = parseType(text, options);
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type->str(), text);
  EXPECT_EQ(parseType(text), nullptr);
}

TEST(ParseType, APrefixStopsWhereTheTypeEnds) {
  std::string_view text = "Dict(str, int)[] rest";
  EXPECT_EQ(parseTypePrefix(text), listOf(dictOf(stringType(), intType())));
  EXPECT_EQ(text, " rest");
  text = "Tensor(a!)[]?";
  EXPECT_EQ(parseBaseType(text, {.tensorInfo = false}), tensorType());
  EXPECT_EQ(text, "(a!)[]?");
}

TEST(ParseType, EnumLikeTypesAreDistinctInGraphsButIntInSchemas) {
  ParseTypeOptions options{.schemaNames = false};
  for (std::string_view text : {"Layout", "ScalarType?", "MemoryFormat[]", "t1[]"}) {
    TypePtr type = parseType(text, options);
    ASSERT_NE(type, nullptr) << text;
    EXPECT_EQ(type->str(), text);
  }
  EXPECT_EQ(parseType("itn", options), nullptr);
  EXPECT_EQ(parseType("itn"), varType("itn"));
}

TEST(ParseType, NameOfAnonymousNamedTupleReadsBackAsClass) {
  TypeTable table;
  TypePtr parsedType = parseType("Dict(str, NamedTuple(a : int))", {.table = &table});
  ASSERT_NE(parsedType, nullptr);
  ParseTypeOptions options;
  options.resolve = [&](TypeKind, std::string_view name) {
    return table.makeClass(std::string(name));
  };
  TypePtr again = parseType(parsedType->str(), options);
  ASSERT_NE(again, nullptr) << parsedType->str();
  EXPECT_EQ(again->str(), parsedType->str());
}

TEST(ParseType, InvalidTextIsAnErrorWithAPosition) {
  for (std::string_view text :
       {"", "[]", "int]", "Dict(int)", "Dict(int, str", "(int", "Union()", "Float", "Float(2",
        "Float(x=1)", "Future", "Enum<>", "NamedTuple(a : int)", "1", "Float(2, device=)",
        "Float(strides=[a])"}) {
    std::string error;
    EXPECT_EQ(parseType(text, {}, &error), nullptr) << text;
    EXPECT_FALSE(error.empty()) << text;
  }
}

TEST(ParseType, DeepNestingIsAnErrorThatNamesTheLimit) {
  std::string text(100000, '(');
  std::string error;
  EXPECT_EQ(parseType(text, {}, &error), nullptr);
  EXPECT_NE(error.find("64"), std::string::npos) << error;
}

TEST(ParseType, SuffixesCountAsNesting) {
  std::string lists;
  for (int i = 0; i < 6; ++i) lists += "[]";
  ParseTypeOptions options{.maxDepth = 8};
  EXPECT_NE(parseType("int" + lists + "[]", options), nullptr);
  EXPECT_EQ(parseType("int" + lists + "[][]", options), nullptr);
  EXPECT_NE(parseType("(str, int" + lists + ")", options), nullptr);
  std::string error;
  EXPECT_EQ(parseType("(int" + lists + ", str)[]", options, &error), nullptr);
  EXPECT_EQ(error, "types are nested more than 8 deep");
}

TEST(ParseType, FieldWithoutDefaultAfterDefaultIsAnError) {
  TypeTable table;
  std::string error;
  EXPECT_EQ(parseType("NamedTuple(a : int = 1, b : str)", {.table = &table}, &error), nullptr);
  EXPECT_FALSE(error.empty());
  EXPECT_NE(parseType("NamedTuple(a : int, b : NoneType = None)", {.table = &table}), nullptr);
}

}  // namespace
}  // namespace ts::types
