#include "core/types/type.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/base/limit_error.h"
#include "core/types/constant.h"

// A minimal stand-in for ir::Function: types read only its FunctionFacts.
namespace ts::ir {
class Function final : public types::FunctionFacts {
 public:
  explicit Function(std::string name, types::InterfaceMethod signature = {})
      : signature_(std::move(signature)) {
    qualifiedName = std::move(name);
  }
  types::InterfaceMethod asMethod() const override { return signature_; }

 private:
  types::InterfaceMethod signature_;
};
}  // namespace ts::ir

namespace ts::types {
namespace {

TEST(TypeTable, EqualStructuresAreOneObject) {
  EXPECT_EQ(listOf(intType()), listOf(intType()));
  EXPECT_EQ(dictOf(stringType(), listOf(floatType())), dictOf(stringType(), listOf(floatType())));
  EXPECT_EQ(tupleOf({intType(), floatType()}), tupleOf({intType(), floatType()}));
  EXPECT_NE(tupleOf({intType(), floatType()}), tupleOf({floatType(), intType()}));
  EXPECT_EQ(varType("t"), varType("t"));
}

TEST(TypeTable, ATypeOfTooManyPartsIsAnError) {
  TypePtr wide = tensorType(), deep = intType();
  for (int i = 0; i < 12; ++i) wide = tupleOf({wide, wide});
  EXPECT_EQ(wide->parts(), 8191u);
  EXPECT_THROW(tupleOf({wide, wide}), LimitError);
  while (deep->nesting() < kMaxTypeNesting) deep = listOf(deep);
  EXPECT_THROW(listOf(deep), LimitError);
}

TEST(TypeTable, TensorsWithTheSameInfoAreOneObject) {
  TensorInfo info{.dtype = "Float", .sizes = {{2, 3}}, .device = "cpu"};
  EXPECT_EQ(tensorType(info), tensorType(info));
  EXPECT_NE(tensorType(info), tensorType());
  EXPECT_EQ(tensorType(TensorInfo{}), tensorType());
}

TEST(TypeTable, StructuresOverNamedTypesBelongToTheirTable) {
  TypeTable table;
  const ClassType* type = table.makeClass("__torch__.C");
  EXPECT_EQ(&listOf(type)->table(), &table);
  EXPECT_EQ(&dictOf(stringType(), type)->table(), &table);
  EXPECT_EQ(&listOf(intType())->table(), &TypeTable::global());
  EXPECT_EQ(optionalOf(listOf(type)), optionalOf(listOf(type)));
}

TEST(TypeTable, NamedTuplesAreOneObjectOnlyIfFullyEqual) {
  TypeTable table;
  auto make = [&](std::string field, int64_t value) {
    return table.namedTuple("__torch__.P", {"x", std::move(field)}, {intType(), intType()},
                            {Constant::integer(value)});
  };
  EXPECT_EQ(make("y", 1), make("y", 1));
  EXPECT_NE(make("y", 1), make("z", 1));
  EXPECT_NE(make("y", 1), make("y", 2));
}

TEST(TypeTable, ManyThreadsGetTheSameTypes) {
  std::vector<TypePtr> made(8);
  std::vector<std::thread> threads;
  for (TypePtr& slot : made) {
    threads.emplace_back([&slot] {
      for (int i = 0; i < 100; ++i)
        slot = dictOf(stringType(), tupleOf({intType(), optionalOf(listOf(boolType()))}));
    });
  }
  for (auto& thread : threads) thread.join();
  for (TypePtr type : made) EXPECT_EQ(type, made[0]);
}

TEST(Type, GraphsSchemasAndSourceSpellTypesDifferently) {
  TypeTable table;
  TypePtr pair = table.namedTuple("__torch__.P", {"x", "name"}, {intType(), stringType()},
                                  {Constant::string("a b")});
  EXPECT_EQ(pair->str(), "NamedTuple(x : int, name : str = a b)");
  EXPECT_EQ(pair->declaration(), "__torch__.P");
  EXPECT_EQ(listOf(pair)->str(), "NamedTuple(x : int, name : str = a b)[]");
  EXPECT_EQ(dictOf(stringType(), pair)->str(), "Dict(str, __torch__.P)");
  EXPECT_EQ(listOf(pair)->annotation(), "List[__torch__.P]");
  EXPECT_EQ(futureOf(intType())->str(), "Future[int]");
  EXPECT_EQ(futureOf(intType())->declaration(), "Future(int)");
  EXPECT_EQ(rrefOf(intType())->annotation(), "RRef[int]");
  EXPECT_EQ(tupleOf({})->annotation(), "Tuple[()]");
  const EnumType* color =
      table.makeEnum("__torch__.Color", intType(), {{"RED", Constant::integer(1)}});
  EXPECT_EQ(listOf(color)->str(), "Enum<__torch__.Color>[]");
  EXPECT_EQ(listOf(color)->annotation(), "List[__torch__.Color]");
  const InterfaceType* interface = table.makeInterface("__torch__.a.Shape", false, {});
  EXPECT_EQ(interface->str(), "InterfaceType<Shape>");
  EXPECT_EQ(interface->annotation(), "__torch__.a.Shape");
  EXPECT_EQ(noneType()->str(), "NoneType");
  EXPECT_EQ(noneType()->annotation(), "NoneType");
  EXPECT_EQ(numberType()->str(), "Scalar");
  EXPECT_EQ(numberType()->annotation(), "number");
}

TEST(Type, FunctionsPrintAsFunctionAndAnnotateByName) {
  TypeTable table;
  ir::Function function("__torch__.f");
  const FunctionType* type = table.makeFunction(&function);
  EXPECT_EQ(type, table.makeFunction(&function));
  EXPECT_EQ(type->str(), "Function");
  EXPECT_EQ(type->annotation(), "__torch__.f");
}

TEST(Type, TensorInfoPrintsWhatIsKnown) {
  EXPECT_EQ(tensorType({.dtype = "Float"})->str(), "FloatTensor");
  EXPECT_EQ(tensorType({.requiresGrad = false})->str(), "Tensor(requires_grad=0)");
  EXPECT_EQ(tensorType({.sizes = {{2, -1}}})->str(), "Tensor(2, *)");
  EXPECT_EQ(tensorType({.dtype = "Long", .sizes = {{}}, .device = "cuda:0"})->str(),
            "Long(device=cuda:0)");
  TypePtr fullType = tensorType({.dtype = "Float",
                                 .sizes = {{2, 3}},
                                 .strides = {{3, 1}},
                                 .requiresGrad = true,
                                 .device = "cpu"});
  EXPECT_EQ(fullType->str(), "Float(2, 3, strides=[3, 1], requires_grad=1, device=cpu)");
  EXPECT_EQ(fullType->annotation(), "Tensor");
  EXPECT_EQ(unshaped(listOf(fullType)), listOf(tensorType()));
}

TEST(ClassType, KeepsItsAttributesInOrder) {
  TypeTable table;
  const ClassType* type = table.makeClass("__torch__.m.Net", true);
  EXPECT_EQ(type->simpleName(), "Net");
  EXPECT_TRUE(type->isModule());
  type->addAttribute("weight", tensorType(), AttributeKind::Parameter);
  type->addAttribute("count", intType());
  EXPECT_EQ(type->attributeSlot("count"), 1u);
  EXPECT_EQ(type->attribute("weight")->kind, AttributeKind::Parameter);
  EXPECT_EQ(type->attribute("nothing"), nullptr);
  type->removeAttribute("weight");
  EXPECT_EQ(type->attributeSlot("count"), 0u);
  type->addConstant("K", Constant::integer(3));
  EXPECT_EQ(type->constant("K")->toInt(), 3);
  EXPECT_EQ(type->constant("k"), nullptr);
}

class Interfaces : public testing::Test {
 protected:
  const ClassType* classWith(InterfaceMethod method, bool isModule = false) {
    const ClassType* type = table_.makeClass("__torch__.C", isModule);
    std::string name = "__torch__.C." + method.name;
    functions_.push_back(std::make_unique<ir::Function>(std::move(name), std::move(method)));
    type->addMethod(functions_.back().get());
    return type;
  }
  const InterfaceType* interface(bool isModule = false) {
    return table_.makeInterface("__torch__.I", isModule,
                                {{"f", {{"x", intType()}}, optionalOf(intType())}});
  }
  TypeTable table_;
  std::vector<std::unique_ptr<ir::Function>> functions_;
};

TEST_F(Interfaces, ArgumentsAreContravariantAndResultsCovariant) {
  const ClassType* type = classWith({"f", {{"x", optionalOf(intType())}}, intType()});
  EXPECT_NE(type->method("f"), nullptr);
  EXPECT_EQ(type->method("g"), nullptr);
  EXPECT_TRUE(isSubtype(type, interface()));
  EXPECT_EQ(unify(type, classWith({"f", {{"x", intType()}}, intType()}), false, interface())->str(),
            "InterfaceType<I>");
}

TEST_F(Interfaces, ErrorsNameTheMismatch) {
  std::string why;
  EXPECT_FALSE(isSubtype(classWith({"g", {}, intType()}), interface(), &why));
  EXPECT_NE(why.find("'f'"), std::string::npos) << why;
  EXPECT_FALSE(isSubtype(classWith({"f", {{"y", intType()}}, intType()}), interface(), &why));
  EXPECT_NE(why.find("'y: int'"), std::string::npos) << why;
  EXPECT_FALSE(isSubtype(classWith({"f", {{"x", intType()}}, stringType()}), interface(), &why));
  EXPECT_NE(why.find("returns str"), std::string::npos) << why;
  EXPECT_FALSE(isSubtype(classWith({"f", {{"x", intType()}}, intType()}), interface(true), &why));
  EXPECT_NE(why.find("not a module"), std::string::npos) << why;
}

TEST(Unknown, SuppressesFollowUpErrors) {
  EXPECT_TRUE(isSubtype(unknownType(), intType()));
  EXPECT_TRUE(isSubtype(stringType(), unknownType()));
  EXPECT_TRUE(isSubtype(listOf(unknownType()), listOf(intType())));
  EXPECT_TRUE(unify(unknownType(), intType())->isUnknown());
  EXPECT_TRUE(unionOf({intType(), unknownType()})->isUnknown());
  EXPECT_TRUE(optionalOf(unknownType())->isUnknown());
}

TEST(Union, SubtractingLeavesTheOtherMembers) {
  EXPECT_EQ(subtract(optionalOf(intType()), noneType()), intType());
  EXPECT_EQ(subtract(optionalOf(intType()), intType()), noneType());
  TypePtr three = unionOf({intType(), stringType(), noneType()});
  EXPECT_EQ(subtract(three, noneType()), unionOf({intType(), stringType()}));
  EXPECT_EQ(subtract(three, stringType()), optionalOf(intType()));
  EXPECT_EQ(subtract(intType(), intType()), nullptr);
  EXPECT_EQ(subtract(intType(), stringType()), intType());
  EXPECT_TRUE(isOptionalLike(three));
  EXPECT_TRUE(isOptionalLike(optionalOf(intType())));
  EXPECT_FALSE(isOptionalLike(unionOf({intType(), stringType()})));
}

TEST(Union, DefaultToUnionJoinsUnrelatedTypes) {
  EXPECT_EQ(unify(intType(), stringType()), nullptr);
  EXPECT_EQ(unify(intType(), stringType(), true)->str(), "Union(int, str)");
  EXPECT_EQ(unify(tupleOf({intType()}), tupleOf({stringType()}), true)->str(), "(Union(int, str))");
}

TEST(Variables, BindToActualTypesAndAreSubstituted) {
  TypeBindings bindings;
  EXPECT_EQ(matchVariables(listOf(varType("t")), listOf(intType()), bindings), listOf(intType()));
  EXPECT_EQ(substitute(dictOf(stringType(), varType("t")), bindings),
            dictOf(stringType(), intType()));
  EXPECT_EQ(substitute(varType("u"), bindings), varType("u"));
  EXPECT_EQ(substitute(varType("u"), bindings, true), nullptr);
  std::string why;
  EXPECT_EQ(matchVariables(varType("t"), stringType(), bindings, &why), nullptr);
  EXPECT_NE(why.find("'t'"), std::string::npos) << why;
}

TEST(Variables, TuplesPassForListsAndNoneForAnyOptional) {
  TypeBindings bindings;
  EXPECT_EQ(matchVariables(listOf(varType("t")), tupleOf({intType(), intType()}), bindings),
            listOf(intType()));
  TypeBindings none;
  EXPECT_NE(matchVariables(optionalOf(varType("t")), noneType(), none), nullptr);
  EXPECT_TRUE(none.empty());
  EXPECT_NE(matchVariables(optionalOf(varType("t")), intType(), none), nullptr);
  EXPECT_EQ(none[0].second, intType());
  EXPECT_EQ(matchVariables(dictOf(stringType(), varType("t")), listOf(intType()), none), nullptr);
}

}  // namespace
}  // namespace ts::types
