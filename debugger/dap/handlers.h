// The handlers of requests, one for each row of the table in requests.cpp.
#pragma once

#include "debugger/dap/session.h"

namespace ts::dap {

// ---- handlers/lifecycle.cpp
Answer initialize(Session& session, protocol::JsonView arguments);
Answer launch(Session& session, protocol::JsonView arguments);
Answer attach(Session& session, protocol::JsonView arguments);
Answer configurationDone(Session& session, protocol::JsonView arguments);
Answer threads(Session& session, protocol::JsonView arguments);
Answer pause(Session& session, protocol::JsonView arguments);
Answer terminate(Session& session, protocol::JsonView arguments);
Answer disconnect(Session& session, protocol::JsonView arguments);

// ---- handlers/breakpoints.cpp
Answer setBreakpoints(Session& session, protocol::JsonView arguments);
Answer setFunctionBreakpoints(Session& session, protocol::JsonView arguments);
Answer setDataBreakpoints(Session& session, protocol::JsonView arguments);
Answer setInstructionBreakpoints(Session& session, protocol::JsonView arguments);
Answer setExceptionBreakpoints(Session& session, protocol::JsonView arguments);
Answer breakpointLocations(Session& session, protocol::JsonView arguments);

// ---- handlers/stepping.cpp
Answer continueProgram(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer next(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer stepIn(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer stepOut(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer stepInTargets(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer gotoTargets(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer gotoTarget(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer restartFrame(Session& session, protocol::JsonView arguments);
// Not in the protocol. Python runs the call of `frameId`, or of the innermost frame, again in place
// of the graph.
Answer continueInEager(Session& session, protocol::JsonView arguments);
Answer stepBack(Session& session, protocol::JsonView arguments);
Answer reverseContinue(Session& session, protocol::JsonView arguments);

// ---- handlers/frames.cpp
// The frame `frameId`; without an id, the innermost one. Null: the id is stale.
stepping::StackFrame* frameOf(StoppedProgram& program, protocol::JsonView arguments);
Answer stackTrace(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer scopes(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer exceptionInfo(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);

// ---- handlers/variables.cpp
Answer variables(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer setVariable(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);

Answer dataBreakpointInfo(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);

// ---- handlers/memory.cpp
Answer readMemory(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer disassemble(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);

// ---- handlers/evaluate.cpp
Answer evaluate(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer setExpression(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer completions(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);

// ---- handlers/editor_views.cpp: not in the protocol
// The nodes of a graph's frame that have run, and its values.
Answer graphState(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
// The variables of a frame in all engines that have stopped at its place.
Answer compareFrames(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);

// ---- handlers/sources.cpp
Answer source(Session& session, protocol::JsonView arguments);
Answer modules(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer loadedSources(StoppedProgram& program, Sources& sources, protocol::JsonView arguments);

}  // namespace ts::dap
