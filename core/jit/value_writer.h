// Reads and writes values of the interpreter in LLVM's text form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/interp/program.h"
#include "core/jit/ir_text.h"

namespace ts::jit {

struct ContentInfo {
  const char* type;  // in LLVM
  tensor::Tag tag;
};
const ContentInfo& infoOf(interp::Content content);

// The place of a value: a register of the frame, or an element of a list.
struct Slot {
  std::string address;
  bool isElement = false;
};

// Tells LLVM which kinds of memory never overlap: registers, the fields of lists, and of elements
// the tags, the numbers and the objects. Code writes a number only over a number, and an object
// only behind the last element, so objects in elements change only in calls. A log of visits and
// its visits are two more kinds.
class ValueWriter {
 public:
  explicit ValueWriter(IrText& ir) : ir_(ir) {}

  Slot registerAt(int32_t index);
  // The element that begins at an address.
  static Slot element(std::string address) { return {std::move(address), true}; }

  std::string tag(const Slot& slot);
  // True for the tags of values that are counted objects.
  std::string isCounted(const std::string& tag);
  // The address of a counted object.
  std::string object(const Slot& slot);
  std::string number(const Slot& slot, interp::Content content);
  void setTag(const Slot& slot, const std::string& tag);
  void setObject(const Slot& slot, const std::string& object);
  void setNumber(const Slot& slot, interp::Content content, std::string value);

  enum class ListField : uint8_t { Begin, End, Limit };
  // The field of a list object, an address.
  std::string listField(const std::string& list, ListField field);
  void setListField(const std::string& list, ListField field, const std::string& value);
  // The bytes of a string. There is always one more behind them.
  struct Text {
    std::string begin, size;
  };
  Text text(const Slot& slot);
  // The bytes that a string has memory for.
  std::string capacity(const Slot& slot);
  // Stores bytes behind those of a string that has memory for them. Each number is an i8, i16, i32
  // or i64 with the first byte in its lowest bits.
  struct Bytes {
    int size;
    std::string number;
  };
  void append(const Slot& slot, const std::vector<Bytes>& bytes);
  // False where std::string has another layout than libstdc++'s.
  static bool knowsTexts();
  // The address of an object's number of references.
  std::string referencesOf(const std::string& object);
  // The address behind an element.
  std::string next(const std::string& element);

  std::string offset(const std::string& base, int64_t bytes);
  // The names of these kinds, for accesses that others write.
  static constexpr std::string_view kLog = "!tbaa !900006", kVisit = "!tbaa !900007";
  // The definitions that the text of the module ends with.
  static std::string_view definitions();

 private:
  IrText& ir_;
};

}  // namespace ts::jit
