// Writes JSON text incrementally, without building a tree of values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ts {

// The caller must emit valid JSON structure: a key before each value of an object, and an end for
// each begin. The writer adds commas, quotes and escapes. It replaces invalid UTF-8 by U+FFFD, so
// the output is always valid UTF-8.
class JsonWriter {
 public:
  JsonWriter& beginObject() { return open('{'); }
  JsonWriter& endObject() { return close('}'); }
  JsonWriter& beginArray() { return open('['); }
  JsonWriter& endArray() { return close(']'); }

  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  JsonWriter& value(int64_t number);
  JsonWriter& value(uint32_t number) { return value(int64_t{number}); }
  JsonWriter& value(int number) { return value(int64_t{number}); }
  JsonWriter& null();
  // Writes text that is already JSON.
  JsonWriter& raw(std::string_view json);

  template <typename T>
  JsonWriter& member(std::string_view name, T&& content) {
    return key(name).value(std::forward<T>(content));
  }

  const std::string& text() const { return out_; }
  std::string take() { return std::exchange(out_, {}); }

 private:
  void separate();
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void quote(std::string_view text);

  std::string out_;
  bool comma_ = false;  // a comma must precede the next value of this object or array
};

// Returns the number of bytes of the well-formed UTF-8 character at the start of `text`; 0 when
// `text` starts with something else.
size_t utf8Length(std::string_view text);

}  // namespace ts
