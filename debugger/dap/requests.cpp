#include "debugger/dap/requests.h"

#include <algorithm>
#include <iterator>

#include "debugger/dap/handlers.h"

namespace ts::dap {

namespace {

constexpr RequestHandler kRequests[] = {
    {"attach", attach},
    {"breakpointLocations", breakpointLocations},
    {"compareFrames", nullptr, compareFrames, true},
    {"completions", nullptr, completions},
    {"configurationDone", configurationDone},
    {"continue", nullptr, continueProgram},
    {"continueInEager", continueInEager},
    {"dataBreakpointInfo", nullptr, dataBreakpointInfo},
    {"disassemble", nullptr, disassemble},
    {"disconnect", disconnect},
    {"evaluate", nullptr, evaluate},
    {"exceptionInfo", nullptr, exceptionInfo},
    {"goto", nullptr, gotoTarget},
    {"gotoTargets", nullptr, gotoTargets},
    {"graphState", nullptr, graphState},
    {"initialize", initialize},
    {"launch", launch},
    {"loadedSources", nullptr, loadedSources},
    {"modules", nullptr, modules},
    {"next", nullptr, next},
    {"pause", pause},
    {"readMemory", nullptr, readMemory},
    {"restartFrame", restartFrame},
    {"reverseContinue", reverseContinue},
    {"scopes", nullptr, scopes, true},
    {"setBreakpoints", setBreakpoints},
    {"setDataBreakpoints", setDataBreakpoints},
    {"setExceptionBreakpoints", setExceptionBreakpoints},
    {"setExpression", nullptr, setExpression},
    {"setFunctionBreakpoints", setFunctionBreakpoints},
    {"setInstructionBreakpoints", setInstructionBreakpoints},
    {"setVariable", nullptr, setVariable},
    {"source", source},
    {"stackTrace", nullptr, stackTrace},
    {"stepBack", stepBack},
    {"stepIn", nullptr, stepIn},
    {"stepInTargets", nullptr, stepInTargets},
    {"stepOut", nullptr, stepOut},
    {"terminate", terminate},
    {"threads", threads},
    {"variables", nullptr, variables},
};

}  // namespace

const RequestHandler* findRequest(std::string_view command) {
  const auto row = std::ranges::find(kRequests, command,
                                     [](const RequestHandler& handler) { return handler.command; });
  return row == std::end(kRequests) ? nullptr : &*row;
}

}  // namespace ts::dap
