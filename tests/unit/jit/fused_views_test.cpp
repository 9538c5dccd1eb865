// Runs fusions that contain views of their own values, beside the interpreter.
#include "tests/unit/jit/runs.h"

namespace ts::jit {
namespace {

// A graph of two tensors. `calls` are lines; the last value is the result.
std::string graphWith(std::string_view calls, std::string_view results = "%r") {
  return fmt::format(R"(graph(%x : Tensor, %y : Tensor):
  %none : NoneType = prim::Constant()
  %zero : int = prim::Constant[value=0]()
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %three : int = prim::Constant[value=3]()
  %last : int = prim::Constant[value=-1]()
  %false : bool = prim::Constant[value=0]()
  %half : float = prim::Constant[value=0.5]()
{}  return ({})
)",
                     calls, results);
}
// Each makes %v of the value %a, with dimensions 0 and 1.
const std::vector<std::string>& views() {
  static const std::vector<std::string> kAll = {
      "  %v : Tensor = aten::t(%a)\n",
      "  %v : Tensor = aten::transpose(%a, %zero, %last)\n",
      "  %o : int[] = prim::ListConstruct(%one, %zero)\n  %v : Tensor = aten::permute(%a, %o)\n",
      "  %v : Tensor = aten::narrow(%a, %one, %one, %two)\n",
      "  %v : Tensor = aten::slice(%a, %zero, %one, %none, %two)\n",
      "  %v : Tensor = aten::select(%a, %zero, %one)\n",
      "  %v : Tensor = aten::select(%a, %one, %one)\n",
      "  %v : Tensor = aten::unsqueeze(%a, %one)\n",
      "  %o : int[] = prim::ListConstruct(%last)\n  %v : Tensor = aten::reshape(%a, %o)\n",
      "  %o : int[] = prim::ListConstruct(%last)\n  %v : Tensor = aten::view(%a, %o)\n",
      "  %v : Tensor = aten::flatten(%a, %zero, %last)\n",
      "  %o : int[] = prim::ListConstruct(%one)\n  %v : Tensor = aten::flip(%a, %o)\n",
      ("  %o : int[] = prim::ListConstruct(%zero, %last)\n"
       "  %v : Tensor = aten::flip(%a, %o)\n"),
      ("  %s : int[] = prim::ListConstruct(%two)\n  %o : int[] = prim::ListConstruct(%zero)\n"
       "  %v : Tensor = aten::roll(%a, %s, %o)\n"),
      ("  %l : Tensor[] = aten::chunk(%a, %two, %one)\n"
       "  %p : Tensor, %q : Tensor = prim::ListUnpack(%l)\n  %v : Tensor = aten::mul(%p, %q)\n"),
      ("  %t : Tensor = aten::t(%a)\n  %b : Tensor = aten::mul(%t, %half)\n"
       "  %v : Tensor = aten::narrow(%b, %zero, %one, %two)\n"),
  };
  return kAll;
}
constexpr std::string_view kAfter =
    "  %w : Tensor = aten::mul(%v, %two)\n  %r : Tensor = aten::neg(%w)\n";

TEST(FusedViews, AreComputedFromViews) {
  for (const std::string& view : views())
    for (const tensor::Dims& sizes : {tensor::Dims{4, 6}, {40, 34}, {300, 130}, {4, 600}})
      for (const DType dtype : {DType::Float32, DType::Float64, DType::BFloat16, DType::Int64,
                                DType::Int16, DType::UInt8}) {
        if (dtype != DType::Float32 && sizes[1] != 34) continue;  // each form needs a compilation
        const std::string text =
            graphWith("  %a : Tensor = aten::add(%x, %y, %one)\n" + view + std::string(kAfter));
        const auto arguments = [&] { return Stack{sample(sizes, dtype), sample(sizes, dtype, 2)}; };
        const std::string where = fmt::format("{} {}", tensor::shapeText(sizes), nameOf(dtype));
        EXPECT_TRUE(isFused(text, arguments())) << where << view;
        expectEqualRuns(text, arguments, where + view);
      }
}

// The value has the shape of all arguments together, and may have numbers among them.
TEST(FusedViews, OfValuesOfBroadcastArguments) {
  const std::pair<tensor::Dims, tensor::Dims> kShapes[] = {
      {{4, 6}, {6}},    {{4, 1}, {4, 6}}, {{4, 1}, {1, 6}},     {{6}, {4, 1}},   {{4, 6}, {}},
      {{1, 1}, {4, 6}}, {{6, 6}, {6, 1}}, {{40, 1}, {40, 130}}, {{}, {40, 130}},
  };
  for (const std::string& view : views())
    for (const auto& shapes : kShapes)
      for (const DType other : {DType::Float32, DType::Float64, DType::Int32}) {
        const std::string text =
            graphWith("  %a : Tensor = aten::add(%x, %y, %one)\n" + view + std::string(kAfter));
        expectEqualRuns(
            text,
            [&] {
              return Stack{sample(shapes.first), sample(shapes.second, other, 2)};
            },
            tensor::shapeText(shapes.first) + tensor::shapeText(shapes.second) +
                nameOf(other).data() + view);
      }
}

// Results have the order of dimensions that they have in the interpreter.
TEST(FusedViews, OfTransposedArguments) {
  const char* kArguments[] = {"  %c : Tensor = aten::t(%x)\n  %d : Tensor = aten::t(%y)\n",
                              "  %c0 : Tensor = aten::t(%x)\n"
                              "  %c : Tensor = aten::contiguous(%c0, %zero)\n"
                              "  %d : Tensor = aten::log_sigmoid(%c0)\n",
                              "  %c : Tensor = aten::t(%x)\n  %d : Tensor = aten::abs(%y)\n",
                              "  %c : Tensor = aten::narrow(%x, %one, %zero, %three)\n"
                              "  %d : Tensor = aten::narrow(%y, %one, %zero, %three)\n"};
  for (const std::string& view : views())
    for (const char* transposed : kArguments)
      for (const tensor::Dims& sizes : {tensor::Dims{6, 6}, {40, 40}})
        expectEqualRuns(
            graphWith(transposed +
                      std::string("  %e : Tensor = aten::add(%c, %d, %one)\n"
                                  "  %a : Tensor = aten::relu(%e)\n") +
                      view + std::string(kAfter)),
            [&] {
              return Stack{sample(sizes), sample(sizes, DType::Float32, 2)};
            },
            transposed + view);
}

TEST(FusedViews, BeforeReductionsAndBroadcasts) {
  for (const std::string& view : views())
    for (const char* after :
         {"  %o1 : int[] = prim::ListConstruct(%last)\n"
          "  %r : Tensor = aten::sum(%v, %o1, %false, %none)\n",
          "  %r : Tensor = aten::softmax(%v, %last, %none)\n",
          "  %w : Tensor = aten::exp(%v)\n  %r : Tensor = aten::mean(%w, %none)\n",
          "  %w : Tensor = aten::mul(%v, %x)\n  %r : Tensor = aten::neg(%w)\n"})
      for (const tensor::Dims& sizes : {tensor::Dims{6, 6}, {40, 40}, {4, 600}})
        expectEqualRuns(
            graphWith("  %a : Tensor = aten::mul(%x, %y)\n" + view + after),
            [&] {
              return Stack{sample(sizes), sample(sizes, DType::Float32, 2)};
            },
            view + after);
}

// A view that is a result shares the memory of its value.
TEST(FusedViews, ThatAreResultsAreTensorsOfTheirOwn) {
  for (const std::string& view : views())
    for (const char* results : {"%r, %v", "%r, %a", "%v, %a", "%a, %v, %r"})
      expectEqualRuns(
          graphWith("  %a0 : Tensor = aten::abs(%x)\n  %a : Tensor = aten::mul(%a0, %y)\n" + view +
                        std::string(kAfter),
                    results),
          [&] {
            return Stack{sample({6, 8}), sample({6, 8}, DType::Float32, 2)};
          },
          view + results);
}

// A conversion to its own dtype is the view itself.
TEST(FusedViews, ThatAreNotConverted) {
  for (const std::string& view : views())
    for (const DType dtype : {DType::Float32, DType::Float64, DType::Int32})
      expectEqualRuns(
          graphWith("  %float : int = prim::Constant[value=6]()\n"
                    "  %a : Tensor = aten::mul(%x, %y)\n" +
                        view +
                        "  %c : Tensor = aten::to(%v, %float, %false, %false, %none)\n"
                        "  %r : Tensor = aten::neg(%c)\n",
                    "%r, %c"),
          [&] {
            return Stack{sample({6, 8}, dtype), sample({6, 8}, dtype, 2)};
          },
          view);
}

// A write to a value is a write to its views, and the other way round.
TEST(FusedViews, InPlaceOperatorsSeeThem) {
  for (const std::string& view : views())
    for (const char* write :
         {"  %b0 : Tensor = aten::add_(%a, %one, %one)\n  %r : Tensor = aten::neg(%v)\n",
          "  %b0 : Tensor = aten::neg_(%v)\n  %w : Tensor = aten::abs(%a)\n"
          "  %r : Tensor = aten::neg(%w)\n",
          "  %b0 : Tensor = aten::neg_(%v)\n  %r : Tensor = aten::neg(%v)\n"})
      expectEqualRuns(
          graphWith("  %a0 : Tensor = aten::abs(%x)\n  %a : Tensor = aten::mul(%a0, %y)\n" + view +
                    write),
          [&] {
            return Stack{sample({6, 8}), sample({6, 8}, DType::Float32, 2)};
          },
          view + write);
}

// Elements that no view has may be those for which an operator fails.
TEST(FusedViews, AFailureOfOtherElementsIsTheFailure) {
  for (const std::string& view : views())
    for (const char* division : {"aten::remainder(%x, %y)", "aten::floor_divide(%x, %y)"}) {
      const auto arguments = [&](size_t zero) {
        const Tensor divisor = kernels::toDType(sample({4, 6}, DType::Float32, 2), DType::Int32);
        for (int64_t i = 0; i < divisor.numel(); ++i) divisor.data<int32_t>()[i] = 3;
        divisor.data<int32_t>()[zero] = 0;
        return Stack{sample({4, 6}, DType::Int32), divisor};
      };
      for (const size_t zero : {0, 5, 13, 23})
        expectEqualRuns(
            graphWith(fmt::format("  %a : Tensor = {}\n{}{}", division, view, kAfter)),
            [&] { return arguments(zero); }, view + division);
    }
}

}  // namespace
}  // namespace ts::jit
