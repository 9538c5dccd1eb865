#include "debugger/bench/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/json_writer.h"
#include "core/base/output.h"
#include "debugger/bench/statistics.h"
#include "debugger/bench/timed_call.h"

namespace ts::debugger {
namespace {

// As many calls as these seconds take, but at least and at most so many.
constexpr double kSeconds = 1.0;
constexpr size_t kLeastCalls = 10, kMostCalls = 10000, kWarmUp = 3;

struct Measured {
  EngineKind kind;
  double first = 0;  // seconds of the first call, which compiles
  size_t calls = 0;
  Summary summary;
};

Measured measure(EngineKind kind, const Request& request, std::optional<uint32_t> runs) {
  Engine engine = makeEngine(kind, request);
  if (engine.failure) throw *engine.failure;
  Measured measured{kind};
  TimedCalls timed(engine, request.inputs);
  measured.first = timed.run(1)[0];
  const std::vector<double> warm = timed.run(kWarmUp);
  const double each = std::max(*std::ranges::min_element(warm), 1e-9);
  measured.calls =
      runs ? *runs
           : static_cast<size_t>(std::clamp(kSeconds / each, static_cast<double>(kLeastCalls),
                                            static_cast<double>(kMostCalls)));
  measured.summary = summaryOf(timed.run(measured.calls));
  return measured;
}

std::string textOf(const Measured& measured) {
  const Summary& summary = measured.summary;
  return fmt::format(
      "{}\n"
      "  Time (mean ± σ):     {:>12} ± {:<12} median {:<12} first call {}\n"
      "  Range (min … max):   {:>12} … {:<12} {} calls\n\n",
      nameOf(measured.kind), timeText(summary.mean), timeText(summary.deviation),
      timeText(summary.median), timeText(measured.first), timeText(summary.least),
      timeText(summary.greatest), measured.calls);
}

// An object with a list of the engines; times are in seconds.
std::string jsonOf(const std::vector<Measured>& all, const std::string& target) {
  JsonWriter json;
  json.beginObject().member("target", target).key("engines").beginArray();
  for (const Measured& measured : all) {
    const Summary& summary = measured.summary;
    json.beginObject().member("engine", nameOf(measured.kind));
    json.member("calls", static_cast<int64_t>(measured.calls));
    const std::pair<const char*, double> times[] = {
        {"first", measured.first},  {"mean", summary.mean}, {"deviation", summary.deviation},
        {"median", summary.median}, {"min", summary.least}, {"max", summary.greatest}};
    for (const auto& [name, seconds] : times) json.key(name).raw(fmt::format("{}", seconds));
    json.endObject();
  }
  return json.endArray().endObject().take() + '\n';
}

std::string comparisonText(std::vector<Measured> all) {
  std::ranges::sort(all, {}, [](const Measured& each) { return each.summary.mean; });
  std::string text = fmt::format("{} ran\n", nameOf(all[0].kind));
  for (size_t i = 1; i < all.size(); ++i) {
    const Ratio ratio = ratioOf(all[i].summary, all[0].summary);
    text += fmt::format("{:8.2f} ± {:.2f} times faster than {}\n", ratio.value, ratio.deviation,
                        nameOf(all[i].kind));
  }
  return text;
}

}  // namespace

int bench(const BenchSettings& settings) {
  MeasuredCall call;
  if (const std::string wrong = readMeasuredCall(settings, call); !wrong.empty())
    return wrongUsage(wrong);
  std::vector<Measured> all;
  for (const EngineKind kind : call.engines) {
    try {
      all.push_back(measure(kind, call.request, settings.runs));
    } catch (const Failure& failure) {
      return wrongUsage(fmt::format("{}: {}", nameOf(kind), failure.text()));
    }
    if (settings.json) continue;
    standardOutput().write(textOf(all.back()));
    standardOutput().flush();
  }
  if (settings.json) {
    standardOutput().write(jsonOf(all, settings.target));
    return kFine;
  }
  if (all.size() > 1) standardOutput().write(comparisonText(std::move(all)));
  return kFine;
}

}  // namespace ts::debugger
