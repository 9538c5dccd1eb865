#include <fmt/format.h>

#include <algorithm>

#include "core/eval_torch/torch_objects.h"
#include "debugger/dap/handlers.h"
#include "debugger/stepping/node_listing.h"

namespace ts::dap {

using protocol::JsonView;
using session::StoppedProgram;

namespace {

constexpr int64_t kMostBytes = 1 << 20;        // of one answer
constexpr int64_t kMostInstructions = 10'000;  // of one answer
constexpr int64_t kFarthest = 1'000'000'000;   // offset of a disassembly, in instructions

std::string base64(const std::byte* bytes, size_t size) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < size; i += 3) {
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < size ? std::to_integer<uint32_t>(bytes[i + j]) : 0);
    for (size_t j = 0; j < 4; ++j)
      text += i + j <= size ? kDigits[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

}  // namespace

// The memory of a tensor is its storage; offset 0 is its first element.
Answer readMemory(StoppedProgram& program, Sources&, JsonView arguments) {
  const std::string reference = arguments["memoryReference"].string().value_or("");
  const session::Reference* memory = program.handles.reference(std::atoll(reference.c_str()));
  const auto* tensor = memory ? memory->value.as<eval::Tensor>() : nullptr;
  if (!tensor || tensor->data.isMeta())
    return problem("`memoryReference` is stale: it belongs to no tensor of this stop");
  const int64_t offset = arguments["offset"].integer().value_or(0);
  const int64_t count = arguments["count"].integer().value_or(-1);
  if (count < 0) return problem("`count` must be a number from 0 on");
  const tensor::Tensor& data = tensor->data;
  const auto begin = data.offset() * static_cast<int64_t>(data.itemSize());
  const auto size = static_cast<int64_t>(data.storage()->bytes());
  // The part of [offset, offset + count) that is in the storage.
  const int64_t first = std::clamp(offset, -begin, size - begin);
  const int64_t room = std::min({count, kMostBytes, size - begin - first});
  const int64_t readable = first == offset ? room : 0;
  JsonWriter body;
  body.beginObject();
  body.member("address", fmt::format("0x{:x}", reinterpret_cast<uintptr_t>(data.bytes()) +
                                                   static_cast<uintptr_t>(first)));
  body.member("data", base64(data.bytes() + first, static_cast<size_t>(readable)));
  if (readable < count && readable < kMostBytes) body.member("unreadableBytes", count - readable);
  return {.body = body.endObject().take()};
}

Answer disassemble(StoppedProgram& program, Sources& sources, JsonView arguments) {
  const auto address = addressIn(arguments["memoryReference"]);
  if (!address) return problem("`memoryReference` must be an address of a graph's frame");
  const int64_t count = arguments["instructionCount"].integer().value_or(-1);
  if (count < 0 || count > kMostInstructions)
    return problem(
        fmt::format("`instructionCount` must be a number from 0 to {}", kMostInstructions));
  constexpr auto kBytes = static_cast<int64_t>(stepping::NodeListing::kBytes);
  const int64_t offset = arguments["offset"].integer().value_or(0) / kBytes;
  const int64_t behind = arguments["instructionOffset"].integer().value_or(0);
  if (std::max(std::abs(offset), std::abs(behind)) > kFarthest)
    return problem("`offset` or `instructionOffset` is too large");
  const std::vector<stepping::Instruction> all = program.stepper.instructionsAround(*address);
  const int64_t base = all.empty() ? 0 : static_cast<int64_t>(*address - all[0].address) / kBytes;
  JsonWriter body;
  body.beginObject().key("instructions").beginArray();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = base + offset + behind + i;
    const uint64_t at = *address + static_cast<uint64_t>((offset + behind + i) * kBytes);
    body.beginObject().member("address", fmt::format("0x{:x}", at));
    if (row < 0 || row >= static_cast<int64_t>(all.size())) {
      body.member("instruction", "").member("presentationHint", "invalid").endObject();
      continue;
    }
    const stepping::Instruction& instruction = all[static_cast<size_t>(row)];
    body.member("instruction", instruction.text);
    if (row == 0) body.member("symbol", instruction.function);
    if (instruction.source) {
      sources.write(body.key("location"), instruction.source, false);
      body.member("line", instruction.line);
    }
    body.endObject();
  }
  return {.body = body.endArray().endObject().take()};
}

}  // namespace ts::dap
