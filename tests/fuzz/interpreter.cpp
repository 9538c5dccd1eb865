// Input: bytes as choices in a grammar of programs on which Python and TorchScript agree. The
// evaluator runs a program with real tensors, and the interpreter runs its compiled form. The
// results must be equal. Where Python raises, TorchScript may continue, because it does not compute
// unused values.
//
// The grammar leaves out known differences of the languages: integer overflow, float division by a
// possible zero, text of floats, int() of values without an integer. Loops do not assign other
// lists, dicts or tensors to variables, because PyTorch loses later writes to the earlier value.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/diag/diagnostic.h"
#include "core/eager/eager.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/runtime/runtime.h"
#include "core/syntax/parser.h"

namespace {

using namespace ts;

// Reads choices from the input; after its end every choice is 0.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  size_t below(size_t count) { return at_ < size_ ? data_[at_++] % count : 0; }
  bool isAtEnd() const { return at_ >= size_; }
  template <size_t N>
  std::string_view of(const std::array<std::string_view, N>& all) {
    return all[below(N)];
  }

 private:
  const uint8_t* data_;
  size_t size_, at_ = 0;
};

enum class Type : uint8_t { Int, Float, Bool, Str, Ints, Counts, Tensor };
constexpr size_t kTypes = 7, kVariables = 3;  // of each type: i0, i1, i2
constexpr size_t kUnchanging =
    4;  // the first variables of a type, which are never changed in place
constexpr std::array<char, kTypes> kLetters = {'i', 'f', 'b', 's', 'l', 'd', 'x'};
constexpr std::array<std::string_view, kTypes> kAnnotations = {
    "int", "float", "bool", "str", "List[int]", "Dict[str, int]", "torch.Tensor"};
// PyTorch merges the constants 0.0 and -0.0.
constexpr std::array<std::string_view, kTypes> kSigned = {"", " + 0.0", "", "", "", "", " + 0.0"};
constexpr std::array<std::string_view, kTypes> kFirst = {
    "3", "0.5", "True", "'ab'", "[1, 2, 3]", "{'a': 1}", "torch.tensor([1.0, -2.0, 0.5])"};

class Generator {
 public:
  explicit Generator(Choices& choices) : choices_(choices) {}

  std::string program() {
    text_ = "import torch\nfrom typing import Dict, List\n\n";
    function("helper", false);
    function("f", true);
    text_ += R"(
def outcome(function, n):
  try:
    return repr(function(n, n, 0.25 * n, n > 1, 'x' * n, [n, -n], {'b': n}, torch.arange(n + 1.0)))
  except Exception:
    return 'raised'

scripted = torch.jit.script(f)
for n in range(3):
  eager, interpreted = outcome(f, n), outcome(scripted, n)
  if eager != interpreted and eager != 'raised':
    print('DIFFERS at', n, eager, interpreted)
)";
    return text_;
  }

 private:
  void function(std::string_view name, bool callsHelper) {
    callsHelper_ = callsHelper;
    text_ += "def " + std::string(name) + "(n: int";
    for (size_t k = 0; k < kTypes; ++k)
      text_ += ", " + std::string(1, kLetters[k]) + "0: " + std::string(kAnnotations[k]);
    text_ += "):\n";
    for (size_t k = 0; k < kTypes; ++k)
      for (size_t i = 1; i < kVariables; ++i)
        line(1, std::string(1, kLetters[k]) + std::to_string(i) + " = " + std::string(kFirst[k]));
    statements_ = 0;
    block(1);
    std::string results;
    for (size_t k = 0; k < kTypes; ++k)
      for (size_t i = 0; i < kVariables; ++i)
        results += (results.empty() ? "" : ", ") + std::string(1, kLetters[k]) + std::to_string(i) +
                   std::string(kSigned[k]);
    // Unpacks the tuples that Python's helpers return.
    line(1, callsHelper ? "return (" + results + ")" : "return i1, x1");
    text_ += "\n";
  }

  void line(size_t depth, std::string_view text) {
    text_ += std::string(2 * depth, ' ') + std::string(text) + "\n";
  }

  std::string variable(Type type) {
    return std::string(1, kLetters[static_cast<size_t>(type)]) +
           std::to_string(choices_.below(kVariables));
  }

  void block(size_t depth) {
    const size_t count = 1 + choices_.below(depth == 1 ? 12 : 4);
    for (size_t i = 0; i < count; ++i) statement(depth);
  }

  void loopBody(size_t depth) {
    ++loops_;
    block(depth);
    --loops_;
  }

  void statement(size_t depth) {
    if (++statements_ > 60) return line(depth, "pass");
    const size_t kind = choices_.below(depth < 4 ? 14 : 10);
    switch (kind) {
      case 5: return line(depth, variable(Type::Ints) + ".append(" + integer(2) + ")");
      case 6: return line(depth, variable(Type::Ints) + "[" + integer(1) + "] = " + integer(2));
      case 7: return line(depth, variable(Type::Counts) + "[" + text(1) + "] = " + integer(2));
      case 8:
        return line(depth, variable(Type::Tensor) +
                               choices_.of<4>({".add_(", ".mul_(", ".copy_(", ".sub_("}).data() +
                               tensor(1) + ")");
      case 9:
        if (callsHelper_ && loops_ == 0) return line(depth, "i2, x2 = helper(" + arguments() + ")");
        return line(depth, "pass");
      case 10:
        line(depth, "if " + boolean(2) + ":");
        block(depth + 1);
        if (choices_.below(2) == 0) return;
        line(depth, "else:");
        return block(depth + 1);
      case 11:
        line(depth, "for k" + std::to_string(depth) + " in range(n + " +
                        std::to_string(choices_.below(3)) + "):");
        line(depth + 1, variable(Type::Int) + " = k" + std::to_string(depth));
        return loopBody(depth + 1);
      case 12: {
        const std::string counter = "w" + std::to_string(depth);
        line(depth, counter + " = 0");
        line(depth, "while " + counter + " < n:");
        line(depth + 1, counter + " += 1");
        line(depth + 1, "if " + boolean(1) + ":");
        line(depth + 2, "break");
        loopBody(depth + 1);
        const size_t way = choices_.below(4);
        if (way < 2) {
          line(depth + 1, "if " + boolean(1) + ":");
          line(depth + 2, way == 0 ? "break" : "continue");
        }
        return;
      }
      case 13:
        line(depth,
             "for v" + std::to_string(depth) + " in list(" + variable(Type::Ints) + ")[:3]:");
        line(depth + 1, variable(Type::Int) + " = v" + std::to_string(depth));
        return loopBody(depth + 1);
      default: {
        const auto type = static_cast<Type>(choices_.below(loops_ > 0 ? kUnchanging : kTypes));
        return line(depth, variable(type) + " = " + expression(type, 3));
      }
    }
  }

  std::string arguments() {
    std::string all = "n";
    for (size_t k = 0; k < kTypes; ++k) all += ", " + expression(static_cast<Type>(k), 1);
    return all;
  }

  std::string expression(Type type, size_t depth) {
    switch (type) {
      case Type::Int: return integer(depth);
      case Type::Float: return number(depth);
      case Type::Bool: return boolean(depth);
      case Type::Str: return text(depth);
      case Type::Ints: return integers(depth);
      case Type::Counts: return counts();
      case Type::Tensor: return tensor(depth);
    }
    return "";
  }

  std::string integer(size_t depth) {
    const size_t kind = depth == 0 ? choices_.below(2) : choices_.below(12);
    auto two = [&](std::string_view op) {
      return "((" + integer(depth - 1) + " " + std::string(op) + " " + integer(depth - 1) +
             ") % 1009)";
    };
    switch (kind) {
      case 0: return variable(Type::Int);
      case 1: return std::to_string(static_cast<int>(choices_.below(9)) - 3);
      case 2: return two("+");
      case 3: return two("-");
      case 4: return two("*");
      case 5: return two("//");
      case 6: return two("%");
      case 7:
        return "len(" + (choices_.below(2) ? variable(Type::Ints) : variable(Type::Str)) + ")";
      case 8: return variable(Type::Ints) + "[" + integer(depth - 1) + "]";
      case 9:
        return "(" + integer(depth - 1) + " if " + boolean(depth - 1) + " else " +
               integer(depth - 1) + ")";
      case 10: return "(" + variable(Type::Counts) + "[" + text(depth - 1) + "] % 1009)";
      default:
        return std::string(choices_.of<2>({"min", "max"})) + "(" + integer(depth - 1) + ", " +
               integer(depth - 1) + ")";
    }
  }

  std::string number(size_t depth) {
    switch (depth == 0 ? choices_.below(2) : choices_.below(7)) {
      case 0: return variable(Type::Float);
      case 1: return std::string(choices_.of<4>({"0.5", "-1.25", "3.0", "0.0"}));
      case 2: return "(" + number(depth - 1) + " + " + number(depth - 1) + ")";
      case 3: return "(" + number(depth - 1) + " * " + number(depth - 1) + ")";
      case 4: return "(" + number(depth - 1) + " / 4.0)";
      case 5: return "float(" + integer(depth - 1) + ")";
      default: return "float(" + tensor(depth - 1) + ".sum())";
    }
  }

  std::string boolean(size_t depth) {
    const std::string_view comparison = choices_.of<6>({"<", "<=", ">", ">=", "==", "!="});
    auto compared = [&](const std::string& a, const std::string& b) {
      return "(" + a + " " + std::string(comparison) + " " + b + ")";
    };
    switch (depth == 0 ? choices_.below(2) : choices_.below(8)) {
      case 0: return variable(Type::Bool);
      case 1: return choices_.below(2) ? "True" : "False";
      case 2: return compared(integer(depth - 1), integer(depth - 1));
      case 3: return compared(number(depth - 1), number(depth - 1));
      case 4:
        return "(" + boolean(depth - 1) + (choices_.below(2) ? " and " : " or ") +
               boolean(depth - 1) + ")";
      case 5: return "(not " + boolean(depth - 1) + ")";
      case 6: return "(" + text(depth - 1) + " in " + variable(Type::Counts) + ")";
      default: return "bool(" + tensor(depth - 1) + ".sum() > 0)";
    }
  }

  std::string text(size_t depth) {
    switch (depth == 0 ? choices_.below(2) : choices_.below(5)) {
      case 0: return variable(Type::Str);
      case 1: return std::string(choices_.of<4>({"'a'", "'b'", "''", "'x y'"}));
      case 2: return "(" + text(depth - 1) + " + " + text(depth - 1) + ")[:6]";
      case 3: return "str(" + integer(depth - 1) + ")";
      default: return text(depth - 1) + "[" + integer(0) + ":]";
    }
  }

  std::string integers(size_t depth) {
    switch (choices_.below(4)) {
      case 0: return variable(Type::Ints);
      case 1: return "[" + integer(depth - 1) + ", " + integer(depth - 1) + "]";
      case 2: return "(" + variable(Type::Ints) + " + " + variable(Type::Ints) + ")[:5]";
      default: return "[e * 2 % 1009 for e in " + variable(Type::Ints) + "]";
    }
  }

  std::string counts() {
    return choices_.below(2) ? variable(Type::Counts) : "{'a': " + integer(1) + ", 'b': 2}";
  }

  std::string tensor(size_t depth) {
    switch (depth == 0 ? choices_.below(1) : choices_.below(10)) {
      case 0: return variable(Type::Tensor);
      case 1:
        return "(" + tensor(depth - 1) + std::string(choices_.of<3>({" + ", " * ", " - "})) +
               tensor(depth - 1) + ")";
      case 2:
        return "(" + tensor(depth - 1) + std::string(choices_.of<2>({" + ", " * "})) + number(0) +
               ")";
      case 3:
        return "torch." + std::string(choices_.of<4>({"relu", "neg", "abs", "tanh"})) + "(" +
               tensor(depth - 1) + ")";
      case 4: return "torch.cat([" + tensor(depth - 1) + ", " + tensor(depth - 1) + "])[:6]";
      case 5: return tensor(depth - 1) + "[" + std::to_string(choices_.below(3)) + ":]";
      case 6: return tensor(depth - 1) + ".clone()";
      case 7: return "torch.full([" + std::to_string(choices_.below(4)) + "], " + number(0) + ")";
      case 8:
        return "torch.where(" + variable(Type::Tensor) + " > 0, " + variable(Type::Tensor) + ", " +
               variable(Type::Tensor) + ")";
      default: return tensor(depth - 1) + ".sum().reshape([1])";
    }
  }

  Choices& choices_;
  std::string text_;
  bool callsHelper_ = false;
  size_t statements_ = 0, loops_ = 0;
};

class NoModules : public eval::ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

[[noreturn]] void found(const std::string& what, const std::string& program) {
  std::fprintf(stderr, "%s\n---\n%s", what.c_str(), program.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Choices choices(data, size);
  const std::string program = Generator(choices).program();
  diag::Sink sink;
  const syntax::ModulePtr tree =
      syntax::parse(std::make_shared<SourceFile>("fuzz.py", program), sink);
  if (!sink.diagnostics().empty()) found("no Python: " + sink.diagnostics()[0].message, program);
  NoModules loader;
  eval::Limits limits;
  limits.fuel = 5'000'000;
  runtime::Runtime runtime;
  eval::Vm vm(loader, eval::nativeLibrary(), limits);
  eager::attach(vm, runtime);
  std::string output;
  vm.output = [&](std::string_view text) { output += text; };
  try {
    vm.runModule(*vm.addModule("__main__", tree->file, tree));
  } catch (eval::Raised& raised) {
    found("raised: " + vm.toStr(eval::Value(raised.exception)), program);
  } catch (eval::LimitReached&) {
  }
  if (!output.empty()) found(output, program);
  return 0;
}
