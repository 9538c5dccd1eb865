// Runs fusions with reductions, choices and conversions, beside the interpreter.
#include "core/kernels/parallel.h"
#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

// A graph of x, y and z with common constants. `calls` are lines; the last value is the result.
std::string graphWith(std::string_view calls, std::string_view results = "%r") {
  return fmt::format(R"(graph(%x : Tensor, %y : Tensor, %z : Tensor):
  %none : NoneType = prim::Constant()
  %true : bool = prim::Constant[value=1]()
  %false : bool = prim::Constant[value=0]()
  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %last : int = prim::Constant[value=-1]()
  %half : float = prim::Constant[value=0.5]()
  %eps : float = prim::Constant[value=1e-5]()
  %six : int = prim::Constant[value=6]()
  %uint8 : int = prim::Constant[value=0]()
  %bfloat16 : int = prim::Constant[value=15]()
  %dims : int[] = prim::ListConstruct(%last)
  %outer : int[] = prim::ListConstruct(%zero)
  %middle : int[] = prim::ListConstruct(%one)
  %both : int[] = prim::ListConstruct(%one, %two)
{}  return ({})
)",
                     calls, results);
}

// The graph is fused for these arguments, and gives the interpreter's results.
void expectFused(const std::string& text, const Stack& arguments, const std::string& where = "") {
  EXPECT_TRUE(isFused(text, arguments)) << where << text;
  expectEqualRuns(
      text, [&] { return arguments; }, where + text);
}
Stack three(const tensor::Dims& sizes, DType dtype = DType::Float32) {
  return {sample(sizes, dtype), sample(sizes, dtype, 2), sample(sizes, dtype, 3)};
}
std::string text(const tensor::Dims& sizes, DType dtype) {
  return fmt::format("{} {}\n", tensor::shapeText(sizes), tensor::nameOf(dtype));
}

constexpr DType kFloats[] = {DType::Float32, DType::Float64, DType::BFloat16, DType::Float16};

const std::vector<std::string>& rowOperators() {
  static const std::vector<std::string> kAll = {
      "  %r : Tensor = aten::softmax(%x, %last, %none)\n",
      "  %a : Tensor = aten::mul(%x, %half)\n  %r : Tensor = aten::log_softmax(%a, %last, %none)\n",
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::sum(%a, %dims, %false, %none)\n",
      ("  %a : Tensor = aten::mul(%x, %x)\n  %b : Tensor = aten::mean(%a, %dims, %true, %none)\n"
       "  %c : Tensor = aten::add(%b, %half, %one)\n  %d : Tensor = aten::rsqrt(%c)\n"
       "  %r : Tensor = aten::mul(%x, %d)\n"),
      "  %a : Tensor = aten::amax(%x, %dims, %true)\n  %r : Tensor = aten::sub(%x, %a, %one)\n",
      "  %a : Tensor = aten::tanh(%x)\n  %r : Tensor = aten::amin(%a, %dims, %false)\n",
      "  %a : Tensor = aten::tanh(%x)\n  %r : Tensor = aten::var(%a, %dims, %one, %true)\n",
      "  %a : Tensor = aten::neg(%x)\n  %r : Tensor = aten::std(%a, %dims, %false, %false)\n",
      // A value of rows without the reduced dimension, and then with it.
      ("  %a : Tensor = aten::mean(%x, %dims, %false, %none)\n  %b : Tensor = aten::exp(%a)\n"
       "  %c : Tensor = aten::unsqueeze(%b, %last)\n  %r : Tensor = aten::div(%x, %c)\n"),
  };
  return kAll;
}

TEST(FusedRows, ReductionsOfTheLastDimension) {
  for (const DType dtype : kFloats)
    for (const tensor::Dims& sizes : {tensor::Dims{7, 5}, {4, 3, 33}, {3, 1000}, {70}, {1, 16}})
      for (const std::string& calls : rowOperators())
        expectFused(graphWith(calls), three(sizes, dtype), text(sizes, dtype));
}

TEST(FusedRows, OtherReductions) {
  const std::vector<std::string> all = {
      "  %a : Tensor = aten::tanh(%x)\n  %r : Tensor = aten::prod(%a, %last, %false, %none)\n",
      "  %a : Tensor = aten::gt(%x, %y)\n  %r : Tensor = aten::any(%a, %last, %true)\n",
      "  %a : Tensor = aten::ge(%x, %y)\n  %r : Tensor = aten::all(%a, %last, %false)\n",
      "  %a : Tensor = aten::relu(%x)\n  %r : Tensor = aten::count_nonzero(%a, %dims)\n",
      "  %a : Tensor = aten::neg(%x)\n  %r : Tensor = aten::logsumexp(%a, %dims, %true)\n",
      "  %a : Tensor = aten::relu(%x)\n  %r : Tensor = aten::argmax(%a, %last, %false)\n",
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::argmin(%a, %last, %true)\n",
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::norm(%a, %two, %dims, %false)\n",
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::norm(%a, %one, %dims, %true)\n",
      "  %a : Tensor = aten::exp(%x)\n  %r : Tensor = aten::max(%a)\n",
      "  %a : Tensor = aten::exp(%x)\n  %r : Tensor = aten::min(%a)\n",
      "  %a : Tensor = aten::neg(%x)\n  %r : Tensor = aten::std(%a, %true)\n",
      "  %a : Tensor = aten::neg(%x)\n  %r : Tensor = aten::var(%a, %false)\n",
      "  %a : Tensor = aten::ne(%x, %y)\n  %r : Tensor = aten::any(%a)\n",
      ("  %a : Tensor = aten::norm(%x, %two, %dims, %true)\n"
       "  %b : Tensor = aten::clamp_min(%a, %half)\n"
       "  %c : Tensor = aten::expand_as(%b, %x)\n  %r : Tensor = aten::div(%x, %c)\n"),
  };
  for (const DType dtype : kFloats)
    for (const tensor::Dims& sizes : {tensor::Dims{7, 5}, {4, 3, 33}, {70}, {1, 16}})
      for (const std::string& calls : all)
        expectFused(graphWith(calls), three(sizes, dtype), text(sizes, dtype));
  for (const std::string& calls : all)
    for (const DType dtype : {DType::Int64, DType::Int32, DType::UInt8, DType::Bool})
      expectEqualRuns(
          graphWith(calls),
          [&] {
            return three({6, 40}, dtype);
          },
          calls + std::string(tensor::nameOf(dtype)));
}

TEST(FusedRows, OperatorsWithTwoResults) {
  const std::vector<std::pair<std::string, std::string>> all = {
      {"  %a : Tensor = aten::exp(%x)\n  %r : Tensor, %i : Tensor = aten::max(%a, %last, %false)\n",
       "%r, %i"},
      {"  %a : Tensor = aten::exp(%x)\n  %r : Tensor, %i : Tensor = aten::min(%a, %last, %true)\n",
       "%r"},
      {("  %a : Tensor = aten::exp(%x)\n"
        "  %v : Tensor, %m : Tensor = aten::var_mean(%a, %dims, %true, %true)\n"
        "  %b : Tensor = aten::sub(%a, %m, %one)\n  %r : Tensor = aten::div(%b, %v)\n"),
       "%r"},
      {("  %a : Tensor = aten::exp(%x)\n"
        "  %v : Tensor, %m : Tensor = aten::std_mean(%a, %dims, %one, %false)\n"),
       "%v, %m"},
  };
  for (const auto& [calls, results] : all)
    for (const DType dtype : kFloats)
      for (const tensor::Dims& sizes : {tensor::Dims{7, 5}, {4, 3, 33}, {70}})
        expectFused(graphWith(calls, results), three(sizes, dtype), text(sizes, dtype));
}

// The sum of the first dimensions broadcasts to the elements by itself.
TEST(FusedRows, ResultsWithoutTheFirstDimensionsMixWithOthers) {
  for (const DType dtype : {DType::Float32, DType::Int64})
    for (const tensor::Dims& sizes : {tensor::Dims{7, 40}, {5, 100}}) {
      const std::string calls =
          "  %a : Tensor = aten::mul(%x, %x)\n  %b : Tensor = aten::sum(%a, %outer, %false, "
          "%none)\n"
          "  %c : Tensor = aten::add(%b, %y, %one)\n  %r : Tensor = aten::sub(%x, %c, %one)\n";
      expectFused(graphWith(calls), three(sizes, dtype), text(sizes, dtype));
      expectFused(graphWith(calls, "%r, %b"),
                  {sample(sizes, dtype), sample({sizes[1]}, dtype), sample(sizes, dtype)});
    }
  const std::string whole =
      "  %a : Tensor = aten::tanh(%x)\n  %b : Tensor = aten::std(%a, %true)\n"
      "  %r : Tensor = aten::sub(%a, %b, %one)\n";
  for (const tensor::Dims& sizes : {tensor::Dims{7, 40}, {70}, {3, 5, 9}})
    expectFused(graphWith(whole, "%r, %b"), three(sizes), text(sizes, DType::Float32));
}

TEST(FusedRows, FlipsAreLoadsInTheOtherDirection) {
  for (const char* dims : {"%outer", "%dims", "%middle"})
    for (const DType dtype : {DType::Float32, DType::Float64, DType::UInt8, DType::BFloat16})
      for (const tensor::Dims& sizes : {tensor::Dims{5, 77}, {3, 5}, {40, 1}, {2, 3, 33}}) {
        const std::string calls = fmt::format(
            "  %a : Tensor = aten::flip(%x, {})\n  %b : Tensor = aten::mul(%a, %y)\n"
            "  %r : Tensor = aten::add(%b, %x, %one)\n",
            dims);
        expectFused(graphWith(calls), three(sizes, dtype), text(sizes, dtype));
        expectEqualRuns(
            graphWith(calls, "%r, %a, %x"), [&] { return three(sizes, dtype); }, calls);
      }
  for (const int64_t columns : {33, 6, 1})
    for (const DType dtype : {DType::Float32, DType::Float64, DType::UInt8, DType::BFloat16})
      expectEqualRuns(
          graphWith("  %a : Tensor = aten::flip(%x, %both)\n  %b : Tensor = aten::mul(%a, %y)\n"
                    "  %r : Tensor = aten::sum(%b, %dims, %false, %none)\n"),
          [&] {
            return three({4, 9, columns}, dtype);
          },
          text({4, 9, columns}, dtype));
}

// NaN is the greatest and the least element, the first of several counts.
TEST(FusedRows, PositionsOfNansAndOfEqualElements) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : {"argmax", "argmin"}) {
    const std::string calls = fmt::format(
        "  %a : Tensor = aten::neg(%x)\n  %r : Tensor = aten::{0}(%a, %last, %false)\n"
        "  %b : Tensor = aten::{0}(%a, %zero, %true)\n",
        name);
    const Tensor x = sample({40, 50});
    for (int64_t i = 0; i < 2000; i += 131) x.data<float>()[i] = static_cast<float>(kNan);
    for (int64_t i = 0; i < 2000; i += 7) x.data<float>()[i] = 9;
    expectEqualRuns(graphWith(calls, "%r, %b"), [&] { return Stack{x, x, x}; });
  }
}

TEST(FusedRows, RowsOfOneElementAndRowsWithGaps) {
  for (const std::string& calls : rowOperators()) {
    expectEqualRuns(
        graphWith(calls),
        [] {
          return three({5, 1});
        },
        calls);
    expectEqualRuns(
        graphWith(calls), [] { return three({1}); }, calls);
    expectEqualRuns(
        graphWith(calls),
        [] {
          return three({0, 4});
        },
        calls);
    const Tensor wide = sample({6, 50});
    const auto part = [&](int64_t offset) {
      return tensor::view(wide, tensor::Dims{6, 20}, tensor::Dims{50, 1}, offset);
    };
    expectFused(graphWith(calls), {part(0), part(7), part(30)});
    const Tensor apart = sample({6, 40, 2});
    const auto every = [&](int64_t offset) {
      return tensor::view(apart, tensor::Dims{6, 40}, tensor::Dims{80, 2}, offset);
    };
    expectFused(graphWith(calls), {every(0), every(1), every(0)});
  }
}

TEST(FusedRows, ReductionsOfOtherDimensions) {
  for (const char* dims : {"%outer", "%middle", "%both"})
    for (const DType dtype : {DType::Float32, DType::Float64}) {
      const std::string calls = fmt::format(
          "  %a : Tensor = aten::exp(%x)\n  %b : Tensor = aten::sum(%a, {0}, %true, %none)\n"
          "  %c : Tensor = aten::div(%a, %b)\n  %r : Tensor = aten::mean(%c, {0}, %false, %none)\n",
          dims);
      for (const tensor::Dims& sizes : {tensor::Dims{3, 5, 33}, {2, 40, 64}, {5, 7, 100}})
        expectFused(graphWith(calls, "%r, %c"), three(sizes, dtype), text(sizes, dtype));
      // Few columns are left to the interpreter.
      expectEqualRuns(
          graphWith(calls),
          [&] {
            return three({4, 5, 3}, dtype);
          },
          calls);
    }
}

// Several lines are added to the values of columns at a time, and many columns in blocks.
TEST(FusedRows, ColumnsOfAnyNumberOfLines) {
  const std::string calls = R"(  %a : Tensor = aten::exp(%x)
  %b : Tensor = aten::mean(%a, %outer, %true, %none)
  %c : Tensor = aten::gt(%b, %half)
  %d : Tensor = aten::where(%c, %a, %y)
  %r : Tensor = aten::amax(%d, %outer, %false)
)";
  for (const int64_t lines : {2, 3, 4, 5, 8, 11})
    for (const int64_t columns : {33, 1087})
      expectFused(graphWith(calls, "%r, %b, %d"), three({lines, columns}),
                  text({lines, columns}, DType::Float32));
  // The sum of all elements includes each column once.
  const std::string total = R"(  %a : Tensor = aten::exp(%x)
  %b : Tensor = aten::sum(%a, %outer, %true, %none)
  %c : Tensor = aten::div(%a, %b)
  %r : Tensor = aten::sum(%c, %none)
)";
  for (const int64_t columns : {33, 70, 1100})
    expectEqualRuns(
        graphWith(total, "%r, %c"),
        [&] {
          return three({9, columns});
        },
        total);
}

TEST(FusedRows, ResultsThatCachesDoNotHold) {
  const std::string_view calls[] = {
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::relu(%a)\n",
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::softmax(%a, %last, %none)\n",
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::softmax(%a, %zero, %none)\n"};
  const int threads = kernels::threadCount();
  kernels::setThreadCount(3);
  for (const std::string_view call : calls)
    expectFused(graphWith(call), three({512, 4096}, DType::Float64));
  kernels::setThreadCount(threads);
  for (const tensor::Dims& sizes : {tensor::Dims{1021, 4112}, {1024, 4099}})
    expectFused(graphWith(calls[0]), three(sizes), text(sizes, DType::Float32));
}

TEST(FusedRows, ThreadsShareTheColumnsOfATallTensor) {
  const std::string calls =
      "  %a : Tensor = aten::exp(%x)\n  %b : Tensor = aten::sum(%a, %outer, %true, %none)\n"
      "  %c : Tensor = aten::div(%a, %b)\n  %r : Tensor = aten::amax(%c, %outer, %false)\n";
  const int threads = kernels::threadCount();
  for (const int count : {2, 3}) {
    kernels::setThreadCount(count);
    for (const int64_t columns : {33, 47, 64, 129})
      expectFused(graphWith(calls, "%r, %c"), three({4000, columns}),
                  fmt::format("{} threads, {} columns\n", count, columns));
  }
  kernels::setThreadCount(threads);
}

TEST(FusedRows, ASmallerTensorIsReducedAsItsElementsRepeat) {
  const std::string calls = R"(  %w : Tensor = aten::exp(%y)
  %a : Tensor = aten::mul(%x, %w)
  %b : Tensor = aten::sum(%a, %middle, %false, %none)
  %c : Tensor = aten::mean(%w, %middle, %false, %none)
  %r : Tensor = aten::div(%b, %c)
)";
  for (const DType dtype : kFloats)
    for (const int64_t columns : {33, 256}) {
      const Tensor x = sample({4, 6, columns}, dtype), z = sample({1}, dtype);
      expectFused(graphWith(calls), {x, sample({4, 6, 1}, dtype, 2), z});
      expectFused(graphWith(calls), {x, sample({1, 6, 1}, dtype, 2), z});
      // Another number of reduced elements.
      expectEqualRuns(graphWith(calls), [&] { return Stack{x, sample({4, 1, 1}, dtype, 2), z}; });
      // The smaller one is a result, too.
      expectEqualRuns(graphWith(calls, "%r, %w, %c"), [&] {
        return Stack{x, sample({4, 6, 1}, dtype, 2), z};
      });
    }
}

TEST(FusedRows, Normalisations) {
  for (const DType dtype : kFloats) {
    const std::string norm = R"(  %n40 : int = prim::Constant[value=40]()
  %shape : int[] = prim::ListConstruct(%n40)
  %a : Tensor = aten::tanh(%x)
  %r : Tensor = aten::layer_norm(%a, %shape, %y, %z, %eps, %false)
)";
    expectFused(graphWith(norm),
                {sample({6, 40}, dtype), sample({40}, dtype, 2), sample({40}, dtype, 3)});
    const std::string groups = R"(  %n2 : int = prim::Constant[value=2]()
  %a : Tensor = aten::group_norm(%x, %n2, %y, %z, %eps, %false)
  %r : Tensor = aten::relu(%a)
)";
    for (const tensor::Dims& sizes : {tensor::Dims{3, 4, 8, 5}, {2, 8, 30}, {2, 6, 32, 1}})
      expectFused(
          graphWith(groups),
          {sample(sizes, dtype), sample({sizes[1]}, dtype, 2), sample({sizes[1]}, dtype, 3)},
          text(sizes, dtype));
  }
  const std::string batch = R"(  %a : Tensor = aten::exp(%y)
  %r : Tensor = aten::batch_norm(%x, %y, %z, %z, %a, %false, %half, %eps, %false)
  %s : Tensor = aten::relu(%r)
)";
  expectEqualRuns(graphWith(batch, "%s"), [] {
    return Stack{sample({3, 4, 8, 5}), sample({4}, DType::Float32, 2), sample({4})};
  });
  expectFused(graphWith("  %r : Tensor = aten::batch_norm(%x, %y, %z, %z, %y, %false, %half, %eps, "
                        "%false)\n  %s : Tensor = aten::relu(%r)\n",
                        "%s"),
              {sample({3, 4, 8, 5}), kernels::toDType(sample({4}, DType::Bool), DType::Float32),
               sample({4})});
}

// Lines of a row, and columns, of fewer elements than the vectors of any processor.
TEST(FusedRows, LinesShorterThanAVectorHaveShorterVectors) {
  const std::string groups = R"(  %a : Tensor = aten::group_norm(%x, %two, %y, %z, %eps, %false)
  %r : Tensor = aten::relu(%a)
)";
  const std::string columns =
      "  %a : Tensor = aten::mul(%x, %half)\n  %r : Tensor = aten::softmax(%a, %one, %none)\n";
  for (const DType dtype : kFloats)
    for (const int64_t count : {8, 9, 15, 16, 17, 31, 32, 33}) {
      const Tensor x = sample({2, 4, count}, dtype), y = sample({4}, dtype, 2);
      const std::string where = fmt::format("{} of {}\n", count, tensor::nameOf(dtype));
      expectFused(graphWith(groups), {x, y, sample({4}, dtype, 3)}, where);
      expectFused(graphWith(columns), {x, y, y}, where);
    }
  // Fewer than the lanes of the shortest vectors.
  EXPECT_FALSE(isFused(graphWith(groups), {sample({2, 4, 3}), sample({4}), sample({4})}));
}

TEST(FusedRows, Losses) {
  for (const char* loss : {"smooth_l1_loss(%x, %y, {}, %half)", "huber_loss(%x, %y, {}, %half)",
                           "mse_loss(%x, %y, {})", "l1_loss(%x, %y, {})"})
    for (const char* reduction : {"%zero", "%one", "%two"})
      for (const tensor::Dims& sizes : {tensor::Dims{3, 37}, {20000}, {1}, {}}) {
        const std::string calls = "  %a : Tensor = aten::neg(%x)\n  %r : Tensor = aten::" +
                                  fmt::format(fmt::runtime(loss), reduction) + "\n";
        expectEqualRuns(
            graphWith(calls), [&] { return three(sizes); }, calls);
      }
  for (const char* reduction : {"%zero", "%one", "%two"}) {
    const std::string calls = fmt::format(
        "  %minus : int = prim::Constant[value=-100]()\n  %none_smooth : float = "
        "prim::Constant[value=0.]()\n  %a : Tensor = aten::mul(%x, %half)\n"
        "  %r : Tensor = aten::cross_entropy_loss(%a, %y, %none, {}, %minus, %none_smooth)\n",
        reduction);
    Tensor target = kernels::toDType(sample({9}, DType::UInt8), DType::Int64);
    for (int64_t i = 0; i < 9; ++i) target.data<int64_t>()[i] %= 50;
    expectFused(graphWith(calls), {sample({9, 50}), target, target});
    // Ignored classes and classes out of range are the interpreter's.
    target.data<int64_t>()[3] = -100;
    expectEqualRuns(graphWith(calls), [&] { return Stack{sample({9, 50}), target, target}; });
    target.data<int64_t>()[3] = 50;
    expectEqualRuns(graphWith(calls), [&] { return Stack{sample({9, 50}), target, target}; });
  }
}

// The last dimension of a matrix is the one of its classes; that of an image is another one.
TEST(FusedRows, ClassesMayBeTheLastDimension) {
  for (const char* reduction : {"%zero", "%one", "%two"}) {
    const std::string calls = fmt::format(
        "  %minus : int = prim::Constant[value=-100]()\n"
        "  %a : Tensor = aten::log_softmax(%x, %last, %none)\n"
        "  %r : Tensor = aten::nll_loss_nd(%a, %y, %none, {}, %minus)\n",
        reduction);
    const auto targets = [](const tensor::Dims& sizes) {
      const Tensor tensor = tensor::empty(sizes, DType::Int64);
      for (int64_t i = 0; i < tensor.numel(); ++i) tensor.data<int64_t>()[i] = i * 7 % 5;
      return tensor;
    };
    expectFused(graphWith(calls), {sample({9, 50}), targets({9}), targets({9})});
    expectEqualRuns(graphWith(calls), [&] {
      return Stack{sample({4, 5, 6}), targets({4, 6}), targets({4, 6})};
    });
  }
}

TEST(FusedRows, LogarithmsOfSigmoids) {
  const std::string calls =
      "  %a : Tensor = aten::mul(%x, %two)\n  %r : Tensor = aten::log_sigmoid(%a)\n";
  for (const DType dtype : {DType::Float32, DType::Float64, DType::BFloat16, DType::Float16})
    expectFused(graphWith(calls), three({7, 33}, dtype), text({7, 33}, dtype));
}

TEST(FusedRows, LossesOfProbabilities) {
  const std::vector<std::string> all = {
      "binary_cross_entropy(%p, %q, %none, {})",
      "binary_cross_entropy(%p, %q, %q, {})",
      "binary_cross_entropy_with_logits(%x, %q, %none, %none, {})",
      "binary_cross_entropy_with_logits(%x, %q, %p, %q, {})",
      "binary_cross_entropy_with_logits(%x, %q, %none, %p, {})",
      "kl_div(%x, %q, {}, %false)",
      "kl_div(%x, %y, {}, %true)",
      "poisson_nll_loss(%x, %q, %true, %false, %eps, {})",
      "poisson_nll_loss(%p, %q, %false, %true, %eps, {})",
      "soft_margin_loss(%x, %q, {})",
      "hinge_embedding_loss(%x, %s, %half, {})",
      "margin_ranking_loss(%x, %y, %s, %half, {})",
  };
  for (const std::string& loss : all)
    for (const char* reduction : {"%zero", "%one", "%two"})
      for (const tensor::Dims& sizes : {tensor::Dims{3, 37}, {20000}}) {
        const std::string calls =
            "  %p : Tensor = aten::sigmoid(%x)\n  %q : Tensor = aten::sigmoid(%y)\n"
            "  %s : Tensor = aten::sign(%y)\n  %r : Tensor = aten::" +
            fmt::format(fmt::runtime(loss), reduction) + "\n";
        expectEqualRuns(
            graphWith(calls), [&] { return three(sizes); }, calls);
      }
  // Probabilities above 1 are an error.
  expectEqualRuns(graphWith("  %p : Tensor = aten::exp(%x)\n  %r : Tensor = "
                            "aten::binary_cross_entropy(%p, %p, %none, %one)\n"),
                  [] { return three({40}); });
}

TEST(FusedRows, ChoicesAndConversions) {
  const std::string choice = R"(  %m : Tensor = aten::gt(%x, %y)
  %a : Tensor = aten::where(%m, %x, %z)
  %b : Tensor = aten::masked_fill(%a, %m, %half)
  %r : Tensor = aten::where(%m, %b, %y)
)";
  for (const DType dtype : {DType::Float32, DType::Float64, DType::BFloat16, DType::Float16})
    expectFused(graphWith(choice, "%a, %r"), three({5, 40}, dtype));
  for (const char* dtype : {"%zero", "%one", "%two", "%six", "%bfloat16"}) {
    const std::string calls = fmt::format(
        "  %a : Tensor = aten::mul(%x, %y)\n  %b : Tensor = aten::to(%a, {}, %false, %false, "
        "%none)\n  %r : Tensor = aten::add(%b, %b, %one)\n",
        dtype);
    for (const DType from :
         {DType::Float32, DType::Float64, DType::Int64, DType::UInt8, DType::Bool, DType::BFloat16})
      expectEqualRuns(
          graphWith(calls, "%r, %b"),
          [&] {
            return three({3, 41}, from);
          },
          calls + std::string(tensor::nameOf(from)));
  }
}

// Values that a conversion to integers does not reach, and the edges of half precision.
TEST(FusedRows, ConversionsOfEdges) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> edges = {
      0.0,  -0.0,   0.5,   -0.5,       255,        256,           -1,   -129,
      1e9,  -1e9,   3e9,   -3e9,       1e19,       -1e19,         NAN,  kInfinity,
      1e38, 1e-7,   65504, 65519,      65520,      6.1e-5,        3e-8, -kInfinity,
      2e38, 3.4e38, 257.5, 0.99609375, 2147483647, -2147483648.5, 33,   7};
  for (const DType from : {DType::Float32, DType::Float64, DType::BFloat16, DType::Float16})
    for (const char* dtype :
         {"%zero", "%one", "%two", "%three", "%four", "%five", "%six", "%bfloat16"}) {
      const Tensor x =
          tensor::empty(tensor::Dims{static_cast<int64_t>(edges.size())}, DType::Float64);
      std::ranges::copy(edges, x.data<double>());
      const std::string calls = fmt::format(
          "  %three : int = prim::Constant[value=3]()\n  %four : int = prim::Constant[value=4]()\n"
          "  %five : int = prim::Constant[value=5]()\n  %a : Tensor = aten::neg(%x)\n"
          "  %r : Tensor = aten::to(%a, {}, %false, %false, %none)\n",
          dtype);
      const Tensor input = kernels::toDType(x, from);
      expectEqualRuns(
          graphWith(calls),
          [&] {
            return Stack{input, input, input};
          },
          calls + std::string(tensor::nameOf(from)));
    }
}

// The bits of these NaNs would become numbers if they were rounded as numbers are. SLEEF's
// logarithm of a negative number has all bits.
TEST(FusedRows, NansOfAllBitsStayNansInBFloat16) {
  const Tensor x = tensor::empty(tensor::Dims{40}, DType::Float32);
  for (int64_t i = 0; i < 40; ++i)
    x.data<float>()[i] = std::bit_cast<float>(i % 2 ? 0xffffffffU : 0x7fffffffU);
  const Tensor negative = kernels::toDType(sample({40}), DType::BFloat16);
  for (int64_t i = 0; i < 40; ++i) negative.data<uint16_t>()[i] |= 0x8000;
  expectEqualRuns(graphWith("  %a : Tensor = aten::neg(%x)\n  %b : Tensor = aten::to(%a, "
                            "%bfloat16, %false, %false, %none)\n"
                            "  %c : Tensor = aten::log(%y)\n  %d : Tensor = aten::mul(%c, %y)\n"
                            "  %e : Tensor = aten::relu(%d)\n",
                            "%b, %c, %d, %e"),
                  [&] {
                    return Stack{x, negative, negative};
                  });
}

TEST(FusedRows, AConversionThatReturnsItsArgumentKeepsTheTensor) {
  const std::string calls =
      "  %a : Tensor = aten::to(%x, %six, %false, %false, %none)\n"
      "  %b : Tensor = aten::mul(%a, %y)\n  %c : Tensor = aten::add_(%a, %b, %one)\n";
  expectEqualRuns(graphWith(calls, "%x, %c"), [] { return three({3, 4}); });
  const std::string own =
      "  %a : Tensor = aten::mul(%x, %y)\n"
      "  %b : Tensor = aten::to(%a, %six, %false, %false, %none)\n"
      "  %c : Tensor = aten::add_(%b, %y, %one)\n";
  expectEqualRuns(graphWith(own, "%a, %c"), [] { return three({3, 4}); });
  const std::string inside =
      "  %a : Tensor = aten::to(%x, %six, %false, %false, %none)\n"
      "  %b : Tensor = aten::mul(%a, %a)\n  %c : Tensor = aten::mean(%b, %dims, %true, %none)\n"
      "  %d : Tensor = aten::mul(%a, %c)\n  %r : Tensor = aten::type_as(%d, %x)\n";
  for (const DType dtype : {DType::Float32, DType::BFloat16, DType::Float64})
    expectFused(graphWith(inside), three({5, 40}, dtype));
}

TEST(FusedRows, NanAndInfinityGoThroughReductions) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float special : {std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity})
    for (const int64_t place : {0, 17, 36})
      for (const std::string& calls : rowOperators())
        expectEqualRuns(
            graphWith(calls),
            [&] {
              Stack inputs = three({3, 37});
              inputs[0].toTensor().data<float>()[37 + place] = special;
              return inputs;
            },
            calls);
}

TEST(FusedRows, ARowOfEqualInfinitiesIsThatOfTheInterpreter) {
  for (const std::string& calls : rowOperators())
    expectEqualRuns(
        graphWith(calls),
        [&] {
          Stack inputs = three({2, 20});
          for (int i = 0; i < 20; ++i)
            inputs[0].toTensor().data<float>()[i] = -std::numeric_limits<float>::infinity();
          return inputs;
        },
        calls);
}

TEST(FusedRows, ViewsAreMadeBetweenTheOperators) {
  const std::string calls = R"(  %a : Tensor = aten::select(%x, %one, %two)
  %b : Tensor = aten::mul(%a, %half)
  %c : Tensor = aten::select(%x, %one, %zero)
  %d : Tensor = aten::sub(%b, %c, %one)
  %l : Tensor[] = aten::chunk(%y, %two, %one)
  %e : Tensor, %f : Tensor = prim::ListUnpack(%l)
  %g : Tensor = aten::slice(%e, %one, %zero, %one, %one)
  %h : Tensor = aten::squeeze(%g, %one)
  %r : Tensor = aten::mul(%d, %h)
)";
  for (const int64_t rows : {1, 5, 40, 1000}) {
    expectFused(graphWith(calls), three({rows, 4}));
    // Results that are views.
    expectEqualRuns(graphWith(calls, "%r, %a, %f, %l"), [&] { return three({rows, 4}); });
  }
  // The first select fails, and the number of parts.
  expectEqualRuns(graphWith(calls), [] { return three({5, 2}); });
  expectEqualRuns(graphWith(calls), [] {
    return Stack{sample({5, 4}), sample({5, 1}), sample({5, 4})};
  });
}

TEST(FusedRows, ExpandedTensorsGiveTheLayoutOfTheOperators) {
  const std::string calls = R"(  %four : int = prim::Constant[value=4]()
  %forty : int = prim::Constant[value=40]()
  %shape : int[] = prim::ListConstruct(%four, %forty)
  %a : Tensor = aten::expand(%x, %shape, %false)
  %b : Tensor = aten::to(%a, %bfloat16, %false, %false, %none)
  %c : Tensor = aten::expand(%y, %shape, %false)
  %d : Tensor = aten::mul(%c, %a)
  %r : Tensor = aten::add(%d, %b, %one)
)";
  for (const tensor::Dims& sizes : {tensor::Dims{4, 1}, {1, 40}, {40}, {1, 1}})
    expectEqualRuns(graphWith(calls, "%r, %b, %d"), [&] {
      return Stack{sample(sizes), sample({4, 1}), sample({1})};
    });
}

TEST(FusedRows, ShortRowsOfSeveralDimensionsAreRepeated) {
  expectFused(graphWith("  %a : Tensor = aten::unsqueeze(%x, %one)\n"
                        "  %b : Tensor = aten::maximum(%a, %y)\n"
                        "  %r : Tensor = aten::sub(%b, %z, %one)\n"),
              {sample({30, 3}), sample({20, 3}), sample({3})});
}

TEST(FusedRows, FailuresAreThoseOfTheOperators) {
  const std::string calls =
      "  %a : Tensor = aten::mul(%x, %y)\n  %r : Tensor = aten::sum(%a, %both, %false, %none)\n";
  expectEqualRuns(graphWith(calls), [] { return three({3, 4}); });
  expectEqualRuns(graphWith("  %a : Tensor = aten::mul(%x, %y)\n"
                            "  %r : Tensor = aten::mean(%a, %dims, %false, %none)\n"),
                  [] {
                    return three({3, 4}, DType::Int64);
                  });
}

TEST(FusedRows, IntegersAreExact) {
  for (const DType dtype : {DType::Int64, DType::Int32, DType::UInt8, DType::Int8, DType::Bool})
    for (const char* reduction :
         {"sum(%a, %dims, %false, %none)", "amax(%a, %dims, %false)", "amin(%a, %dims, %true)"})
      expectEqualRuns(
          graphWith(fmt::format("  %a : Tensor = aten::bitwise_and(%x, %y)\n"
                                "  %r : Tensor = aten::{}\n",
                                reduction)),
          [&] {
            return three({4, 77}, dtype);
          },
          std::string(reduction) + std::string(tensor::nameOf(dtype)));
}

}  // namespace
}  // namespace ts::jit
