// The shared library through its C++ header, as a program outside of the project uses it.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include <jitscope/jitscope.h>

namespace jitscope {
namespace {

const std::string kArchives = "tests/fuzz/corpus/archive/";

Module load(const std::string& name, const Runtime& runtime = Runtime()) {
  return runtime.load(kArchives + name);
}

// The kind of the error, and its message; no kind without an error.
template <typename Body>
std::pair<int, std::string> errorOf(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return {error.kind(), error.message()};
  }
  return {0, ""};
}

std::vector<float> elementsOf(const Value& value) {
  const Tensor tensor = value.toTensor();
  const auto elements = tensor.elements<float>();
  return {elements.begin(), elements.end()};
}

TEST(Api, ValuesKeepTheirKindsAndContents) {
  EXPECT_TRUE(Value().isNone());
  EXPECT_TRUE(Value(true).toBool());
  EXPECT_EQ(Value(-7).toInt(), -7);
  EXPECT_EQ(Value(1.5).toDouble(), 1.5);
  EXPECT_EQ(Value(std::complex<double>(1, 2)).toComplex(), std::complex<double>(1, 2));
  EXPECT_EQ(Value(std::string("a\0b", 3)).toString(), std::string("a\0b", 3));
  const std::vector<Value> items = {1, 2, 3};
  EXPECT_EQ(Value::list(items).text(), "[1, 2, 3]");
  EXPECT_EQ(Value::tuple(items)[2].toInt(), 3);
  const std::vector<std::pair<Value, Value>> entries = {{"x", 1.0}, {"y", 2.0}};
  const Value dict = Value::dict(entries);
  EXPECT_EQ(dict.at("y").toDouble(), 2);
  EXPECT_EQ(dict.entries()[0].first.toString(), "x");
}

TEST(Api, ListsAndDictsChangeForAllTheirHandles) {
  const Value list = Value::list({}), same = list;
  check(jitscope_list_append(list.handle(), Value(1.5).handle()));
  check(jitscope_list_append(list.handle(), Value(2.5).handle()));
  check(jitscope_list_set(list.handle(), 0, Value(4.0).handle()));
  EXPECT_EQ(same.text(), "[4., 2.5]");
  check(jitscope_list_truncate(list.handle(), 1));
  EXPECT_EQ(same.size(), 1u);
  EXPECT_EQ(errorOf([&] { check(jitscope_list_truncate(list.handle(), 2)); }).first,
            JITSCOPE_ERROR_ARGUMENT);
  EXPECT_TRUE(jitscope_value_same(list.handle(), same.handle()));
  EXPECT_FALSE(jitscope_value_same(list.handle(), Value::list({}).handle()));

  const Value dict = Value::dict({});
  size_t index = 0;
  check(jitscope_dict_set(dict.handle(), Value("x").handle(), Value(1).handle()));
  check(jitscope_dict_set(dict.handle(), Value("y").handle(), Value(2).handle()));
  check(jitscope_dict_index(dict.handle(), Value("y").handle(), &index));
  EXPECT_EQ(index, 1u);
  check(jitscope_dict_erase(dict.handle(), Value("x").handle()));
  EXPECT_EQ(dict.text(), "{y: 2}");
  check(jitscope_dict_index(dict.handle(), Value("x").handle(), &index));
  EXPECT_EQ(index, dict.size());
  EXPECT_EQ(errorOf([&] {
              check(jitscope_dict_set(dict.handle(), list.handle(), list.handle()));
            }).second,
            "a value of type List cannot be a key");
}

TEST(Api, AWrongUseIsAnArgumentError) {
  EXPECT_EQ(
      errorOf([] { Value(1).toDouble(); }),
      std::pair(int{JITSCOPE_ERROR_ARGUMENT}, std::string("the value has type int and not float")));
  EXPECT_EQ(errorOf([] { Value(1).toTensor(); }).first, JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(errorOf([] { Value::list({})[0]; }).first, JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(errorOf([] { Runtime({.torch = "9.9"}); }).first, JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(errorOf([] { load("control.pt").method("missing"); }).first, JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(errorOf([] { check(jitscope_int(1, nullptr)); }).first, JITSCOPE_ERROR_ARGUMENT);
  float element = 0;
  EXPECT_EQ(errorOf([&] { Tensor::borrow(&element, {-1}); }).first, JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(errorOf([&] {
              Tensor::borrow(reinterpret_cast<float*>(reinterpret_cast<char*>(&element) + 1), {0});
            }).first,
            JITSCOPE_ERROR_ARGUMENT);
}

TEST(Api, RunsAMethodWithPositionalAndNamedArguments) {
  const Module module = load("control.pt");
  const Tensor x = Tensor::zeros({2});
  const Value result = module(x, 3);
  EXPECT_EQ(result.kind(), JITSCOPE_TUPLE);
  const std::vector<Value> positional = {x};
  const std::vector<Named> named = {{"count", Value(3)}};
  EXPECT_EQ(elementsOf(module.method("forward").run(positional, named)[0]), elementsOf(result[0]));
  EXPECT_EQ(errorOf([&] { module("text"); }).first, JITSCOPE_ERROR_RUN);
}

TEST(Api, BorrowsMemoryWithItsStridesAndReleasesItOnce) {
  const Runtime runtime;
  std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
  int released = 0;
  {
    const std::vector<int64_t> sizes = {3, 2}, strides = {1, 3};
    const Tensor transposed = Tensor::borrow(numbers.data(), sizes, strides, [&] { ++released; });
    numbers[0] = 10;
    const Value sums = runtime.call("aten::sum", {transposed, Value::list(std::vector<Value>{1})});
    EXPECT_EQ(elementsOf(sums), (std::vector<float>{14, 7, 9}));
    const Value view = runtime.call("aten::select.int", {transposed, 1, 1});
    EXPECT_EQ(view.toTensor().data<float>(), numbers.data() + 3);
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

TEST(Api, ATensorPassesThroughDlpackWithoutACopy) {
  const Tensor tensor = Tensor::zeros({2, 3});
  const Tensor back = Tensor::fromDlpack(tensor.toDlpack());
  EXPECT_EQ(back.data<float>(), tensor.data<float>());
  EXPECT_EQ(std::vector(back.sizes().begin(), back.sizes().end()), (std::vector<int64_t>{2, 3}));
}

TEST(Api, GradientsAccumulateInLeaves) {
  const Runtime runtime;
  float number = 3;
  Tensor x = Tensor::borrow(&number, {});
  x.setRequiresGrad();
  const auto square = [&] { return runtime.call("aten::mul", {x, x}).toTensor(); };
  EXPECT_TRUE(runtime.call("aten::is_leaf", {x}).toBool());
  EXPECT_FALSE(runtime.call("aten::is_leaf", {square()}).toBool());
  runtime.backward(square());
  runtime.backward(square());
  EXPECT_EQ(elementsOf(x.grad()), std::vector<float>{12});
  x.setGrad(Value());
  EXPECT_TRUE(x.grad().isNone());

  const std::vector<Tensor> inputs = {x};
  const Tensor first = runtime.gradients(square(), inputs, false, true)[0].toTensor();
  EXPECT_EQ(elementsOf(runtime.gradients(first, inputs)[0]), std::vector<float>{2});
  const GradMode off(false);
  EXPECT_FALSE(square().requiresGrad());
}

TEST(Api, AProgramDefinesOperators) {
  const Runtime runtime;
  const Tensor x = Tensor::zeros({2});
  const auto shifted = [](void* context, const jitscope_value* const* arguments, size_t size,
                          jitscope_value** result) -> jitscope_error* {
    if (size != 2) return jitscope_error_create(JITSCOPE_ERROR_RUN, nullptr, "two arguments");
    int64_t by = 0;
    if (jitscope_error* error = jitscope_value_int(arguments[1], &by)) return error;
    if (by == 0) return jitscope_error_create(JITSCOPE_ERROR_RUN, "ValueError", "by is zero");
    const auto* const outer = static_cast<const Runtime*>(context);
    return jitscope_call(outer->handle(), "aten::add.Scalar", arguments, 2, nullptr, 0, result);
  };
  const std::string schema = "api_test::shifted(Tensor x, int by=3) -> Tensor";
  // The name is known to be missing before.
  EXPECT_NE(errorOf([&] { runtime.call("api_test::shifted", {x}); }).first, 0);
  check(jitscope_define_operator(schema.c_str()));
  EXPECT_NE(
      errorOf([&] { runtime.call("api_test::shifted", {x}); }).second.find("api_test::shifted"),
      std::string::npos);  // it has no function
  check(jitscope_implement_operator("api_test::shifted", shifted, const_cast<Runtime*>(&runtime)));
  EXPECT_EQ(elementsOf(runtime.call("api_test::shifted", {x})), (std::vector<float>{3, 3}));
  EXPECT_EQ(elementsOf(runtime.call("api_test::shifted", {x, -1})), (std::vector<float>{-1, -1}));
  EXPECT_EQ(errorOf([&] {
              runtime.call("api_test::shifted", {x, 0});
            }),
            std::pair(int{JITSCOPE_ERROR_RUN}, std::string("by is zero")));

  Tensor leaf = Tensor::zeros({1});
  leaf.setRequiresGrad();
  runtime.backward(runtime.call("api_test::shifted", {leaf}).toTensor());
  EXPECT_EQ(elementsOf(leaf.grad()), std::vector<float>{1});

  EXPECT_NE(
      errorOf([&] { check(jitscope_define_operator(schema.c_str())); }).second.find("multiple"),
      std::string::npos);
  EXPECT_EQ(errorOf([] { check(jitscope_define_operator("nothing")); }).first,
            JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(
      errorOf([] { check(jitscope_define_operator("aten::add.mine(Tensor x) -> Tensor")); }).first,
      JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(errorOf([&] {
              check(jitscope_implement_operator("api_test::shifted", shifted, nullptr));
            }).second,
            "the operator api_test::shifted has a kernel already");
}

TEST(Api, AModuleIsRecordedWhereItsArgumentsRequireGradients) {
  const Runtime runtime;
  const Module module = load("interface.pt", runtime);
  Tensor x = Tensor::zeros({2});
  x.setRequiresGrad();
  const Tensor result = module(x).toTensor();
  ASSERT_TRUE(result.requiresGrad());
  runtime.backward(runtime.call("aten::sum", {result}).toTensor());
  EXPECT_EQ(elementsOf(x.grad()), (std::vector<float>{1, 1}));
}

TEST(Api, MembersAreFoundByTheirNamesAndSet) {
  const Module module = load("attributes.pt");
  EXPECT_EQ(module.attribute("numbers").size(), 3u);
  module.setAttribute("numbers", Value::list(std::vector<Value>{5}));
  EXPECT_EQ(module.attribute("numbers")[0].toInt(), 5);
  EXPECT_EQ(errorOf([&] { module.setAttribute("numbers", Value("text")); }).first,
            JITSCOPE_ERROR_ARGUMENT);
  EXPECT_EQ(load("interface.pt").children(), std::vector<std::string>{"step"});
  const Module step = load("interface.pt").child("step");
  EXPECT_NE(step.className().find("AddOne"), std::string::npos);
  step.train();
  EXPECT_TRUE(step.attribute("training").toBool());
  step.eval();
  EXPECT_FALSE(step.attribute("training").toBool());
}

TEST(Api, AModuleIsSavedAndLoadedFromMemory) {
  const Runtime runtime;
  const Module module = load("attributes.pt", runtime);
  module.setAttribute("numbers", Value::list(std::vector<Value>{5}));
  const std::string path = testing::TempDir() + "api_test.pt";
  module.save(path);
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const Module again = runtime.load(std::as_bytes(std::span(bytes)), "copy");
  EXPECT_EQ(again.attribute("numbers")[0].toInt(), 5);
  EXPECT_EQ(again.method("forward").code(), module.method("forward").code());
}

TEST(Api, FilesThatAreNotArchivesAreErrorsWithTheirNames) {
  const auto [kind, message] = errorOf([] { load("missing.pt"); });
  EXPECT_EQ(kind, JITSCOPE_ERROR_FILE);
  EXPECT_NE(message.find("missing.pt"), std::string::npos);
  const std::string bytes = "not an archive";
  EXPECT_EQ(errorOf([&] { Runtime().load(std::as_bytes(std::span(bytes)), "x"); }).first,
            JITSCOPE_ERROR_FILE);
}

TEST(Api, AnErrorOfAProgramHasItsClassAndItsStack) {
  const Module module = load("state.pt");
  try {
    module(Tensor::zeros({7, 7, 7}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), JITSCOPE_ERROR_RUN);
    EXPECT_EQ(error.className(), "RuntimeError");
    ASSERT_FALSE(error.frames().empty());
    EXPECT_GT(error.frames()[0].line, 0u);
    EXPECT_NE(std::string(error.what()).find("TorchScript stack"), std::string::npos);
  }
}

TEST(Api, ChecksASource) {
  const std::vector<Diagnostic> found = Runtime().checkSource("model.py",
                                                              "import torch\n"
                                                              "@torch.jit.script\n"
                                                              "def f(x):\n"
                                                              "    return x + missing\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, JITSCOPE_SEVERITY_ERROR);
  EXPECT_EQ(found[0].file, "model.py");
  EXPECT_EQ(std::pair(found[0].line, found[0].column), std::pair(4u, 16u));
}

// ---- threads

// The results of many calls in several threads at once.
void expectEqualResults(const Module& module, const Tensor& x) {
  const std::vector<float> expected = elementsOf(module(x));
  std::atomic<int> equal = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        const Function forward = module.method("forward");
        for (int j = 0; j < 100; ++j) equal += elementsOf(forward(x)) == expected;
      });
  }
  EXPECT_EQ(equal, 800);
}

TEST(Api, ThreadsRunOneModuleAtOnce) {
  Tensor x = Tensor::zeros({4, 4});
  for (const bool compiled : {false, true}) {
    const Runtime runtime({.compiled = compiled});
    expectEqualResults(load("forks.pt", runtime), x);
    expectEqualResults(load("interface.pt", runtime), x);
  }
}

TEST(Api, ThreadsHaveTheirOwnGradModes) {
  const GradMode off(false);
  bool isEnabled = false;
  std::jthread([&] { isEnabled = jitscope_grad_enabled() != 0; }).join();
  EXPECT_TRUE(isEnabled);
}

TEST(Api, AnotherThreadInterruptsARun) {
  const Runtime runtime;
  const Module module = load("control.pt", runtime);
  std::jthread watch([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      runtime.interrupt();
    }
  });
  EXPECT_EQ(errorOf([&] { module(Tensor::zeros({2}), INT64_MAX); }).first,
            JITSCOPE_ERROR_INTERRUPTED);
}

}  // namespace
}  // namespace jitscope
