// Makes cases for tests/conformance/aarch64.py: the same code for this machine and for AArch64.
//
// usage: aarch64_batch FOLDER
// A case has the files NAME.host and NAME.aarch64, object files, and NAME.image with its arguments;
// see aarch64/object_run.cpp. The program prints one line of JSON for each case:
//
//   {"name": "rows_int32", "group": "reductions", "function": "fused", "outputs": [...]}
//
// An output is a part of the image's memory:
// {"name": "add", "region": 5, "offset": 0, "count": 8, "dtype": "float32", "exact": true}. "exact"
// is false for elements whose last digits depend on functions such as exp.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>

#include "core/interp/program.h"
#include "core/ir/text.h"
#include "core/jit/function_writer.h"
#include "core/jit/llvm.h"
#include "core/jit/prepared_graph.h"
#include "tests/conformance/aarch64/image.h"
#include "tests/unit/jit/formula_loops.h"

namespace ts::jit {
namespace {

constexpr VectorSize kNeon{16};

// ---- the files

struct Result {
  std::string name;
  uint64_t region, offset, count;
  DType dtype;
  bool isExact;
};

struct Case {
  std::string name, group, function, text;
  const char* passes = kVectorPasses;
  Image image = {};
  std::vector<Result> outputs = {};
};

void writeFile(const std::string& path, const auto& write) {
  std::ofstream out(path, std::ios::binary);
  write(out);
  if (!out.flush()) throw std::runtime_error(path + " can't be written");
}

void add(const std::string& folder, const Case& item) {
  const std::string path = folder + "/" + item.name;
  const CodeTarget neon{"aarch64-unknown-linux-gnu", "generic", "+neon"};
  writeFile(path + ".host",
            [&](auto& out) { out << compileModule(item.text, Output::Object, item.passes); });
  writeFile(path + ".aarch64",
            [&](auto& out) { out << compileModule(item.text, Output::Object, item.passes, neon); });
  writeFile(path + ".image", [&](auto& out) { item.image.write(out); });
  std::string outputs;
  for (const auto& [name, region, offset, count, dtype, isExact] : item.outputs)
    outputs += fmt::format(
        R"({}{{"name": "{}", "region": {}, "offset": {}, "count": {}, "dtype": "{}", "exact": {}}})",
        outputs.empty() ? "" : ", ", name, region, offset, count, tensor::nameOf(dtype), isExact);
  fmt::print(R"({{"name": "{}", "group": "{}", "function": "{}", "outputs": [{}]}})"
             "\n",
             item.name, item.group, item.function, outputs);
}

template <typename T>
std::vector<std::byte> bytesOf(const T& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

// ---- loops

// Elements that a loop reads or writes.
struct Elements {
  std::string name;
  DType dtype;
  std::vector<std::byte> bytes;
  LoopSteps steps = {};
  bool isExact = true;
};

Elements input(const Tensor& tensor, LoopSteps steps = {}) {
  const auto size = static_cast<size_t>(tensor.numel()) * tensor.itemSize();
  return {"", tensor.dtype(), {tensor.bytes(), tensor.bytes() + size}, steps};
}
Elements output(std::string name, DType dtype, int64_t count, LoopSteps steps = {},
                bool isExact = true) {
  return {std::move(name), dtype,
          std::vector<std::byte>(static_cast<size_t>(count) * tensor::sizeOf(dtype)), steps,
          isExact};
}

// The arrays are the loop's outputs, then its tensors.
Case loopCase(std::string name, std::string group, const FusedLoop& loop, VectorSize vector,
              const std::vector<Elements>& arrays, LoopSize size,
              const std::vector<int64_t>& numbers = {}) {
  const auto written = writeLoop(loop, vector);
  if (!written) throw std::runtime_error(name + " has no code");
  Case item{std::move(name), std::move(group), "fused", written->text};
  auto& regions = item.image.regions;
  regions[0].resize(arrays.size() * sizeof(uint64_t));
  for (size_t i = 0; i < arrays.size(); ++i) {
    const Elements& each = arrays[i];
    const uint64_t region = item.image.add(each.bytes);
    item.image.pointers.push_back({0, i * sizeof(uint64_t), region});
    const auto steps = bytesOf(std::array{each.steps});
    regions[1].insert(regions[1].end(), steps.begin(), steps.end());
    if (i < loop.outputs.size())
      item.outputs.push_back({each.name, region, 0, each.bytes.size() / tensor::sizeOf(each.dtype),
                              each.dtype, each.isExact});
  }
  regions[2] = bytesOf(numbers);
  regions[3] = bytesOf(std::array{size});
  const int64_t line = std::max<int64_t>(size.count, vector.lanes());
  regions[4].resize(static_cast<size_t>(written->scratch * size.lines * line));
  return item;
}

// Loops call the C library for some functions: the last digits of its logarithm depend on the
// machine.
bool isSameEverywhere(const Pointwise& formula) {
  return isExact(formula) &&
         std::string_view(formula.formula).find("ndtri") == std::string_view::npos;
}

// All formulas with code, those that call SLEEF apart.
void addFormulas(const std::string& folder) {
  for (const DType dtype :
       {DType::Float32, DType::Float64, DType::Float16, DType::BFloat16, DType::Int64, DType::Int32,
        DType::Int16, DType::Int8, DType::UInt8, DType::Bool})
    for (const bool callsSleef : {false, true}) {
      const VectorSize vector{kNeon.bytes, dtype == DType::Float64};
      const std::vector<Tensor> inputs = triples(dtype);
      const int64_t count = inputs[0].numel() / vector.lanes() * vector.lanes();
      FusedLoop loop = loopOf(dtype, {});
      std::vector<Elements> arrays;
      for (const Pointwise* formula : kFormulas) {
        if (!hasLoop(*formula, dtype) || !hasCode(*formula, dtype) ||
            callsVectorFunction(*formulaOf(*formula)) != callsSleef)
          continue;
        loop.outputs.push_back({loop.nodes.size()});
        loop.nodes.push_back(nodeFor(*formula, inputs));
        arrays.push_back(output(std::string(formula->name), loop.nodes.back().types.result, count,
                                {}, isSameEverywhere(*formula)));
      }
      if (loop.nodes.empty()) continue;
      for (const Tensor& each : inputs) arrays.push_back(input(each));
      add(folder, loopCase(fmt::format("{}{}", tensor::nameOf(dtype), callsSleef ? "_sleef" : ""),
                           callsSleef ? "formulas with SLEEF" : "formulas", loop, vector, arrays,
                           {1, 1, count, vector.lanes(), static_cast<double>(count)}));
    }
}

const Expression* formula(const char* text) {
  static std::map<std::string, Expression> kept;
  return &kept.try_emplace(text, *parseFormula(text)).first->second;
}

// Every dtype to every other one.
void addConversions(const std::string& folder) {
  constexpr DType kTypes[] = {DType::Float32, DType::Float64, DType::Float16, DType::BFloat16,
                              DType::Int64,   DType::Int32,   DType::Int16,   DType::Int8,
                              DType::UInt8,   DType::Bool};
  for (const DType from : kTypes) {
    const VectorSize vector{kNeon.bytes, from == DType::Float64};
    const Tensor x = triples(from)[0];
    const int64_t count = x.numel() / vector.lanes() * vector.lanes();
    FusedLoop loop{Form::Lines, false, {{from}}, {}, {}};
    std::vector<Elements> arrays;
    for (const DType to : kTypes) {
      if (to == from) continue;
      loop.outputs.push_back({loop.nodes.size()});
      loop.nodes.push_back({formula("x"), "x", {from, to}, {{LoopOperand::Kind::Input, 0, {}}}});
      arrays.push_back(output(fmt::format("to {}", tensor::nameOf(to)), to, count));
    }
    arrays.push_back(input(x));
    add(folder, loopCase(fmt::format("from_{}", tensor::nameOf(from)), "conversions", loop, vector,
                         arrays, {1, 1, count, vector.lanes(), static_cast<double>(count)}));
  }
}

LoopNode node(const char* text, DType type, std::vector<LoopOperand> operands) {
  return {formula(text), std::string("xyz", operands.size()), {type, type}, std::move(operands)};
}
LoopNode reduction(Reduction kind, DType type, LoopOperand operand) {
  const bool adds = kind == Reduction::Sum;
  return {nullptr, "x", {type, adds ? sumType(type) : type}, {operand}, kind};
}

// A matrix of 7 by 37 elements, whose rows are reduced in form Lines, its columns in form Columns.
// Neither length is a multiple of the lanes.
void addReductions(const std::string& folder, Form form, DType dtype) {
  using Kind = LoopOperand::Kind;
  const LoopOperand x{Kind::Input, 0, {}};
  const auto result = [](size_t i) { return LoopOperand{Kind::Node, i, {}}; };
  constexpr int64_t kRows = 7, kColumns = 37;
  const bool isLines = form == Form::Lines, isFloat = tensor::isFloating(dtype);
  const VectorSize vector{kNeon.bytes, dtype == DType::Float64};
  const Tensor wide = tensor::empty(tensor::Dims{kRows * kColumns}, DType::Float64);
  for (int64_t i = 0; i < wide.numel(); ++i)
    wide.data<double>()[i] = static_cast<double>(i * 37 % 101) / 8 - (isFloat ? 6 : 0);
  const auto matrix = [&](DType of) {
    const auto size = static_cast<int64_t>(tensor::sizeOf(of));
    return isLines ? LoopSteps{kColumns * size, 0, size} : LoopSteps{0, kColumns * size, size};
  };
  const auto reduced = [&](const char* name, DType of) {
    const auto size = static_cast<int64_t>(tensor::sizeOf(of));
    return isLines ? output(name, of, kRows, {size, 0, 0})
                   : output(name, of, kColumns, {0, 0, size});
  };
  const DType sum = sumType(dtype);
  FusedLoop loop{form, false, {{dtype}}, {}, {}};
  loop.nodes = {reduction(Reduction::Greatest, dtype, x), reduction(Reduction::Least, dtype, x),
                reduction(Reduction::Sum, dtype, x), node("x * x - x", dtype, {x})};
  loop.outputs = {
      {0, Reduction::None, true}, {1, Reduction::None, true}, {2, Reduction::None, true}};
  std::vector<Elements> arrays = {reduced("greatest", dtype), reduced("least", dtype),
                                  reduced("sum", sum)};
  if (isLines) {
    loop.outputs.push_back({3, Reduction::Sum});
    arrays.push_back(output("total", sum, vector.lanes()));
  }
  if (isFloat) {
    loop.nodes.push_back(node("exp(x - y)", dtype, {x, result(0)}));
    loop.nodes.push_back(reduction(Reduction::Sum, dtype, result(4)));
    loop.nodes.push_back(node("x / T(y)", dtype, {result(4), result(5)}));
    loop.outputs.push_back({6});
    arrays.push_back(output("softmax", dtype, kRows * kColumns, matrix(dtype), false));
  }
  arrays.push_back(input(kernels::toDType(wide, dtype), matrix(dtype)));
  const LoopSize size{isLines ? kRows : 1, isLines ? 1 : kRows, kColumns, kColumns % vector.lanes(),
                      static_cast<double>(isLines ? kColumns : kRows)};
  add(folder, loopCase(fmt::format("{}_{}", isLines ? "rows" : "columns", tensor::nameOf(dtype)),
                       "reductions", loop, vector, arrays, size));
}
void addReductions(const std::string& folder) {
  for (const Form form : {Form::Lines, Form::Columns})
    for (const DType dtype : {DType::Float32, DType::Float64, DType::Int32, DType::UInt8})
      addReductions(folder, form, dtype);
}

// ---- programs

struct ProgramRow {
  const char* name;
  const char* graph;
  std::vector<tensor::IValue> arguments;
};

// Functions whose machine code calls only functions of C and, at the end, the interpreter.
std::vector<ProgramRow> programs() {
  return {
      {"divisions",
       R"(graph(%n : int, %d : int):
  %true : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %sum : int = prim::Loop(%n, %true, %zero)
    block0(%i : int, %s : int):
      %t : int = aten::mul(%s, %d)
      %q : int = aten::floordiv(%i, %d)
      %r : int = aten::remainder(%i, %d)
      %u : int = aten::add(%t, %q)
      %v : int = aten::sub(%u, %r)
      -> (%true, %v)
  return (%sum)
)",
       {int64_t{1000}, int64_t{-7}}},
      {"functions",
       R"(graph(%n : int, %x : float):
  %true : bool = prim::Constant[value=1]()
  %sum : float = prim::Loop(%n, %true, %x)
    block0(%i : int, %s : float):
      %a : float = aten::sin(%s)
      %b : float = aten::exp(%a)
      %c : float = aten::tanh(%b)
      %d : float = aten::add(%c, %i)
      %e : float = aten::sqrt(%d)
      -> (%true, %e)
  return (%sum)
)",
       {int64_t{50}, 0.25}},
      {"branches",
       R"(graph(%n : int, %limit : int):
  %true : bool = prim::Constant[value=1]()
  %one : int = prim::Constant[value=1]()
  %three : int = prim::Constant[value=3]()
  %sum : int = prim::Loop(%n, %true, %one)
    block0(%i : int, %s : int):
      %less : bool = aten::lt(%s, %limit)
      %t : int = prim::If(%less)
        block0():
          %u : int = aten::mul(%s, %three)
          -> (%u)
        block1():
          %v : int = aten::sub(%s, %limit)
          -> (%v)
      -> (%true, %t)
  return (%sum)
)",
       {int64_t{100}, int64_t{1000}}},
  };
}

void addPrograms(const std::string& folder) {
  for (const ProgramRow& row : programs()) {
    const auto parsed = ir::parseGraph(row.graph, std::make_shared<types::TypeTable>());
    if (!parsed.graph) throw std::runtime_error(parsed.error);
    const interp::Program program(prepareGraph(parsed.graph), row.name, interp::Events::None);
    Case item{fmt::format("program_{}", row.name), "programs", "run",
              writeFunction(program, {.places = true}).text, kAllPasses};
    if (item.text.empty()) throw std::runtime_error(item.name + " has no code");
    std::vector<tensor::IValue> registers(program.registers.size());
    std::ranges::copy(row.arguments, registers.begin());
    auto& regions = item.image.regions;
    regions[0].resize(sizeof(int32_t));
    regions[1] = bytesOf(registers);
    regions[3].resize(sizeof(interp::NativeHelpers));
    for (const size_t offset :
         {offsetof(interp::NativeHelpers, interpret), offsetof(interp::NativeHelpers, finish)})
      item.image.pointers.push_back({3, offset, Image::kFunction});
    item.outputs.push_back({"instruction", 0, 0, 1, DType::Int32, true});
    for (size_t i = 0; i < registers.size(); ++i) {
      const uint64_t at = i * sizeof(tensor::IValue);
      const bool isFloat = program.registers[i] == interp::Content::Float;
      item.outputs.push_back({fmt::format("tag {}", i), 1, at, 1, DType::UInt8, true});
      item.outputs.push_back({fmt::format("register {}", i), 1, at + 8, 1,
                              isFloat ? DType::Float64 : DType::Int64, !isFloat});
    }
    add(folder, item);
  }
}

// ---- modules with the relocations that code rarely has

void addModules(const std::string& folder) {
  // Clears 4000 bytes by memset, reads tables, takes a function's address, and ends with a call.
  constexpr const char* kText = R"(
@table = private unnamed_addr constant [5 x i16] [i16 3, i16 -1, i16 4, i16 -1, i16 5]
@wide = private unnamed_addr constant [3 x i64] [i64 100, i64 200, i64 300]
declare i32 @abs(i32)
declare double @hypot(double, double)
define private i64 @one(i64 %x) noinline {
  %r = add i64 %x, 1
  ret i64 %r
}
define private i64 @two(i64 %x) noinline {
  %r = shl i64 %x, 2
  ret i64 %r
}
define double @last(double %x) noinline {
  %r = tail call double @hypot(double %x, double 4.0)
  ret double %r
}
define void @fused(ptr %to, ptr %at, ptr %a, ptr %b, ptr %c) {
entry:
  br label %clear
clear:
  %i = phi i64 [0, %entry], [%next, %clear]
  %place = getelementptr i8, ptr %to, i64 %i
  store i8 0, ptr %place
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4000
  br i1 %more, label %clear, label %tables
tables:
  %n = load i64, ptr %at
  %short = getelementptr [5 x i16], ptr @table, i64 0, i64 %n
  %s = load i16, ptr %short
  %s32 = sext i16 %s to i32
  %t = call i32 @abs(i32 %s32)
  store i32 %t, ptr %to
  %half = lshr i64 %n, 1
  %long = getelementptr [3 x i64], ptr @wide, i64 0, i64 %half
  %l = load i64, ptr %long
  %first = load i64, ptr @wide
  %both = add i64 %l, %first
  %to8 = getelementptr i8, ptr %to, i64 8
  store i64 %both, ptr %to8
  %bit = and i64 %n, 1
  %odd = icmp ne i64 %bit, 0
  %f = select i1 %odd, ptr @one, ptr @two
  %y = call i64 %f(i64 %l)
  %to16 = getelementptr i8, ptr %to, i64 16
  store i64 %y, ptr %to16
  %h = call double @last(double 3.0)
  %to24 = getelementptr i8, ptr %to, i64 24
  store double %h, ptr %to24
  ret void
}
)";
  for (int64_t n = 0; n < 5; ++n) {
    Case item{fmt::format("module_{}", n), "modules", "fused", kText, kAllPasses};
    item.image.regions[0].assign(4096, std::byte{1});
    item.image.regions[1] = bytesOf(std::array{n});
    item.outputs.push_back({"memory", 0, 0, 4096, DType::UInt8, true});
    add(folder, item);
  }
}

}  // namespace
}  // namespace ts::jit

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    ts::jit::addFormulas(argv[1]);
    ts::jit::addConversions(argv[1]);
    ts::jit::addReductions(argv[1]);
    ts::jit::addPrograms(argv[1]);
    ts::jit::addModules(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "aarch64_batch: {}\n", error.what());
    return 1;
  }
}
