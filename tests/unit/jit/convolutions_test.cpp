// Convolutions with packed weights, batch norms inside them, and hidden layouts.
#include "core/jit/convolutions.h"

#include "core/kernels/views.h"
#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

using tensor::Dims;
using tensor::MemoryFormat;

constexpr std::string_view kNumbers = R"(
  %no : bool = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %minus : int = prim::Constant[value=-1]()
  %eps : float = prim::Constant[value=0.01]()
  %none : NoneType = prim::Constant()
  %ones : int[] = prim::Constant[value=[1, 1]]()
  %twos : int[] = prim::Constant[value=[2, 2]]()
  %spatial : int[] = prim::Constant[value=[2, 3]]()
)";
std::string imageGraph(std::string_view body) {
  return fmt::format("graph(%x : Tensor, %w : Tensor, %b : Tensor, %m : Tensor, %v : Tensor):{}{}",
                     kNumbers, body);
}
constexpr std::string_view kConvolution =
    "  %c : Tensor = aten::conv2d(%x, %w, %b, %ones, %ones, %ones, %one)\n";
constexpr std::string_view kNormed = R"(
  %c : Tensor = aten::conv2d(%x, %w, %b, %ones, %ones, %ones, %one)
  %n : Tensor = aten::batch_norm(%c, %b, %none, %m, %v, %no, %eps, %eps, %no)
)";

// "norm, hidden" for each convolution.
std::string summary(const std::string& text) {
  const interp::Program program(prepareGraph(graphOf(text)), "graph", interp::Events::None);
  std::string found;
  for (const Convolution& each : findConvolutions(program, jumpTargets(program)))
    found += fmt::format("{}{}{};", each.norm ? "norm " : "", each.isHidden ? "hidden" : "seen",
                         each.isInputHidden ? " of hidden" : "");
  return found;
}

// An image of 5 channels, a weight for `outputs` channels, and statistics of them.
Stack arguments(int64_t outputs = 5, DType dtype = DType::Float32,
                MemoryFormat format = MemoryFormat::Contiguous) {
  const auto small = [&](const Dims& sizes, uint32_t seed, double factor, double least = 0) {
    const Tensor values = sample(sizes, DType::Float64, seed);
    for (int64_t i = 0; i < values.numel(); ++i)
      values.data<double>()[i] = least == 0 ? values.data<double>()[i] * factor
                                            : least + std::abs(values.data<double>()[i]);
    return kernels::toDType(values, dtype);
  };
  return {kernels::clone(small({2, 5, 9, 7}, 1, 0.25), format), small({outputs, 5, 3, 3}, 2, 0.02),
          small({outputs}, 3, 0.25), small({outputs}, 4, 0.25), small({outputs}, 5, 1, 0.5)};
}

TEST(Convolutions, ABatchNormThatIsTheOnlyUserBelongsToIt) {
  EXPECT_EQ(summary(imageGraph(std::string(kNormed) + "  return (%n)\n")), "norm seen;");
  EXPECT_EQ(summary(imageGraph(std::string(kNormed) + "  return (%n, %c)\n")), "seen;");
}

TEST(Convolutions, StridesAreHiddenBetweenOperatorsThatDoNotShowThem) {
  const std::string chain = std::string(kNormed) + R"(
  %r : Tensor = aten::relu_(%n)
  %d : Tensor = aten::conv2d(%r, %w, %none, %twos, %ones, %ones, %one)
  %s : Tensor = aten::add(%d, %d, %one)
)";
  EXPECT_EQ(summary(imageGraph(chain + R"(
  %o : Tensor = aten::mean(%s, %spatial, %no, %none)
  return (%o)
)")),
            "norm hidden;hidden of hidden;");
  EXPECT_EQ(summary(imageGraph(chain + R"(
  %o : Tensor = aten::flatten(%s, %one, %minus)
  return (%o)
)")),
            "norm hidden;hidden of hidden;");
  EXPECT_EQ(summary(imageGraph(chain + "  return (%s)\n")), "norm hidden;seen of hidden;");
  EXPECT_EQ(summary(imageGraph(chain + R"(
  %o : Tensor = aten::flatten(%s, %one, %two)
  return (%o)
)")),
            "norm hidden;seen of hidden;");
  EXPECT_EQ(summary(imageGraph(chain + R"(
  %z : Tensor = aten::add(%s, %x, %one)
  %o : Tensor = aten::mean(%z, %spatial, %no, %none)
  return (%o)
)")),
            "norm hidden;seen of hidden;");
}

TEST(Convolutions, AListOfHiddenImagesIsJoined) {
  const auto joined = [](std::string_view dim) {
    return imageGraph(fmt::format(R"(
  %c : Tensor = aten::conv2d(%x, %w, %b, %ones, %ones, %ones, %one)
  %r : Tensor = aten::relu(%c)
  %l : Tensor[] = prim::ListConstruct(%c, %r)
  %j : Tensor = aten::cat(%l, %{})
  %o : Tensor = aten::mean(%j, %spatial, %no, %none)
  return (%o)
)",
                                  dim));
  };
  EXPECT_EQ(summary(joined("one")), "hidden;");
  EXPECT_EQ(summary(joined("two")), "seen;");
  expectEqualRuns(joined("one"), [] { return arguments(); });
}

TEST(Convolutions, ResultsAreThoseOfTheInterpreterInEachLayoutAndDtype) {
  const std::string text = imageGraph(std::string(kNormed) + R"(
  %r : Tensor = aten::relu_(%n)
  %d : Tensor = aten::conv2d(%r, %w, %none, %twos, %ones, %ones, %one)
  %e : Tensor = aten::hardswish(%d)
  %p : Tensor = aten::max_pool2d(%e, %twos, %twos, %ones, %ones, %no)
  %o : Tensor = aten::mean(%p, %spatial, %no, %none)
  %f : Tensor = aten::conv2d(%r, %w, %b, %ones, %ones, %twos, %one)
  return (%o, %f)
)");
  for (const DType dtype : {DType::Float32, DType::Float64})
    for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast})
      expectEqualRuns(
          text, [=] { return arguments(5, dtype, format); },
          fmt::format("{} {}", nameOf(dtype), static_cast<int>(format)));
}

TEST(Convolutions, ErrorsAreThoseOfTheInterpreter) {
  const std::string text = imageGraph(std::string(kConvolution) + "  return (%c)\n");
  expectEqualRuns(text, [] {
    Stack wrong = arguments();
    wrong[1] = sample({5, 4, 3, 3});
    return wrong;
  });
  expectEqualRuns(text, [] {
    Stack unbatched = arguments();
    unbatched[0] = sample({5, 9, 7});
    return unbatched;
  });
  expectEqualRuns(text, [] {
    Stack empty = arguments();
    empty[0] = sample({0, 5, 9, 7});
    return empty;
  });
}

// A weight is packed once; a write to it, also through a view, leads to a new one.
TEST(Convolutions, WritesToWeightsAndStatisticsAreSeen) {
  const ir::GraphPtr graph = graphOf(imageGraph(std::string(kNormed) + "  return (%n)\n"));
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  const Stack values = arguments();
  const auto compare = [&](const char* where) {
    expectEqual(compiled.run(graph, values)[0], interpreted.run(graph, values)[0], where);
  };
  compare("at first");
  compare("again");
  kernels::fill(kernels::select(values[1].toTensor(), 0, 1), 0.5);
  compare("after a write to a row of the weight");
  kernels::fill(values[3].toTensor(), 0.25);
  compare("after a write to the mean");
  kernels::fill(values[4].toTensor(), 3.0);
  compare("after a write to the variance");
}

}  // namespace
}  // namespace ts::jit
