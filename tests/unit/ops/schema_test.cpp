#include "core/ops/schema.h"

#include <gtest/gtest.h>

#include <deque>
#include <fstream>
#include <map>
#include <thread>

#include "core/ops/line_table.h"

namespace ts::ops {
namespace {

using types::TypeKind;

// The schemas of one version of PyTorch.
std::vector<std::string> dataLines(TorchProfile profile = torchProfile()) {
  std::ifstream in("core/ops/data/schemas.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    if (line.starts_with('@')) {
      const size_t space = line.find(' ');
      const auto profiles = profileRange(std::string_view(line).substr(1, space - 1));
      if (!profiles || !profiles->contains(profile)) continue;
      line.erase(0, space + 1);
    }
    lines.push_back(line);
  }
  return lines;
}

// The float of prims::var has an int as its default.
bool roundTrips(std::string_view line) { return !line.starts_with("prims::var("); }

const FunctionSchema& parsed(std::string_view text) {
  std::string error;
  auto schema = parseSchema(text, &error);
  EXPECT_TRUE(schema) << text << ": " << error;
  static std::deque<FunctionSchema> all;
  return all.emplace_back(schema.value_or(FunctionSchema{}));
}

TEST(Schema, EveryRecordedLineRoundTrips) {
  const TorchProfile used = torchProfile();
  for (const TorchProfileRow& row : kTorchProfiles) {
    setTorchProfile(row.profile);
    auto lines = dataLines(row.profile);
    ASSERT_GT(lines.size(), 4165u);
    for (const std::string& line : lines) {
      if (!roundTrips(line)) continue;
      std::string error;
      auto schema = parseSchema(line, &error);
      ASSERT_TRUE(schema) << line << "\n" << error;
      EXPECT_EQ(schema->str(), line);
    }
  }
  setTorchProfile(used);
}

TEST(Schema, TheTablesContainTheLinesOfTheirProfiles) {
  for (const TorchProfileRow& row : kTorchProfiles) {
    const LineTable& table = kSchemaLines.ofProfile[indexOf(row.profile)];
    auto lines = dataLines(row.profile);
    ASSERT_EQ(table.size, lines.size());
    for (size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(table[i], lines[i]);
  }
}

TEST(Schema, AProcessHasTheSchemasOfItsProfile) {
  const bool isNew = atLeast(TorchProfile::Torch2_6);
  EXPECT_EQ(schemasOf(Symbol::intern("aten::rms_norm")).empty(), !isNew);
  EXPECT_EQ(publicName("torch.nn.functional.scaled_dot_product_attention") != nullptr, isNew);
}

TEST(Schema, EveryOperatorIsFoundWithAllItsOverloadsInOrder) {
  std::map<std::string, std::vector<std::string>> expected;
  for (const std::string& line : dataLines()) {
    expected[line.substr(0, line.find_first_of(".("))].push_back(line);
  }
  for (const auto& [name, lines] : expected) {
    auto overloads = schemasOf(Symbol::intern(name));
    ASSERT_EQ(overloads.size(), lines.size()) << name;
    for (size_t i = 0; i < lines.size(); ++i) {
      if (roundTrips(lines[i])) EXPECT_EQ(overloads[i]->str(), lines[i]);
    }
  }
}

TEST(Schema, OverloadsAreTriedInTheOrderOfRegistration) {
  auto overloads = schemasOf(Symbol::intern("aten::add"));
  ASSERT_GE(overloads.size(), 2u);
  EXPECT_EQ(overloads[0]->overload, "Tensor");
  EXPECT_EQ(overloads[1]->overload, "Scalar");
}

TEST(Schema, AnUnknownOperatorHasNoSchemas) {
  EXPECT_TRUE(schemasOf(Symbol::intern("aten::no_such_thing")).empty());
  EXPECT_EQ(schema(Symbol::intern("aten::add"), "NoSuchOverload"), nullptr);
}

TEST(Schema, AnOverloadIsFoundByName) {
  const FunctionSchema* addScalar = schema(Symbol::intern("aten::add"), "Scalar");
  ASSERT_NE(addScalar, nullptr);
  EXPECT_EQ(addScalar->str(),
            "aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor");
  EXPECT_EQ(schema(Symbol::intern("aten::relu"), "")->overload, "");
}

TEST(Schema, TheNameWithOverloadHasADotOnlyForAnOverload) {
  EXPECT_EQ(schema(Symbol::intern("aten::add"), "Scalar")->nameWithOverload(), "aten::add.Scalar");
  EXPECT_EQ(schema(Symbol::intern("aten::relu"), "")->nameWithOverload(), "aten::relu");
}

TEST(Schema, PointersAreTheSameOnEachCallAndFromEachThread) {
  auto first = schemasOf(Symbol::intern("aten::mul"));
  std::vector<const FunctionSchema*> seen(8);
  std::vector<std::thread> threads;
  for (auto& slot : seen)
    threads.emplace_back([&slot] { slot = schemasOf(Symbol::intern("aten::mul"))[0]; });
  for (auto& thread : threads) thread.join();
  for (const FunctionSchema* schema : seen) EXPECT_EQ(schema, first[0]);
}

TEST(Schema, OneIntIsAcceptedForABroadcastList) {
  const auto& schema = parsed("aten::f(Tensor x, int[2] stride=3, int[] rest=[1, 2]) -> Tensor");
  EXPECT_EQ(schema.arguments[1].broadcastSize, 2);
  const auto& stride = schema.arguments[1].defaultValue->elements();
  ASSERT_EQ(stride.size(), 2u);
  EXPECT_EQ(stride[0].toInt(), 3);
  EXPECT_EQ(stride[1].toInt(), 3);
  EXPECT_FALSE(schema.arguments[2].broadcastSize);
}

TEST(Schema, DefaultsHaveTheTypeOfTheirArgument) {
  const auto& schema = parsed(
      "aten::f(float a=1, Scalar b=1, Scalar c=1., int d=-100, str e=\"x\\n\\\"y\\\"\", int? "
      "f=None, bool g=True, "
      "float[] h=[1, 2.5], float i=1.0000000000000001e-05, complex j=1.-2.5j, Device k=cpu) -> ()");
  const auto& arguments = schema.arguments;
  EXPECT_EQ(arguments[0].defaultValue->toReal(), 1.0);
  EXPECT_EQ(arguments[1].defaultValue->toInt(), 1);
  EXPECT_EQ(arguments[2].defaultValue->toReal(), 1.0);
  EXPECT_EQ(arguments[3].defaultValue->toInt(), -100);
  EXPECT_EQ(arguments[4].defaultValue->toString(), "x\n\"y\"");
  EXPECT_TRUE(arguments[5].defaultValue->isNone());
  EXPECT_TRUE(arguments[6].defaultValue->toBool());
  EXPECT_EQ(arguments[7].defaultValue->elements()[0].toReal(), 1.0);
  EXPECT_EQ(arguments[8].defaultValue->toReal(), 1e-5);
  EXPECT_EQ(arguments[9].defaultValue->toComplex(), std::complex<double>(1, -2.5));
  EXPECT_EQ(arguments[10].defaultValue->toDevice().name, "cpu");
}

TEST(Schema, EnumTypesAreIntsThatKeepTheirSpelling) {
  const auto& schema =
      parsed("aten::f(ScalarType? dtype=None, SymInt[] size=1, Dimname name, Storage s) -> SymInt");
  EXPECT_EQ(schema.arguments[0].type, types::optionalOf(types::intType()));
  EXPECT_EQ(schema.arguments[0].declaredBase, "ScalarType");
  EXPECT_EQ(schema.arguments[1].type, types::listOf(types::intType()));
  EXPECT_EQ(schema.arguments[2].type, types::stringType());
  EXPECT_TRUE(schema.arguments[3].type->is(TypeKind::Storage));
  EXPECT_EQ(schema.returns[0].type, types::intType());
}

TEST(Schema, AliasAnnotationsMarkWrites) {
  const auto& schema =
      parsed("aten::f(Tensor(a!)[] xs, t[](*) ys, Tensor(a|b -> *) z, Tensor(c)? w) -> Tensor(a!)");
  const auto& list = *schema.arguments[0].alias;
  EXPECT_TRUE(list.isWrite);
  EXPECT_EQ(list.contained[0].before, std::vector<std::string>{"a"});
  EXPECT_TRUE(schema.arguments[1].alias->isWildcardBefore);
  EXPECT_EQ(schema.arguments[2].alias->before, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(schema.arguments[2].alias->isWildcardAfter);
  EXPECT_FALSE(schema.arguments[3].alias->isWrite);
  EXPECT_TRUE(schema.isMutable());
  EXPECT_FALSE(parsed("aten::g(Tensor(a) x) -> Tensor(a)").isMutable());
}

TEST(Schema, VariadicAndNamedParts) {
  const auto& schema = parsed("prim::f(str self, ...) -> (Tensor values, int n, ...)");
  EXPECT_TRUE(schema.isVararg);
  EXPECT_TRUE(schema.isVarret);
  EXPECT_EQ(schema.returns[0].name, "values");
  EXPECT_EQ(schema.argumentIndex("self"), 0u);
  EXPECT_EQ(schema.argumentIndex("other"), std::nullopt);
  EXPECT_EQ(schema.str(), "prim::f(str self, ...) -> (Tensor values, int n, ...)");
}

TEST(Schema, InvalidTextReportsTheError) {
  for (std::string_view text : {"", "f", "f(", "f(int x", "f(int x) ->", "f(int x) -> int)",
                                "f(nosuch.Type x -> int", "f(int x=) -> int", "f(str s=\"x) -> int",
                                "f(Tensor(a x) -> int", "f(Dict(int) x) -> ()"}) {
    std::string error;
    EXPECT_FALSE(parseSchema(text, &error)) << text;
    EXPECT_FALSE(error.empty()) << text;
  }
}

TEST(NearNames, FindsMisspelledOperatorsOfTheSameNamespace) {
  EXPECT_EQ(nearNames("aten::rellu").at(0), "aten::relu");
  EXPECT_EQ(nearNames("aten::sigmiod").at(0), "aten::sigmoid");
  EXPECT_EQ(nearNames("matmull").at(0), "aten::matmul");
  EXPECT_EQ(nearNames("torchvision::mns").at(0), "torchvision::nms");
}

TEST(NearNames, PrefersPublicNamesAtEqualDistance) {
  auto names = nearNames("aten::stak", 1);
  ASSERT_EQ(names.size(), 1u);
  EXPECT_EQ(names[0], "aten::stack");
}

TEST(NearNames, IsEmptyWithoutSimilarNames) {
  EXPECT_TRUE(nearNames("aten::qqqqqqqqqqqq").empty());
  EXPECT_LE(nearNames("aten::ad", 2).size(), 2u);
}

TEST(PublicName, MapsTorchNamesToTargets) {
  const PublicName* relu = publicName("torch.relu");
  ASSERT_NE(relu, nullptr);
  EXPECT_EQ(relu->kind, NameKind::Builtin);
  EXPECT_EQ(relu->target, "aten::relu");
  EXPECT_EQ(publicName("torch.cdist")->kind, NameKind::Function);
  EXPECT_EQ(publicName("torch.nn.functional.upsample")->kind, NameKind::Overloaded);
  EXPECT_EQ(publicName("Tensor.H")->target, "");
  EXPECT_EQ(publicName("torch.no_such_name"), nullptr);
  EXPECT_EQ(publicName("torch.relu"), relu);
}

TEST(PublicName, EveryLineIsFoundByItsKey) {
  for (size_t i = 0; i < kNameLines.current().size; ++i) {
    std::string_view line = kNameLines.current()[i];
    const PublicName* namesRow = publicName(line.substr(0, line.find('\t')));
    ASSERT_NE(namesRow, nullptr) << line;
    EXPECT_EQ(namesRow->name, line.substr(0, line.find('\t')));
  }
}

}  // namespace
}  // namespace ts::ops
