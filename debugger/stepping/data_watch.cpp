#include "debugger/stepping/data_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/hash.h"
#include "core/eval_torch/torch_objects.h"
#include "core/kernels/copy.h"
#include "debugger/compare/value.h"
#include "debugger/stepping/value_view.h"

namespace ts::stepping {

namespace {

using tensor::IValue;

constexpr int kMaxWatchedDepth = 8;     // of nested containers and objects
constexpr size_t kMaxWatchedText = 60;  // bytes of a value in the text of a change

size_t hashOf(std::string_view text) { return std::hash<std::string_view>{}(text); }

size_t hashOf(const IValue& value, int depth) {
  const auto tag = static_cast<size_t>(value.tag());
  if (depth > kMaxWatchedDepth) return tag;
  const auto all = [&](const std::vector<IValue>& items) {
    size_t hash = items.size();
    for (const IValue& item : items) hash = mixed(hash, hashOf(item, depth + 1));
    return hash;
  };
  if (value.isTensor()) {
    const tensor::Tensor& data = value.toTensor();
    size_t hash = mixed(static_cast<size_t>(data.dtype()), hashOf(tensor::shapeText(data.sizes())));
    if (data.isMeta()) return hash;
    const tensor::Tensor flat = kernels::contiguous(data);
    const auto size = static_cast<size_t>(flat.numel()) * flat.itemSize();
    return mixed(hash, hashOf({reinterpret_cast<const char*>(flat.bytes()), size}));
  }
  if (value.isList()) return all(value.toList().items);
  if (value.isTuple()) return all(value.toTuple().items);
  if (value.isObject()) return all(value.toObject().slots);
  if (value.isDict()) {
    size_t hash = value.toDict().size();
    for (const auto& entry : value.toDict().entries())
      hash = mixed(mixed(hash, hashOf(entry.key, depth + 1)), hashOf(entry.value, depth + 1));
    return hash;
  }
  if (value.isString()) return hashOf(value.toString());
  return mixed(tag, hashOf(debugger::brief(value)));
}

std::string shortText(eval::Vm& vm, const eval::Value& value) {
  if (value.isUnbound()) return "unset";
  if (!value.as<eval::Tensor>()) return viewOf(vm, value).text;
  std::string text;
  for (const char c : fullText(vm, value, kMaxWatchedText))
    if (c != '\n' && (c != ' ' || !text.ends_with(' '))) text += c;
  return text;
}

}  // namespace

std::optional<std::vector<std::string>> namesOfPath(const std::string& text) {
  std::vector<std::string> names(1);
  for (const char c : text) {
    if (c == '.')
      names.emplace_back();
    else if (isNameCharacter(c))
      names.back() += c;
    else
      return {};
  }
  const auto isName = [](const std::string& name) {
    return !name.empty() && !(name[0] >= '0' && name[0] <= '9');
  };
  return std::ranges::all_of(names, isName) ? std::optional(names) : std::nullopt;
}

DataWatch::Content DataWatch::contentOf(const eval::Value& value) const {
  Content content;
  content.isBound = !value.isUnbound();
  if (!content.isBound) return content;
  const IValue typed = debugger::valueOf(vm_, value);
  if (typed.isTensor()) {
    content.dtype = tensor::nameOf(typed.toTensor().dtype());
    content.shape = tensor::shapeText(typed.toTensor().sizes());
  }
  content.isNonFinite = debugger::worstNonFinite(typed) != debugger::NonFinite::None;
  content.hash = hashOf(typed, 0);
  return content;
}

// Unbound when a name of the path has no value.
eval::Value DataWatch::valueIn(const StackFrame& frame, const std::vector<std::string>& path,
                               eval::Value& owner) const {
  eval::Value value = frame.variable(path[0]);
  if (value.isUnbound())
    if (const eval::Value* global = frame.module().globals->find(vm_.intern(path[0])))
      value = vm_.settled(*global);
  for (size_t i = 1; i < path.size() && !value.isUnbound(); ++i) {
    owner = std::exchange(value, {});
    vm_.tryGetattr(owner, vm_.intern(path[i]), value);
  }
  return value;
}

std::optional<std::string> DataWatch::compare(const Breakpoint& breakpoint, StackFrame* frame) {
  Watched& watched = watched_[breakpoint.id];
  if (watched.path.empty())
    watched.path = namesOfPath(breakpoint.data).value_or(std::vector{breakpoint.data});
  eval::Value now, owner;
  bool isFirst = false;
  if (frame) {
    now = valueIn(*frame, watched.path, owner);
    isFirst = watched.call != frame->start.call && !(owner.object() && owner.same(watched.owner));
    watched.call = frame->start.call;
    watched.owner = owner;
  } else if (!watched.owner.isUnbound()) {
    vm_.tryGetattr(watched.owner, vm_.intern(watched.path.back()), now);
  } else {
    return {};
  }
  Content content = contentOf(now);
  const Content before = std::exchange(watched.content, content);
  const bool isChanged = content.isBound != before.isBound || content.hash != before.hash;
  if (!isFirst && !isChanged) {
    watched.content.text = before.text;
    return {};
  }
  watched.content.text = shortText(vm_, now);
  if (isFirst) return {};
  const bool isWanted =
      breakpoint.dataRule == Breakpoint::DataRule::Any ||
      (breakpoint.dataRule == Breakpoint::DataRule::Shape ? content.shape != before.shape
       : breakpoint.dataRule == Breakpoint::DataRule::Dtype
           ? content.dtype != before.dtype
           : content.isNonFinite && !before.isNonFinite);
  if (!isWanted) return {};
  return fmt::format("{}: {} → {}", breakpoint.data, before.text, watched.content.text);
}

std::vector<DataWatch::Change> DataWatch::changes(
    const std::vector<Breakpoint>& breakpoints,
    const std::vector<std::unique_ptr<StackFrame>>& frames) {
  std::vector<Change> changes;
  for (const Breakpoint& breakpoint : breakpoints) {
    const auto at = std::ranges::find_if(
        frames, [&](const auto& frame) { return frame->name() == breakpoint.function; });
    StackFrame* const frame = at == frames.end() ? nullptr : at->get();
    if (auto text = compare(breakpoint, frame))
      changes.push_back({&breakpoint, frame ? frame : frames.front().get(), std::move(*text)});
  }
  return changes;
}

}  // namespace ts::stepping
