// The handlers of requests, one for each row of the table in requests.cpp.
#pragma once

#include "debugger/dap/session.h"

namespace ts::dap {

// The answer to a request whose `frameId` belongs to another stop.
inline constexpr const char* kStaleFrame = "`frameId` is not the id of a frame of this stop";

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
Answer continueProgram(session::StoppedProgram& program, Sources& sources,
                       protocol::JsonView arguments);
Answer next(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer stepIn(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer stepOut(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer stepInTargets(session::StoppedProgram& program, Sources& sources,
                     protocol::JsonView arguments);
Answer gotoTargets(session::StoppedProgram& program, Sources& sources,
                   protocol::JsonView arguments);
Answer gotoTarget(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer restartFrame(Session& session, protocol::JsonView arguments);
// Not in the protocol. Python runs the call of `frameId`, or of the innermost frame, again in place
// of the graph.
Answer continueInEager(Session& session, protocol::JsonView arguments);
Answer stepBack(Session& session, protocol::JsonView arguments);
Answer reverseContinue(Session& session, protocol::JsonView arguments);

// ---- handlers/frames.cpp
// The frame `frameId`; without an id, the innermost one. Null: the id is stale.
stepping::StackFrame* frameOf(session::StoppedProgram& program, protocol::JsonView arguments);
Answer stackTrace(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer scopes(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer exceptionInfo(session::StoppedProgram& program, Sources& sources,
                     protocol::JsonView arguments);

// ---- handlers/variables.cpp
Answer variables(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer setVariable(session::StoppedProgram& program, Sources& sources,
                   protocol::JsonView arguments);

Answer dataBreakpointInfo(session::StoppedProgram& program, Sources& sources,
                          protocol::JsonView arguments);

// ---- handlers/memory.cpp
Answer readMemory(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer disassemble(session::StoppedProgram& program, Sources& sources,
                   protocol::JsonView arguments);

// ---- handlers/evaluate.cpp
Answer evaluate(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer setExpression(session::StoppedProgram& program, Sources& sources,
                     protocol::JsonView arguments);
Answer completions(session::StoppedProgram& program, Sources& sources,
                   protocol::JsonView arguments);

// ---- handlers/editor_views.cpp: not in the protocol
// The nodes of a graph's frame that have run, and its values.
Answer graphState(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
// The variables of a frame in all engines that have stopped at its place.
Answer compareFrames(session::StoppedProgram& program, Sources& sources,
                     protocol::JsonView arguments);

// ---- handlers/sources.cpp
Answer source(Session& session, protocol::JsonView arguments);
Answer modules(session::StoppedProgram& program, Sources& sources, protocol::JsonView arguments);
Answer loadedSources(session::StoppedProgram& program, Sources& sources,
                     protocol::JsonView arguments);

}  // namespace ts::dap
