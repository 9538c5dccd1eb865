#include "core/jit/value_writer.h"

#include <cstring>

namespace ts::jit {

using interp::Content;
using tensor::IValue;
using tensor::Tag;

namespace {

constexpr int64_t kValueSize = sizeof(IValue), kDataOffset = 8, kPointerSize = sizeof(void*);
static_assert(sizeof(IValue) == 16);
// Where an object keeps its number of references.
constexpr int64_t kReferencesOffset = kPointerSize;
constexpr int64_t kCapacityOffset = 2 * kPointerSize;  // in a string
static_assert(sizeof(tensor::Counted) == 16);

int64_t itemsOffset() {
  static const int64_t offset = [] {
    const tensor::ListValue list(nullptr);
    return reinterpret_cast<const char*>(&list.items) - reinterpret_cast<const char*>(&list);
  }();
  return offset;
}

int64_t textOffset() {
  static const int64_t offset = [] {
    const tensor::StringValue text(std::string{});
    return reinterpret_cast<const char*>(&text.text) - reinterpret_cast<const char*>(&text);
  }();
  return offset;
}

// Numbers of LLVM's type-based alias information, behind those of debug information.
constexpr int kRegisters = 900001, kList = 900002, kTag = 900003, kNumber = 900004,
              kObject = 900005;

constexpr int kindOf(const Slot& slot, int ofElement) {
  return slot.isElement ? ofElement : kRegisters;
}

}  // namespace

std::string_view ValueWriter::definitions() {
  return R"(
!900000 = !{!"memory"}
!900001 = !{!900011, !900011, i64 0}
!900002 = !{!900012, !900012, i64 0}
!900003 = !{!900013, !900013, i64 0}
!900004 = !{!900014, !900014, i64 0}
!900005 = !{!900015, !900015, i64 0}
!900006 = !{!900016, !900016, i64 0}
!900007 = !{!900017, !900017, i64 0}
!900011 = !{!"registers", !900000, i64 0}
!900012 = !{!"list", !900000, i64 0}
!900013 = !{!"tag", !900000, i64 0}
!900014 = !{!"number", !900000, i64 0}
!900015 = !{!"object", !900000, i64 0}
!900016 = !{!"log", !900000, i64 0}
!900017 = !{!"visit", !900000, i64 0}
)";
}

const ContentInfo& infoOf(Content content) {
  static constexpr ContentInfo kInfos[] = {
      {"", Tag::None}, {"i64", Tag::Int}, {"double", Tag::Double}, {"i1", Tag::Bool}};
  return kInfos[static_cast<size_t>(content)];
}

std::string ValueWriter::offset(const std::string& base, int64_t bytes) {
  return ir_.value("getelementptr i8, ptr {}, i64 {}", base, bytes);
}
Slot ValueWriter::registerAt(int32_t index) {
  return {offset("%registers", index * kValueSize), false};
}
std::string ValueWriter::next(const std::string& element) { return offset(element, kValueSize); }
std::string ValueWriter::referencesOf(const std::string& object) {
  return offset(object, kReferencesOffset);
}

std::string ValueWriter::tag(const Slot& slot) {
  return ir_.value("load i8, ptr {}, !tbaa !{}", slot.address, kindOf(slot, kTag));
}
void ValueWriter::setTag(const Slot& slot, const std::string& tag) {
  ir_.line("store i8 {}, ptr {}, !tbaa !{}", tag, slot.address, kindOf(slot, kTag));
}

std::string ValueWriter::isCounted(const std::string& tag) {
  return ir_.value("icmp uge i8 {}, {}", tag, static_cast<int>(Tag::Complex));
}

std::string ValueWriter::object(const Slot& slot) {
  return ir_.value("load ptr, ptr {}, !tbaa !{}", offset(slot.address, kDataOffset),
                   kindOf(slot, kObject));
}
void ValueWriter::setObject(const Slot& slot, const std::string& object) {
  ir_.line("store ptr {}, ptr {}, !tbaa !{}", object, offset(slot.address, kDataOffset),
           kindOf(slot, kObject));
}

std::string ValueWriter::number(const Slot& slot, Content content) {
  const std::string data = offset(slot.address, kDataOffset);
  const char* type = content == Content::Float ? "double" : "i64";
  const std::string bits =
      ir_.value("load {}, ptr {}, align 8, !tbaa !{}", type, data, kindOf(slot, kNumber));
  return content == Content::Bool ? ir_.value("icmp ne i64 {}, 0", bits) : bits;
}
void ValueWriter::setNumber(const Slot& slot, Content content, std::string value) {
  if (content == Content::Bool) value = ir_.value("zext i1 {} to i64", value);
  ir_.line("store {} {}, ptr {}, align 8, !tbaa !{}", content == Content::Float ? "double" : "i64",
           value, offset(slot.address, kDataOffset), kindOf(slot, kNumber));
}

std::string ValueWriter::listField(const std::string& list, ListField field) {
  const int64_t at = itemsOffset() + static_cast<int64_t>(field) * kPointerSize;
  return ir_.value("load ptr, ptr {}, !tbaa !{}", offset(list, at), kList);
}
void ValueWriter::setListField(const std::string& list, ListField field, const std::string& value) {
  const int64_t at = itemsOffset() + static_cast<int64_t>(field) * kPointerSize;
  ir_.line("store ptr {}, ptr {}, !tbaa !{}", value, offset(list, at), kList);
}

ValueWriter::Text ValueWriter::text(const Slot& slot) {
  const std::string text = offset(object(slot), textOffset());
  return {ir_.value("load ptr, ptr {}, !tbaa !{}", text, kList),
          ir_.value("load i64, ptr {}, !tbaa !{}", offset(text, kPointerSize), kList)};
}

// A short string's bytes are in the place of the capacity.
std::string ValueWriter::capacity(const Slot& slot) {
  const std::string place = offset(offset(object(slot), textOffset()), kCapacityOffset);
  const std::string isShort = ir_.value("icmp eq ptr {}, {}", text(slot).begin, place);
  const std::string stored = ir_.value("load i64, ptr {}", place);
  return ir_.value("select i1 {}, i64 {}, i64 {}", isShort, std::string().capacity(), stored);
}

void ValueWriter::append(const Slot& slot, const std::vector<Bytes>& bytes) {
  const Text target = text(slot);
  const std::string end = ir_.value("getelementptr i8, ptr {}, i64 {}", target.begin, target.size);
  int64_t added = 0;
  for (const auto& [size, number] : bytes) {
    ir_.line("store i{} {}, ptr {}, align 1", 8 * size, number, offset(end, added));
    added += size;
  }
  ir_.line("store i8 0, ptr {}", offset(end, added));
  ir_.line("store i64 {}, ptr {}, !tbaa !{}", ir_.value("add i64 {}, {}", target.size, added),
           offset(offset(object(slot), textOffset()), kPointerSize), kList);
}

bool ValueWriter::knowsTexts() {
  const auto isKnown = [](const std::string& text) {
    const char* begin = nullptr;
    size_t size = 0, capacity = 0;
    const char* const bytes = reinterpret_cast<const char*>(&text);
    std::memcpy(&begin, bytes, sizeof(begin));
    std::memcpy(&size, bytes + kPointerSize, sizeof(size));
    std::memcpy(&capacity, bytes + kCapacityOffset, sizeof(capacity));
    if (begin == bytes + kCapacityOffset) capacity = std::string().capacity();
    return begin == text.data() && size == text.size() && capacity == text.capacity();
  };
  return isKnown("short") && isKnown("a text that has more than sixteen bytes");
}

}  // namespace ts::jit
