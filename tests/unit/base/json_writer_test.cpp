#include "core/base/json_writer.h"

#include <gtest/gtest.h>

namespace ts {
namespace {

TEST(JsonWriter, PlacesCommas) {
  JsonWriter json;
  json.beginObject().key("list").beginArray().value(1).value(true).null().beginArray().endArray();
  json.endArray().member("text", "x").key("empty").beginObject().endObject().endObject();
  EXPECT_EQ(json.text(), R"({"list":[1,true,null,[]],"text":"x","empty":{}})");
}

TEST(JsonWriter, EscapesWhatJsonForbids) {
  JsonWriter json;
  json.value("\"\\\n\t\x7F");
  EXPECT_EQ(json.text(), R"("\"\\\n\u0009\u007f")");
}

TEST(JsonWriter, KeepsUtf8AndReplacesOtherBytes) {
  JsonWriter json;
  json.value("é漢🌰|\xFF|\xC0\x80|\xED\xA0\x80|\xE6\xBC");
  EXPECT_EQ(json.text(), "\"é漢🌰|\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD\"");
}

}  // namespace
}  // namespace ts
