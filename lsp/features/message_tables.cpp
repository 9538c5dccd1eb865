#include "lsp/features/message_tables.h"

#include <algorithm>
#include <map>
#include <vector>

#include "lsp/features/features.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

using Needs = RequestKind::Needs;

// The capability of an operation on Python files and folders: imports depend on them.
#define PYTHON_FILES(operation)                                                       \
  R"({"workspace":{"fileOperations":{")" operation                                    \
  R"(":{"filters":[{"scheme":"file","pattern":{"glob":"**/*.py","matches":"file"}},)" \
  R"({"scheme":"file","pattern":{"glob":"**/*","matches":"folder"}}]}}}})"
#define NOTEBOOKS                                                    \
  R"({"notebookDocumentSync":{"notebookSelector":[{"notebook":"*",)" \
  R"("cells":[{"language":"python"}]}]}})"
// 2: a change contains only the edited ranges.
#define INCREMENTAL_CHANGES R"({"textDocumentSync":{"change":2}})"

constexpr RequestKind kRequestKinds[] = {
#define REQUEST(name, handler, handlerForIr, ...) \
  {.method = name, .handle = handler, .handleIr = handlerForIr __VA_OPT__(, ) __VA_ARGS__},
#include "lsp/features/requests.def"
#undef REQUEST
};

constexpr NotificationKind kNotificationKinds[] = {
#define NOTIFICATION(name, handler, effect, capability) \
  {name, handler, NotificationEffect::effect, capability},
#include "lsp/features/notifications.def"
#undef NOTIFICATION
};

template <typename Table>
const auto* findRow(const Table& table, std::string_view method) {
  const auto row = std::ranges::find(table, method, [](const auto& kind) { return kind.method; });
  return row == std::end(table) ? nullptr : &*row;
}

// Writes one object with the members of all objects. Members that are objects merge likewise; of
// other members with one name the first counts.
void writeMerged(JsonWriter& out, const std::vector<JsonView>& objects) {
  std::map<std::string, std::vector<JsonView>> members;
  for (const JsonView& object : objects)
    for (const std::string& key : object.keys()) members[key].push_back(object[key]);
  out.beginObject();
  for (const auto& [key, values] : members) {
    out.key(key);
    if (values.front().isObject())
      writeMerged(out, values);
    else
      out.raw(values.front().text());
  }
  out.endObject();
}

}  // namespace

std::span<const RequestKind> requestKinds() { return kRequestKinds; }

const RequestKind* requestKind(std::string_view method) { return findRow(kRequestKinds, method); }

const NotificationKind* notificationKind(std::string_view method) {
  return findRow(kNotificationKinds, method);
}

std::string serverCapabilities(const ClientCapabilities& client) {
  std::vector<JsonDocument> rows;
  auto add = [&](std::string_view capability) {
    if (!capability.empty()) rows.push_back(JsonDocument::parse(capability).value());
  };
  add(JsonWriter()
          .beginObject()
          .member("positionEncoding", encodingName(client.encoding))
          .endObject()
          .text());
  for (const RequestKind& kind : kRequestKinds) {
    if (kind.announcedTo != nullptr && !(client.*kind.announcedTo)) continue;
    add(kind.capability);
    if (kind.writeCapability != nullptr) add(kind.writeCapability());
  }
  for (const NotificationKind& kind : kNotificationKinds) add(kind.capability);
  std::vector<JsonView> objects;
  for (const JsonDocument& row : rows) objects.push_back(row.root());
  JsonWriter out;
  writeMerged(out, objects);
  return out.take();
}

}  // namespace ts::lsp
