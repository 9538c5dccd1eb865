// Conversion of arguments, types of values, and their text.
#include <gtest/gtest.h>

#include "core/interp/interpreter.h"
#include "core/tensor/error.h"

namespace ts::interp {
namespace {

ops::FunctionSchema schemaOf(std::string_view text) { return ops::parseSchema(text).value(); }

std::string refusal(const ops::FunctionSchema& schema, const std::vector<IValue>& positional,
                    const std::vector<std::pair<std::string, IValue>>& named = {}) {
  try {
    bindArguments(schema, positional, named);
  } catch (const tensor::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Arguments, NamesAndDefaultsFindTheirPlaces) {
  const auto schema = schemaOf("f(int a, float b=2.5, str c=\"x\") -> int");
  const Stack bound = bindArguments(schema, {1}, {{"c", "y"}});
  ASSERT_EQ(bound.size(), 3u);
  EXPECT_EQ(bound[1].toDouble(), 2.5);
  EXPECT_EQ(bound[2].toString(), "y");
}

TEST(Arguments, WrongOnesAreNamed) {
  const auto schema = schemaOf("f(int a, float b) -> int");
  EXPECT_NE(refusal(schema, {1}).find("missing value for argument 'b'"), std::string::npos);
  EXPECT_NE(refusal(schema, {1, 2.0, 3}).find("at most 2 argument(s)"), std::string::npos);
  EXPECT_NE(refusal(schema, {"text", 2.0}).find("argument 'a'"), std::string::npos);
  EXPECT_NE(refusal(schema, {1, 2.0}, {{"c", 1}}).find("unknown keyword argument 'c'"),
            std::string::npos);
  EXPECT_NE(refusal(schema, {1, 2.0}, {{"a", 1}}).find("twice"), std::string::npos);
}

TEST(Arguments, NumbersConvertToTheExpectedType) {
  EXPECT_EQ(fitTo(IValue(3), types::floatType())->toDouble(), 3.0);
  EXPECT_EQ(fitTo(IValue(3), types::complexType())->toComplex(), std::complex<double>(3));
  EXPECT_FALSE(fitTo(IValue(3.5), types::intType()));
  EXPECT_EQ(fitTo(IValue(tensor::scalarTensor(2.5F)), types::floatType())->toDouble(), 2.5);
}

TEST(Arguments, ContainersThatFitAreNotCopied) {
  const IValue ints = tensor::makeIntList(std::array<int64_t, 2>{1, 2});
  EXPECT_TRUE(fitTo(ints, types::listOf(types::intType()))->same(ints));
  const auto floats = fitTo(ints, types::listOf(types::floatType()));
  ASSERT_TRUE(floats);
  EXPECT_EQ(floats->toList().items[1].toDouble(), 2.0);
  EXPECT_TRUE(floats->toList().element == types::floatType());
  EXPECT_TRUE(fitTo(tensor::makeTuple({1, 2}), types::listOf(types::intType()))->isList());
}

TEST(Types, ContainersAreToldByTheirElements) {
  const IValue empty = tensor::makeList(types::stringType(), {});
  EXPECT_TRUE(isOfType(empty, types::listOf(types::stringType())));
  EXPECT_FALSE(isOfType(empty, types::listOf(types::intType())));
  EXPECT_TRUE(isOfType(IValue(), types::optionalOf(types::intType())));
  EXPECT_TRUE(isOfType(tensor::makeTuple({1, "a"}),
                       types::tupleOf({types::intType(), types::stringType()})));
  EXPECT_FALSE(isOfType(IValue(1), types::floatType()));
}

TEST(Constants, TensorsGoThrough) {
  const IValue back = valueOf(tensorConstant(tensor::scalarTensor(int64_t{7})));
  EXPECT_EQ(*back.toTensor().data<int64_t>(), 7);
}

TEST(Text, EqualsTheOutputOfTorchScript) {
  EXPECT_EQ(textOf(2.0), "2.");
  EXPECT_EQ(textOf(-0.0), "-0.");
  EXPECT_EQ(textOf(0.1), "0.10000000000000001");
  EXPECT_EQ(textOf(1e20), "1e+20");
  EXPECT_EQ(textOf(std::complex<double>(1, -2)), "1.-2.j");
  EXPECT_EQ(textOf(tensor::makeTuple({1})), "(1,)");
  EXPECT_EQ(textOf(tensor::makeList(types::stringType(), {"a", "b"})), "[a, b]");
  EXPECT_EQ(textOf(tensor::scalarTensor(2.5)), "2.5\n[ CPUDoubleType{} ]");
}

}  // namespace
}  // namespace ts::interp
