#include "debugger/profile/timed_picture.h"

#include <algorithm>
#include <map>

#include "core/picture/costs.h"
#include "core/picture/html.h"
#include "core/picture/observed_run.h"
#include "core/picture/picture.h"
#include "core/picture/tensor_facts.h"
#include "core/picture/view_json.h"

namespace ts::debugger {
namespace {

using viz::NodeId;
// The name of an operator and the user's line that runs it, which all engines know.
using Key = std::pair<std::string, std::pair<std::string, uint32_t>>;

Key keyOf(const std::string& name, const Site& site) {
  return {name, {site ? *site.path : std::string(), site ? site.line : 0}};
}

// The user's place of a node, as placeOf() finds it for a node with a call stack.
Site siteOf(const viz::Picture& picture, const viz::ModelNode& node) {
  Site site = debugger::siteOf(SourceRange{node.source, node.span});
  for (viz::FrameId frame = node.frame; frame != viz::kNone && (!site || site.isLibrary());
       frame = picture.expanded.frames[frame].parent)
    site = debugger::siteOf(picture.expanded.frames[frame].callSite);
  return site.isLibrary() ? Site() : site;
}

// The nodes that a run executes, in order.
class Sequence final : public interp::Observer {
 public:
  void nodeLeft(const ir::Node& node, std::span<const IValue>) override { nodes.push_back(&node); }
  std::vector<const ir::Node*> nodes;
};

class PageMaker {
 public:
  PageMaker(Engine& engine, const Request& request) : engine_(engine), request_(request) {}

  TimedPage make(const std::vector<Profile>& profiles, const std::string& title) {
    const programs::CompiledCallee callee =
        programs::compiledCallee(engine_.program->vm(), engine_.callee);
    if (!callee.function) return {{}, "the target has no graph"};
    viz::PictureOptions options;
    options.training = engine_.program->isTraining();
    if (callee.self) options.weights = viz::weightsOf(*callee.self);
    options.observe = [this](const ir::GraphPtr& graph, const viz::ModelIndex& index,
                             viz::Overlay& into) {
      observe(graph, index, into);
      return std::string();
    };
    viz::Picture picture =
        viz::makePicture(*callee.function->graph, request_.target.name, options).picture;
    picture.target = title;
    for (const NodeId id : executed_) {
      const viz::ModelNode& node = picture.model.nodes[id];
      executions_[keyOf(node.kind, siteOf(picture, node))].push_back(id);
    }
    for (const Profile& profile : profiles) add(profile, picture.overlay);
    viz::addTimes(picture.model, picture.hierarchy, picture.overlay);
    picture.heat = "seconds";
    return {viz::toHtml(title + " profiled", viz::toViewJson(picture)), {}};
  }

 private:
  void observe(const ir::GraphPtr& graph, const viz::ModelIndex& index, viz::Overlay& into) {
    runGraph(engine_, Call::First, request_.inputs,
             [&](interp::Interpreter& interpreter, const interp::Stack& inputs) {
               viz::observeRun(interpreter, graph, inputs, index, into);
             });
    Sequence sequence;
    runGraph(engine_, Call::First, request_.inputs,
             [&](interp::Interpreter& interpreter, const interp::Stack& inputs) {
               interpreter.setObserver(&sequence);
               interpreter.run(graph, inputs);
             });
    engine_.program->runtime().interpreter().setObserver(nullptr);
    for (const ir::Node* node : sequence.nodes)
      if (const auto entry = index.nodes.find(node); entry != index.nodes.end())
        executed_.push_back(entry->second);
  }

  // The n-th slice of a key belongs to its n-th execution. Where the numbers differ, because an
  // engine has left operators out or runs them in parts, the nodes share the time.
  void add(const Profile& profile, viz::Overlay& overlay) {
    const auto times = profile.kind == EngineKind::Eager      ? &viz::Stats::eagerSeconds
                       : profile.kind == EngineKind::Compiled ? &viz::Stats::compiledSeconds
                                                              : &viz::Stats::seconds;
    std::map<Key, std::vector<double>> slices;
    for (const Slice& slice : profile.slices)
      slices[keyOf(slice.name, slice.site)].push_back(slice.own);
    for (const auto& [key, seconds] : slices) {
      const auto execution = executions_.find(key);
      if (execution == executions_.end()) continue;
      const std::vector<NodeId>& nodes = execution->second;
      double all = 0;
      for (const double each : seconds) all += each;
      for (size_t i = 0; i < nodes.size(); ++i) {
        std::optional<double>& total = overlay.nodes[nodes[i]].*times;
        total =
            total.value_or(0) +
            (nodes.size() == seconds.size() ? seconds[i] : all / static_cast<double>(nodes.size()));
      }
    }
  }

  Engine& engine_;
  const Request& request_;
  std::vector<NodeId> executed_;
  std::map<Key, std::vector<NodeId>> executions_;
};

}  // namespace

TimedPage timedPage(const std::vector<Profile>& profiles, const Request& request,
                    const std::string& title) {
  const bool isTraced =
      std::ranges::find(profiles, EngineKind::Trace, &Profile::kind) != profiles.end() &&
      std::ranges::find(profiles, EngineKind::Script, &Profile::kind) == profiles.end();
  Engine engine = makeEngine(isTraced ? EngineKind::Trace : EngineKind::Script, request);
  if (engine.failure) return {{}, engine.failure->text()};
  return PageMaker(engine, request).make(profiles, title);
}

}  // namespace ts::debugger
