#include "core/driver/result_record.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/source/decode.h"

namespace ts::driver {

namespace {

void writeHash(ByteWriter& writer, const ContentHash& hash) {
  writer.number(hash.first).number(hash.second);
}
ContentHash readHash(ByteReader& reader) {
  ContentHash hash;
  hash.first = reader.number();
  hash.second = reader.number();
  return hash;
}

// Sorted paths share their beginnings.
class PathWriter {
 public:
  explicit PathWriter(ByteWriter& writer) : writer_(writer) {}
  void write(const std::string& path) {
    const auto differs = std::ranges::mismatch(path, last_).in1;
    const auto shared = static_cast<size_t>(differs - path.begin());
    writer_.number(shared).text(std::string_view(path).substr(shared));
    last_ = path;
  }

 private:
  ByteWriter& writer_;
  std::string last_;
};
class PathReader {
 public:
  explicit PathReader(ByteReader& reader) : reader_(reader) {}
  const std::string& read() {
    constexpr uint64_t kMaxPath = 4096;  // of Linux
    last_.resize(reader_.below(std::min<uint64_t>(last_.size(), kMaxPath) + 1));
    return last_ += reader_.text();
  }

 private:
  ByteReader& reader_;
  std::string last_;
};

// The texts that diagnostics refer to, by their numbers. The number 0 stands for the absence of a
// text.
class TextWriter {
 public:
  explicit TextWriter(const FileUses& uses) : uses_(uses) {}

  uint64_t numberOf(const SourceFile* file) {
    if (!file) return 0;
    if (const auto known = numbers_.find(file); known != numbers_.end()) return known->second;
    const uint64_t origin = numberOf(file->origin().file);
    const bool isRead = uses_.contents.contains(file->path());
    texts_.text(file->path()).number(isRead);
    if (isRead) {
      writeHash(texts_, ContentHash(file->text()));
    } else {
      texts_.text(file->text());
    }
    texts_.number(origin).number(file->origin().span.begin).number(file->origin().span.end);
    return numbers_[file] = numbers_.size() + 1;
  }
  void range(ByteWriter& writer, const SourceRange& range) {
    writer.number(numberOf(range.file)).number(range.span.begin).number(range.span.end);
  }
  size_t count() const { return numbers_.size(); }
  std::string take() { return texts_.take(); }

 private:
  const FileUses& uses_;
  ByteWriter texts_;
  std::unordered_map<const SourceFile*, uint64_t> numbers_;
};

using Texts = std::vector<SourceFilePtr>;

SourceRange readRange(ByteReader& reader, const Texts& texts) {
  const uint64_t number = reader.below(texts.size() + 1);
  SourceRange range;
  range.span.begin = static_cast<uint32_t>(reader.number());
  range.span.end = static_cast<uint32_t>(reader.number());
  if (number == 0) return {};
  range.file = texts[number - 1].get();
  const auto size = static_cast<uint32_t>(range.file->text().size());
  range.span.end = std::min(range.span.end, size);
  range.span.begin = std::min(range.span.begin, range.span.end);
  return range;
}

SourceFilePtr readText(ByteReader& reader, const FileSystem& files, const Texts& before) {
  std::string path(reader.text());
  const bool isRead = reader.number() != 0;
  ContentHash hash;
  std::string text;
  SourceFilePtr known;
  if (isRead) {
    hash = readHash(reader);
    ReadResult read = files.read(path);
    if (read.decoded)
      known = read.decoded;
    else if (read)
      text = decodeSource(read.bytes).text;
  } else {
    text = reader.text();
  }
  const SourceRange origin = readRange(reader, before);
  if (isRead && hash != ContentHash(known ? known->text() : std::string_view(text))) return nullptr;
  if (known) return known;
  return std::make_shared<const SourceFile>(std::move(path), std::move(text), origin);
}

void writeDiagnostic(ByteWriter& writer, TextWriter& texts, const diag::Diagnostic& diagnostic) {
  const diag::RuleInfo* const rule = &diag::info(diagnostic.rule);
  writer.number(static_cast<uint64_t>(rule - diag::allRules().data()));
  writer.number(static_cast<uint64_t>(diagnostic.severity));
  texts.range(writer, diagnostic.range);
  writer.text(diagnostic.message).number(diagnostic.labels.size());
  for (const diag::Label& label : diagnostic.labels) {
    texts.range(writer, label.range);
    writer.text(label.message);
  }
  writer.number(diagnostic.notes.size());
  for (const diag::Note& note : diagnostic.notes) {
    texts.range(writer, note.range);
    writer.text(note.message);
  }
  writer.number(diagnostic.fixes.size());
  for (const diag::Fix& fix : diagnostic.fixes) {
    writer.text(fix.title).number(fix.safe).number(fix.edits.size());
    for (const diag::Edit& edit : fix.edits) {
      texts.range(writer, edit.range);
      writer.text(edit.text);
    }
  }
}

diag::Diagnostic readDiagnostic(ByteReader& reader, const Texts& texts) {
  diag::Diagnostic diagnostic{};
  diagnostic.rule = diag::allRules()[reader.below(diag::allRules().size())].rule;
  constexpr uint64_t kSeverities = static_cast<uint64_t>(diag::Severity::Hint) + 1;
  diagnostic.severity = static_cast<diag::Severity>(reader.below(kSeverities));
  diagnostic.range = readRange(reader, texts);
  diagnostic.message = reader.text();
  for (uint64_t left = reader.count(); left > 0; --left) {
    const SourceRange range = readRange(reader, texts);
    diagnostic.label(range, std::string(reader.text()));
  }
  for (uint64_t left = reader.count(); left > 0; --left) {
    const SourceRange range = readRange(reader, texts);
    diagnostic.note(std::string(reader.text()), range);
  }
  for (uint64_t left = reader.count(); left > 0; --left) {
    diag::Fix& fix = diagnostic.fixes.emplace_back();
    fix.title = reader.text();
    fix.safe = reader.number() != 0;
    for (uint64_t edits = reader.count(); edits > 0; --edits) {
      const SourceRange range = readRange(reader, texts);
      fix.edits.push_back({range, std::string(reader.text())});
    }
  }
  return diagnostic;
}

}  // namespace

void writeUses(ByteWriter& writer, const FileUses& uses) {
  for (const auto* hashes : {&uses.contents, &uses.listings}) {
    writer.number(hashes->size());
    PathWriter paths(writer);
    for (const auto& [path, hash] : *hashes) {
      paths.write(path);
      writeHash(writer, hash);
    }
  }
  writer.number(uses.kinds.size());
  PathWriter paths(writer);
  for (const auto& [path, kind] : uses.kinds) {
    paths.write(path);
    writer.number(static_cast<uint64_t>(kind));
  }
}

bool usesStillHold(ByteReader& reader, const RunFiles& files) {
  for (const bool isListing : {false, true}) {
    PathReader paths(reader);
    for (uint64_t left = reader.count(); left > 0; --left) {
      const std::string& path = paths.read();
      const ContentHash hash = readHash(reader);
      if (hash != (isListing ? files.listingHash(path) : files.contentHash(path))) return false;
    }
  }
  PathReader paths(reader);
  for (uint64_t left = reader.count(); left > 0; --left) {
    const std::string& path = paths.read();
    if (reader.number() != static_cast<uint64_t>(files.kind(path))) return false;
  }
  return reader.isWhole();
}

void writeResult(ByteWriter& writer, const FileResult& result, const FileUses& uses) {
  ByteWriter body;
  TextWriter texts(uses);
  body.number(result.roots.models).number(result.roots.functions);
  body.number(result.candidatesWithProblems).number(result.roots.reached.size());
  PathWriter paths(body);
  for (const compiler::ReachedClass& reached : result.roots.reached) {
    paths.write(reached.path);
    body.number(reached.at.begin).number(reached.at.end);
  }
  body.number(result.diagnostics.size());
  for (const diag::Diagnostic& diagnostic : result.diagnostics)
    writeDiagnostic(body, texts, diagnostic);
  writer.number(texts.count()).text(texts.take()).text(body.take());
}

std::optional<FileResult> readResult(ByteReader& reader, const FileSystem& files) {
  const uint64_t textCount = reader.count();
  ByteReader textReader(reader.text());
  ByteReader body(reader.text());
  auto texts = std::make_shared<Texts>();
  while (texts->size() < textCount) {
    SourceFilePtr text = readText(textReader, files, *texts);
    if (!text || !textReader.isWhole()) return std::nullopt;
    texts->push_back(std::move(text));
  }
  FileResult result;
  result.roots.models = body.number();
  result.roots.functions = body.number();
  result.candidatesWithProblems = body.number();
  PathReader paths(body);
  for (uint64_t left = body.count(); left > 0; --left) {
    compiler::ReachedClass& reached = result.roots.reached.emplace_back();
    reached.path = paths.read();
    reached.at.begin = static_cast<uint32_t>(body.number());
    reached.at.end = static_cast<uint32_t>(body.number());
  }
  for (uint64_t left = body.count(); left > 0; --left)
    result.diagnostics.push_back(readDiagnostic(body, *texts));
  if (!reader.isWhole() || !body.isWhole()) return std::nullopt;
  result.typesOwner = std::move(texts);
  return result;
}

}  // namespace ts::driver
