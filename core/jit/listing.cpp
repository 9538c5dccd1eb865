#include "core/jit/listing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "core/interp/program.h"
#include "core/ir/text.h"
#include "core/jit/cpu_target.h"
#include "core/jit/function_writer.h"
#include "core/jit/fused_call.h"
#include "core/jit/fused_inputs.h"
#include "core/jit/loop_maker.h"
#include "core/jit/prepared_graph.h"
#include "core/tensor/error.h"

namespace ts::jit {

using interp::Instruction;
using interp::Op;
using interp::Program;
using tensor::IValue;

namespace {

std::string placeOf(const SourceRange& at) {
  if (at.file == nullptr) return "";
  return fmt::format("{}:{}", at.file->path(), at.file->lineOf(at.span.begin));
}

// The operators of a fusion.
std::vector<const ir::Node*> nodesOf(const Program& program, const Fusion& fusion) {
  std::vector<const ir::Node*> nodes;
  for (int32_t i = fusion.first; i < fusion.first + fusion.count; ++i)
    if (program.code[static_cast<size_t>(i)].op == Op::Kernel)
      nodes.push_back(program.nodes[static_cast<size_t>(i)]);
  return nodes;
}

// One a line.
std::string textOf(const std::vector<const ir::Node*>& nodes, std::string_view comment) {
  std::string text;
  for (const ir::Node* node : nodes) {
    std::string line = ir::print(*node, {.locations = false});
    while (line.ends_with('\n')) line.pop_back();
    text += fmt::format("{} {}  {}\n", comment, line.substr(line.find_first_not_of(' ')),
                        placeOf(node->range()));
  }
  return text;
}

// ---- the places of lines

// The number behind a prefix such as "!dbg !"; nullopt if the line lacks it.
std::optional<int> numberBehind(std::string_view line, std::string_view prefix) {
  const size_t at = line.find(prefix);
  if (at == line.npos) return std::nullopt;
  int number = 0;
  const char* begin = line.data() + at + prefix.size();
  if (std::from_chars(begin, line.data() + line.size(), number).ec != std::errc())
    return std::nullopt;
  return number;
}
std::string textBehind(std::string_view line, std::string_view prefix) {
  const size_t at = line.find(prefix);
  if (at == line.npos) return "";
  const std::string_view rest = line.substr(at + prefix.size());
  return std::string(rest.substr(0, rest.find('"')));
}
template <typename Visit>
void forEachLine(std::string_view text, Visit visit) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    visit(text.substr(at, end - at));
    at = end + 1;
  }
}

void addLine(std::string& out, std::string_view line, std::string_view comment,
             const std::string& place) {
  constexpr size_t kColumn = 60;
  out += line;
  if (!place.empty()) {
    out.append(line.size() < kColumn ? kColumn - line.size() : 1, ' ');
    out += fmt::format("{} {}", comment, place);
  }
  out += '\n';
}

// Replaces references to debug information by the places themselves.
std::string withPlaces(std::string_view ir) {
  std::map<int, std::string> files, places;
  std::map<int, int> fileOf;  // by scope
  forEachLine(ir, [&](std::string_view line) {
    const auto number = line.starts_with('!') ? numberBehind(line, "!") : std::nullopt;
    if (!number) return;
    if (line.find("!DIFile(") != line.npos) files[*number] = textBehind(line, "filename: \"");
    if (const auto file = numberBehind(line, "file: !")) fileOf[*number] = *file;
  });
  forEachLine(ir, [&](std::string_view line) {
    const auto number = line.starts_with('!') ? numberBehind(line, "!") : std::nullopt;
    const auto row = numberBehind(line, "line: ");
    const auto scope = numberBehind(line, "scope: !");
    const bool isKnown = row && *row != 0;
    if (number && isKnown && scope && line.find("!DILocation(") != line.npos)
      places[*number] = fmt::format("{}:{}", files[fileOf[*scope]], *row);
  });
  std::string out;
  forEachLine(ir, [&](std::string_view line) {
    if (line.starts_with('!') || line.starts_with("source_filename") ||
        line.starts_with("; ModuleID"))
      return;
    const size_t reference = line.find(", !dbg !");
    if (reference == line.npos) {
      const size_t own = line.find(" !dbg !");
      const size_t end = own == line.npos ? own : line.find(' ', own + 1 + 5 + 1);
      std::string rest(line.substr(0, own));
      if (own != line.npos && end != line.npos) rest += line.substr(end);
      return addLine(out, rest, ";", "");
    }
    const size_t end = line.find_first_not_of("0123456789", reference + 8);
    std::string rest(line.substr(0, reference));
    if (end != line.npos) rest += line.substr(end);
    addLine(out, rest, ";", places[*numberBehind(line, ", !dbg !")]);
  });
  return out;
}

// The beginnings of labels, and of directives that are data on x86-64 and AArch64.
constexpr std::string_view kData[] = {".L",    ".quad",  ".long", ".byte",  ".short",
                                      ".zero", ".xword", ".word", ".hword", ".ascii"};

// The same for assembly, without other directives.
std::string assemblyWithPlaces(std::string_view assembly) {
  std::map<int, std::string> files;
  std::string out, place;
  bool isDebug = false;
  forEachLine(assembly, [&](std::string_view line) {
    const size_t first = line.find_first_not_of(" \t");
    if (first == line.npos) return;
    const std::string_view word = line.substr(first);
    if (word.starts_with(".section")) isDebug = word.find(".debug") != word.npos;
    if (word.starts_with(".text")) isDebug = false;
    if (isDebug) return;
    if (word.starts_with(".file")) {
      // .file 1 "folder" "name", or only the name
      const size_t last = word.rfind('"'), before = word.rfind('"', last - 1);
      if (const auto number = numberBehind(word, ".file\t"))
        files[*number] = word.substr(before + 1, last - before - 1);
    } else if (word.starts_with(".loc\t")) {
      const auto file = numberBehind(word, ".loc\t");
      const size_t gap = word.find(' ');
      const auto row = gap == word.npos ? std::nullopt : numberBehind(word.substr(gap), " ");
      if (file && row) place = *row == 0 ? "" : fmt::format("{}:{}", files[*file], *row);
    } else if (word.starts_with('.') && std::ranges::none_of(kData, [&](std::string_view data) {
                 return word.starts_with(data);
               })) {
      return;
    } else if (word.starts_with(".Ltmp") || word.starts_with(".Lfunc") || word.starts_with("# ") ||
               word.starts_with("// ")) {
      return;
    } else {
      const bool isCode = line[0] == '\t' && !word.starts_with('.');
      addLine(out, line, "#", isCode ? place : "");
    }
  });
  return out;
}

// ---- fusions

// True for instructions that only manage registers.
bool isSilent(Op op) {
  return op == Op::Release || op == Op::CheckDefined || op == Op::CheckLeaf || op == Op::Copy;
}

// The text of a loop for values of a fusion's inputs; nullopt: the engine makes none for them.
// moved: see FusedInputs::Values.
std::optional<WrittenLoop> loopFor(
    const Fusion& fusion, std::span<const IValue* const> values, const IValue* pool,
    std::span<const std::shared_ptr<const MovedElements>> moved = {}) {
  const CpuTarget target;
  FusedCall call;
  if (!call.read(values, moved) || call.key().device != target.device()) return std::nullopt;
  std::optional<MadeLoop> variant = makeLoop(fusion, call, values, pool);
  if (!variant) return std::nullopt;
  const std::unique_ptr<LoopLauncher> launcher = target.launcher();
  if (!call.arrange(variant->space) || !launcher->arrange(variant->loop, call.arguments()))
    return std::nullopt;
  launcher->pattern().applyTo(variant->loop);
  return target.write(variant->loop, launcher->pattern());
}

const IValue* poolOf(const Program& program) {
  return program.constants.data() + program.constants.size();
}

// A loop for float tensors with two dimensions.
std::optional<WrittenLoop> plainLoop(const Program& program, const Fusion& fusion) {
  constexpr int64_t kSize = 64;
  const IValue* pool = poolOf(program);
  const FusedInputs inputs(fusion);
  std::vector<IValue> samples(fusion.inputs.size());
  std::vector<const IValue*> values(fusion.inputs.size(), nullptr);
  for (size_t i = 0; i < samples.size(); ++i) {
    if (!inputs.isRead(i)) continue;
    const Fusion::Input& input = fusion.inputs[i];
    const bool isRegister = input.view < 0 && input.operand >= 0;
    const interp::Content content =
        isRegister ? program.registers[static_cast<size_t>(input.operand)] : interp::Content::Any;
    switch (content) {
      case interp::Content::Int: samples[i] = int64_t{1}; break;
      case interp::Content::Float: samples[i] = 1.0; break;
      case interp::Content::Bool: samples[i] = true; break;
      case interp::Content::Any:
        samples[i] = tensor::empty(tensor::Dims{kSize, kSize}, tensor::DType::Float32);
    }
    values[i] = input.view < 0 && input.operand < 0 ? pool + input.operand : &samples[i];
  }
  try {
    return loopFor(fusion, values, pool);
  } catch (const tensor::Error&) {
    return std::nullopt;  // the operators need other shapes
  }
}

// ---- the values of a call

// By register that the instructions of a fusion read before they write it: the value of the graph.
std::map<int32_t, const ir::Value*> valuesRead(const Program& program, const Fusion& fusion) {
  std::map<int32_t, const ir::Value*> values;  // null: written before
  for (int32_t i = fusion.first; i < fusion.first + fusion.count; ++i) {
    const Instruction& at = program.code[static_cast<size_t>(i)];
    if (isSilent(at.op)) continue;
    const std::span<ir::Value* const> inputs = program.nodes[static_cast<size_t>(i)]->inputs();
    size_t position = 0;
    program.forEachOperand(
        at,
        [&](interp::Operand operand) {
          if (operand >= 0 && position < inputs.size())
            values.try_emplace(operand, inputs[position]);
          ++position;
        },
        [&](int32_t written) { values.try_emplace(written, nullptr); });
  }
  return values;
}

struct ListedLoop {
  std::string values;  // the tensors that it reads, one a line
  std::optional<WrittenLoop> loop;
  std::string_view missing = "such tensors do not fit";  // the reason if it has no code
};

ListedLoop loopOfCall(const Program& program, const Fusion& fusion, const SeenValues& seen,
                      std::string_view comment) {
  ListedLoop listed;
  for (const ir::Node* node : nodesOf(program, fusion))
    if (!seen.contains(node->outputs()[0])) return {{}, {}, "the call does not run it"};
  std::vector<IValue> registers(program.registers.size());
  for (const auto& [index, value] : valuesRead(program, fusion)) {
    const auto entry = seen.find(value);
    if (entry == seen.end()) continue;
    registers[static_cast<size_t>(index)] = entry->second;
    if (!entry->second.isTensor() || !entry->second.toTensor().defined()) continue;
    const tensor::Tensor& tensor = entry->second.toTensor();
    listed.values += fmt::format("{} %{} : {}[{}]\n", comment, value->printedName(),
                                 tensor::nameOf(tensor.dtype()), fmt::join(tensor.sizes(), ", "));
  }
  listed.missing = "the interpreter runs these operators for such tensors";
  try {
    FusedInputs::Values inputs;
    const IValue* pool = poolOf(program);
    if (FusedInputs(fusion).read(registers.data(), pool, inputs))
      listed.loop = loopFor(fusion, std::span(inputs.arguments).first(fusion.inputs.size()), pool,
                            inputs.moved);
  } catch (const tensor::Error&) {
    // A view fails, and its original instruction in the same way.
  }
  return listed;
}

// The reason why a fusion does not contain two operators, from the instructions between them.
std::string reasonAgainst(const Program& program, const ProgramGroups& groups, int32_t first,
                          int32_t second) {
  const auto at = [&](int32_t i) -> const Instruction& {
    return program.code[static_cast<size_t>(i)];
  };
  const auto name = [&](int32_t i) { return program.nodes[static_cast<size_t>(i)]->kind().str(); };
  for (int32_t i = first + 1; i < second; ++i)
    if (interp::isJump(at(i).op))
      return fmt::format("{} decides between them which operators run", name(i));
  for (const int32_t i : {first, second}) {
    if (std::ranges::any_of(groups.convolutions,
                            [&](const Convolution& group) { return group.contains(i); }))
      return fmt::format("{} is a part of a convolution with a packed weight", name(i));
    const auto fusions = findFusions(program, {}, [&](const ir::Node& node) {
      return &node == program.nodes[static_cast<size_t>(i)];
    });
    const auto function = program.kernels[static_cast<size_t>(at(i).c)];
    const auto* kernel = kernels::findPointwise(function);
    if (kernel != nullptr && kernel->into == kernels::Into::Self)
      return fmt::format("{} writes to a tensor that other values may share", name(i));
    if (kernel == nullptr && fusions.empty())
      return fmt::format("{} is a kernel of its own: it has no formula for one element", name(i));
  }
  for (int32_t i = first + 1; i < second; ++i)
    if (!isSilent(at(i).op) && at(i).op != Op::GetAttr)
      return fmt::format("{} runs between them", name(i));
  return "no values connect them, their reductions differ, or together they need more than " +
         fmt::format("{} inputs, {} operators or {} results", kMostInputs, kMostNodes,
                     kMostOutputs);
}

}  // namespace

std::string listCode(const ir::GraphPtr& graph, std::string_view name, Output output,
                     const SampleCall& call) {
  const ir::GraphPtr prepared = prepareGraph(graph);
  const std::optional<SeenValues> seen = call ? std::optional(call(prepared)) : std::nullopt;
  const Program program(prepared, std::string(name), interp::Events::None);
  const WrittenFunction written = writeFunction(program, {.places = true});
  const std::string_view comment = output == Output::Ir ? ";" : "#";
  const auto list = [&](const std::string& text, const char* passes) {
    const std::string listing = compileModule(text, output, passes);
    return output == Output::Ir ? withPlaces(listing) : assemblyWithPlaces(listing);
  };
  std::string out = fmt::format("{} {}\n", comment, name);
  if (written.text.empty())
    out +=
        fmt::format("{} the interpreter runs its instructions, except those of loops\n", comment);
  else
    out += list(written.text, kAllPasses);
  for (size_t i = 0; i < written.groups.fusions.size(); ++i) {
    const Fusion& fusion = written.groups.fusions[i];
    out += fmt::format("\n{} loop {} of {}, for {}\n{}", comment, i + 1, name,
                       seen ? "the tensors of the call" : "float tensors of two dimensions",
                       textOf(nodesOf(program, fusion), comment));
    const ListedLoop listed = seen ? loopOfCall(program, fusion, *seen, comment)
                                   : ListedLoop{{}, plainLoop(program, fusion)};
    out += listed.values;
    out += listed.loop ? list(listed.loop->text, kVectorPasses)
                       : fmt::format("{} {}\n", comment, listed.missing);
  }
  return out;
}

FusedLoops findLoops(const ir::GraphPtr& graph) {
  FusedLoops fused{prepareGraph(graph), {}};
  const Program program(fused.graph, {}, interp::Events::None);
  for (const Fusion& fusion : findGroups(program).fusions)
    fused.loops.push_back(nodesOf(program, fusion));
  return fused;
}

std::string listFusions(const ir::GraphPtr& graph, std::string_view name, bool reasons) {
  const Program program(prepareGraph(graph), std::string(name), interp::Events::None);
  const ProgramGroups groups = findGroups(program);
  const std::vector<Fusion>& fusions = groups.fusions;
  const auto groupOf = [&](int32_t instruction) -> size_t {
    for (size_t k = 0; k < fusions.size(); ++k)
      if (fusions[k].contains(instruction)) return k + 1;
    return 0;
  };
  std::string out =
      fmt::format("{}: {} loop{}\n", name, fusions.size(), fusions.size() == 1 ? "" : "s");
  const ir::Node* last = nullptr;
  int32_t before = -1;  // the operator before
  for (int32_t i = 0; i < static_cast<int32_t>(program.code.size()); ++i) {
    const Op op = program.code[static_cast<size_t>(i)].op;
    const ir::Node* node = program.nodes[static_cast<size_t>(i)];
    if (isSilent(op) || op == Op::Return || op == Op::Jump) continue;
    const bool isOperator = op == Op::Kernel;
    const size_t group = isOperator ? groupOf(i) : 0;
    if (isOperator) {
      const size_t groupBefore = before < 0 ? 0 : groupOf(before);
      if (reasons && before >= 0 && (group == 0 || group != groupBefore))
        out += fmt::format("         not with {}: {}\n",
                           program.nodes[static_cast<size_t>(before)]->kind().str(),
                           reasonAgainst(program, groups, before, i));
      before = i;
    }
    if (node == last) continue;
    last = node;
    std::string line = ir::print(*node, {.locations = false});
    line = line.substr(line.find_first_not_of(' '));
    line.resize(std::min(line.find('\n'), line.size()));
    out += fmt::format("{:6}   {}  # {}\n", group == 0 ? "" : fmt::format("loop {}", group), line,
                       placeOf(node->range()));
  }
  return out;
}

}  // namespace ts::jit
