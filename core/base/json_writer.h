// Writes JSON text piece by piece, without a tree of values in between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ts {

// The caller keeps the order of JSON: a key before each value in an object, and an end for each
// begin. Commas, quotes and escapes come by themselves. Bytes that are no UTF-8 come out as U+FFFD,
// so that the text is valid whatever went in.
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
  // A value that is JSON already.
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
  bool comma_ = false;  // the next value is not the first of its object or array
};

// Number of bytes of the well-formed UTF-8 character that `text` starts with; 0 when there is none.
size_t utf8Length(std::string_view text);

}  // namespace ts
