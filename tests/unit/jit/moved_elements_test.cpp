// Runs fusions that read the results of cat, roll, index_select and others, beside the interpreter.
#include "core/jit/moved_elements.h"

#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

// A graph of two tensors and indices. `calls` are lines; the last value is the result.
std::string graphWith(std::string_view calls) {
  return fmt::format(R"(graph(%x : Tensor, %y : Tensor, %i : Tensor):
  %none : NoneType = prim::Constant()
  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %three : int = prim::Constant[value=3]()
  %last : int = prim::Constant[value=-1]()
  %minus : int = prim::Constant[value=-2]()
  %false : bool = prim::Constant[value=0]()
  %high : float = prim::Constant[value=1.5]()
  %mode : str = prim::Constant[value="constant"]()
  %dims : int[] = prim::ListConstruct(%last)
{}  return (%r)
)",
                     calls);
}

// Lines whose result is %a, and which are moves of %x and %y, or of %x by %i.
const std::vector<std::string>& moves() {
  static const std::vector<std::string> kAll = {
      "  %l : Tensor[] = prim::ListConstruct(%x, %y)\n  %a : Tensor = aten::cat(%l, %zero)\n",
      "  %l : Tensor[] = prim::ListConstruct(%x, %y, %x)\n  %a : Tensor = aten::cat(%l, %last)\n",
      "  %l : Tensor[] = prim::ListConstruct(%x, %y)\n  %a : Tensor = aten::stack(%l, %zero)\n",
      "  %l : Tensor[] = prim::ListConstruct(%x, %y)\n  %a : Tensor = aten::stack(%l, %one)\n",
      "  %l : Tensor[] = prim::ListConstruct(%x, %y)\n  %a : Tensor = aten::stack(%l, %last)\n",
      "  %s : int[] = prim::ListConstruct(%three)\n  %a : Tensor = aten::roll(%x, %s, %dims)\n",
      ("  %s : int[] = prim::ListConstruct(%three, %minus)\n"
       "  %d : int[] = prim::ListConstruct(%zero, %last)\n"
       "  %a : Tensor = aten::roll(%x, %s, %d)\n"),
      ("  %p : int[] = prim::ListConstruct(%two, %three)\n"
       "  %a : Tensor = aten::pad(%x, %p, %mode, %none)\n"),
      ("  %p : int[] = prim::ListConstruct(%zero, %one, %two, %two)\n"
       "  %a : Tensor = aten::constant_pad_nd(%x, %p, %high)\n"),
      ("  %s : int[] = prim::ListConstruct(%two, %three)\n"
       "  %a : Tensor = aten::repeat(%x, %s)\n"),
      ("  %s : int[] = prim::ListConstruct(%two, %one, %two)\n"
       "  %a : Tensor = aten::repeat(%x, %s)\n"),
      "  %a : Tensor = aten::index_select(%x, %zero, %i)\n",
      "  %a : Tensor = aten::embedding(%x, %i, %last, %false, %false)\n",
      "  %l : Tensor?[] = prim::ListConstruct(%i)\n  %a : Tensor = aten::index(%x, %l)\n",
      ("  %j : Tensor = aten::unsqueeze(%i, %one)\n"
       "  %a : Tensor = aten::gather(%x, %zero, %j, %false)\n"),
      "  %a : Tensor = aten::one_hot(%i, %three)\n",
  };
  return kAll;
}

Tensor indices(int64_t count, int64_t limit) {
  const Tensor tensor = tensor::empty(tensor::Dims{count}, DType::Int64);
  for (int64_t k = 0; k < count; ++k) tensor.data<int64_t>()[k] = k * 7 % limit;
  return tensor;
}

TEST(MovedElements, AreReadByLoops) {
  for (const tensor::Dims& sizes : {tensor::Dims{5, 7}, {33, 40}, {300, 130}, {3, 1}, {4, 600}})
    for (const DType dtype : {DType::Float32, DType::Float64, DType::BFloat16, DType::Int64,
                              DType::Int16, DType::UInt8})
      for (const std::string& move : moves()) {
        const std::string text = graphWith(
            move + "  %b : Tensor = aten::mul(%a, %two)\n  %r : Tensor = aten::abs(%b)\n");
        const auto arguments = [&] {
          return Stack{sample(sizes, dtype), sample(sizes, dtype, 2), indices(11, 3)};
        };
        const std::string where =
            fmt::format("{} {}\n{}", tensor::shapeText(sizes), nameOf(dtype), move);
        EXPECT_TRUE(isFused(text, arguments())) << where;
        expectEqualRuns(text, arguments, where);
      }
}

TEST(MovedElements, AreReduced) {
  for (const tensor::Dims& sizes : {tensor::Dims{5, 7}, {33, 40}, {300, 130}, {4, 600}})
    for (const std::string& move : moves())
      for (const char* reduction : {"  %r : Tensor = aten::sum(%f, %dims, %false, %none)\n",
                                    "  %o : int[] = prim::ListConstruct(%zero)\n"
                                    "  %r : Tensor = aten::amax(%f, %o, %false)\n",
                                    "  %r : Tensor = aten::softmax(%f, %last, %none)\n",
                                    "  %r : Tensor = aten::sum(%f, %none)\n"})
        expectEqualRuns(
            graphWith(move + "  %f : Tensor = aten::mul(%a, %high)\n" + reduction),
            [&] {
              return Stack{sample(sizes), sample(sizes, DType::Float32, 2), indices(11, 3)};
            },
            move + reduction);
}

// Beside tensors that are broadcast, and in two shapes of one loop.
TEST(MovedElements, AreBroadcast) {
  for (const std::string& move : moves())
    for (const char* other : {"  %r : Tensor = aten::mul(%a, %y)\n",
                              "  %b : Tensor = aten::unsqueeze(%a, %zero)\n"
                              "  %c : Tensor = aten::mul(%b, %high)\n"
                              "  %r : Tensor = aten::mul(%c, %high)\n"})
      for (const tensor::Dims& sizes : {tensor::Dims{5, 7}, {33, 40}, {3, 40}})
        for (const tensor::Dims& second : {sizes, tensor::Dims{1}, {sizes[1]}, {6, 1, 1}})
          expectEqualRuns(
              graphWith(move + other),
              [&] {
                return Stack{sample(sizes), sample(second, DType::Float32, 2), indices(11, 3)};
              },
              move + other);
}

TEST(MovedElements, TransposedSources) {
  for (const tensor::Dims& sizes : {tensor::Dims{7, 5}, {40, 33}})
    for (const std::string& move : moves())
      expectEqualRuns(
          graphWith("  %x0 : Tensor = aten::t(%x)\n  %y0 : Tensor = aten::t(%y)\n" +
                    [&] {
                      std::string text = move;
                      for (size_t at = 0; (at = text.find("%x", at)) != std::string::npos; at += 3)
                        text.replace(at, 2, "%x0");
                      for (size_t at = 0; (at = text.find("%y", at)) != std::string::npos; at += 3)
                        text.replace(at, 2, "%y0");
                      return text;
                    }() +
                    "  %b : Tensor = aten::mul(%a, %high)\n  %r : Tensor = aten::neg(%b)\n"),
          [&] {
            return Stack{sample(sizes), sample(sizes, DType::Float32, 2), indices(11, 3)};
          },
          move);
}

// Failures are those of the operators.
TEST(MovedElements, OthersAreLeftToTheInterpreter) {
  const Stack unusual[] = {
      {sample({5, 7}), sample({5, 7}), indices(11, 9)},                 // no such row
      {sample({5, 7}), sample({5, 7}, DType::Float64), indices(4, 3)},  // dtypes that differ
      {sample({5, 7}), sample({6, 6}), indices(4, 3)},
      {sample({5, 7}), sample({0, 7}), indices(4, 3)},
      {sample({5, 7}), sample({5, 7}), kernels::toDType(indices(4, 3), DType::Int32)},
      {sample({5, 7}), sample({5, 7}), kernels::toDType(indices(4, 3), DType::Float32)},
      {sample({5}), sample({5}), indices(4, 3)},
      {sample({}), sample({}), indices(4, 3)},
  };
  for (const std::string& move : moves())
    for (const Stack& arguments : unusual)
      expectEqualRuns(
          graphWith(move + "  %b : Tensor = aten::mul(%a, %two)\n  %r : Tensor = aten::neg(%b)\n"),
          [&] { return arguments; }, move);
}

// From the second call on, a small result is in memory.
TEST(MovedElements, ACallAfterAnotherReadsItsOwnArguments) {
  for (const std::string& move : moves()) {
    const std::string text =
        graphWith(move + "  %b : Tensor = aten::mul(%a, %two)\n  %r : Tensor = aten::abs(%b)\n");
    const ir::GraphPtr graph = graphOf(text);
    Engine engine;
    interp::Interpreter interpreted, compiled;
    compiled.setNativeCompiler(&engine);
    for (uint32_t call = 0; call < 9; ++call) {
      const tensor::Dims sizes = call % 5 == 4 ? tensor::Dims{300, 130} : tensor::Dims{6, 7};
      const Stack arguments = {sample(sizes, DType::Float32, call),
                               sample(sizes, DType::Float32, call + 1), indices(11 + call % 2, 3)};
      expectEqual(compiled.run(graph, arguments)[0], interpreted.run(graph, arguments)[0],
                  fmt::format("call {} of {}", call, move));
    }
  }
}

// An argument that a moved one is read from may not be overwritten by the result.
TEST(MovedElements, AResultDoesNotReplaceTheirSource) {
  constexpr std::string_view kRolled = R"(graph(%x : Tensor):
  %zero : int = prim::Constant[value=0]()
  %two : int = prim::Constant[value=2]()
  %s : int[] = prim::ListConstruct(%two)
  %d : int[] = prim::ListConstruct(%zero)
  %a : Tensor = aten::roll(%x, %s, %d)
  %r : Tensor = aten::mul(%a, %x)
  return (%r)
)";
  for (const int64_t count : {64, 4096, 70001})
    expectEqualRuns(kRolled, [&] { return Stack{sample({count})}; });
}

}  // namespace
}  // namespace ts::jit
