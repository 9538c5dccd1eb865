-- A debugging session without nvim-dap: one program at a time, its stops, and the keys that move it.
local M = {}

local Adapter = require('jitscope.debugger.adapter')
local breakpoints = require('jitscope.debugger.breakpoints')
local views = require('jitscope.debugger.views')

vim.fn.sign_define('JitScopeStop', { text = '▶', texthl = 'DiagnosticInfo', linehl = 'Visual' })
vim.fn.sign_define('JitScopeOtherStop', { text = '▷', texthl = 'DiagnosticHint' })

local sign_group = 'jitscope_stop'
-- The running session: its adapter, the window of the source, the engines with their stacks while they are stopped, the chosen engine
-- and frame, and the scopes of the frame.
local session

local function problem(message)
  vim.notify('jitscope: ' .. message, vim.log.levels.ERROR)
end

-- ---- the place

local function engine()
  return session.engines[session.engine]
end

local function frame()
  return engine() and engine().frames[session.frame]
end

local function place_sign(name, shown)
  local path = shown and shown.source and shown.source.path
  local buffer = path and vim.fn.bufadd(path)
  if buffer then
    vim.fn.bufload(buffer)
    vim.fn.sign_place(
      0,
      sign_group,
      name,
      buffer,
      { lnum = shown.line, priority = name == 'JitScopeStop' and 30 or 25 }
    )
  end
  return buffer
end

-- Marks the places of all engines, and shows that of the chosen frame.
local function show_place()
  vim.fn.sign_unplace(sign_group)
  for _, other in ipairs(session.engines) do
    if other ~= engine() then
      place_sign('JitScopeOtherStop', other.frames[1])
    end
  end
  local buffer = place_sign('JitScopeStop', frame())
  if not buffer then
    return
  end
  if not vim.api.nvim_win_is_valid(session.window) then
    session.window = vim.api.nvim_get_current_win()
  end
  vim.bo[buffer].buflisted = true
  local window = session.window
  if vim.api.nvim_win_get_buf(window) ~= buffer then
    vim.api.nvim_win_call(window, function()
      -- A changed buffer cannot be left without 'hidden'.
      if not pcall(vim.api.nvim_win_set_buf, window, buffer) then
        vim.cmd('split')
        session.window = vim.api.nvim_get_current_win()
        vim.api.nvim_win_set_buf(session.window, buffer)
      end
    end)
  end
  vim.api.nvim_win_set_cursor(session.window, { math.min(frame().line, vim.api.nvim_buf_line_count(buffer)), 0 })
end

-- ---- the scopes

local fetch_scopes

local function short(text, most)
  return #text > most and text:sub(1, most) .. '…' or text
end

-- The function, while the current stop lasts.
local function at_this_stop(act)
  local stop = session.stop
  return function()
    if session and session.stop == stop then
      act()
    end
  end
end

local function add_variables(shown, parent, depth)
  for _, variable in ipairs(parent.children or {}) do
    local opens = variable.variablesReference > 0
    local is_open = variable.children ~= nil
    table.insert(shown, {
      text = ('%s%s %s: %s'):format(
        ('  '):rep(depth),
        opens and (is_open and '▾' or '▸') or ' ',
        variable.name,
        short(variable.value, 200)
      ),
      act = opens and at_this_stop(function()
        session.open[variable.path] = not is_open or nil
        fetch_scopes()
      end),
    })
    add_variables(shown, variable, depth + 1)
  end
end

local function show_scopes()
  local shown = {}
  local function add(text, act)
    table.insert(shown, { text = text, act = act and at_this_stop(act) })
  end
  if #session.engines > 1 then
    add('Engines')
    for i, one in ipairs(session.engines) do
      local at = one.frames[1]
      add(
        ('%s %s  %s'):format(
          i == session.engine and '▶' or '▷',
          one.name,
          at and ('%s:%d'):format(vim.fn.fnamemodify(at.source.path, ':t'), at.line) or 'runs'
        ),
        at and function()
          M.choose(i, 1)
        end or nil
      )
    end
  end
  add('Stack')
  for i, one in ipairs(engine() and engine().frames or {}) do
    add(('%s %s:%d'):format(i == session.frame and '▶' or ' ', one.name, one.line), function()
      M.choose(session.engine, i)
    end)
  end
  for _, scope in ipairs(session.scopes) do
    add(('%s %s'):format(scope.children and '▾' or '▸', scope.name), function()
      session.open[scope.path] = not scope.children or nil
      fetch_scopes()
    end)
    add_variables(shown, scope, 1)
  end
  views.set_scopes(shown)
end

-- Fetches the parts of a value, and of those parts that are open. Calls done() at the end.
local function fetch_parts(parent, stop, done)
  session.adapter:request('variables', { variablesReference = parent.variablesReference, count = 200 }, function(body)
    if not session or session.stop ~= stop then
      return
    end
    parent.children = body and body.variables or {}
    local waiting = 1
    local function one_less()
      waiting = waiting - 1
      if waiting == 0 then
        done()
      end
    end
    for _, variable in ipairs(parent.children) do
      variable.path = parent.path .. '/' .. variable.name
      if session.open[variable.path] and variable.variablesReference > 0 then
        waiting = waiting + 1
        fetch_parts(variable, stop, one_less)
      end
    end
    one_less()
  end)
end

function fetch_scopes()
  local stop = session.stop
  if not frame() then
    session.scopes = {}
    return show_scopes()
  end
  session.adapter:request('scopes', { frameId = frame().id }, function(body)
    if not body or not session or session.stop ~= stop then
      return
    end
    local waiting = 1
    local function one_less()
      waiting = waiting - 1
      if waiting == 0 then
        session.scopes = body.scopes
        show_scopes()
      end
    end
    for _, scope in ipairs(body.scopes) do
      scope.path = scope.name
      if session.open[scope.path] then
        waiting = waiting + 1
        fetch_parts(scope, stop, one_less)
      end
    end
    one_less()
  end)
end

--- Chooses an engine and a frame of its stack by their numbers.
function M.choose(number, frame_number)
  session.engine, session.frame = number, frame_number
  show_place()
  fetch_scopes()
end

-- ---- stops

-- The frames of the user's code; all of them if there are none.
local function shown_frames(frames)
  local own = vim.tbl_filter(function(one)
    return one.presentationHint ~= 'subtle' and one.source and one.source.path
  end, frames)
  return own
end

local function on_stopped(body)
  session.stop = session.stop + 1
  local stop = session.stop
  if body.text then
    views.say(('%s: %s'):format(body.description or body.reason, body.text))
  end
  session.adapter:request('threads', nil, function(answer)
    if not answer or not session or session.stop ~= stop then
      return
    end
    local engines, waiting = {}, #answer.threads
    local focus = 1
    for i, thread in ipairs(answer.threads) do
      engines[i] = { id = thread.id, name = thread.name, frames = {} }
      if thread.id == body.threadId then
        focus = i
      end
      session.adapter:request('stackTrace', { threadId = thread.id }, function(stack)
        if not session or session.stop ~= stop then
          return
        end
        engines[i].frames = shown_frames(stack and stack.stackFrames or {})
        waiting = waiting - 1
        if waiting == 0 then
          session.engines = engines
          session.is_stopped = true
          M.choose(focus, 1)
        end
      end)
    end
  end)
end

local keys = {
  { '<F5>', 'resume', 'Continue' },
  { '<F6>', 'step_back', 'Step back' },
  { '<F7>', 'reverse', 'Continue backwards' },
  { '<F8>', 'pause', 'Pause' },
  { '<F9>', 'toggle_breakpoint', 'Set or remove a breakpoint' },
  { '<F10>', 'step_over', 'Step over' },
  { '<F11>', 'step_into', 'Step into' },
  { '<F12>', 'step_out', 'Step out' },
}

-- Keys of the user stay as they are.
local function set_keys()
  for _, key in ipairs(keys) do
    if vim.fn.maparg(key[1], 'n') == '' then
      vim.keymap.set('n', key[1], M[key[2]], { desc = 'JitScope: ' .. key[3] })
      session.keys[key[1]] = true
    end
  end
end

local function finish(message)
  if not session then
    return
  end
  for key in pairs(session.keys) do
    pcall(vim.keymap.del, 'n', key)
  end
  vim.fn.sign_unplace(sign_group)
  session = nil
  views.say(message)
  views.set_scopes({ { text = message } })
end

local function send_breakpoints(buffer, done)
  local path = vim.api.nvim_buf_get_name(buffer)
  session.adapter:request(
    'setBreakpoints',
    { source = { path = path }, breakpoints = breakpoints.of(buffer) },
    function(body, wrong)
      for _, message in ipairs(body and breakpoints.confirm(buffer, body.breakpoints) or { wrong }) do
        problem(message)
      end
      if done then
        done()
      end
    end
  )
end

local function configure()
  for _, buffer in ipairs(breakpoints.buffers()) do
    send_breakpoints(buffer)
  end
  session.adapter:request('setExceptionBreakpoints', { filters = { 'uncaught', 'divergence' } })
  session.adapter:request('configurationDone')
end

local events = {
  initialized = configure,
  stopped = function(body)
    if not body.preserveFocusHint then
      on_stopped(body)
    end
  end,
  output = function(body)
    if body.category ~= 'telemetry' then
      views.say(body.output)
    end
  end,
  terminated = function()
    session.adapter:stop()
  end,
}

--- Starts a program or a target with the configuration of a launch request.
function M.start(options, configuration)
  if session then
    return problem('a program is debugged already; :JitScopeDebugStop ends it')
  end
  if vim.fn.executable(options.tsdbg) == 0 then
    return problem(options.tsdbg .. ' is not executable; see :help jitscope-debug')
  end
  local adapter, wrong = Adapter.start(options.tsdbg, function(name, body)
    if session and events[name] then
      events[name](body)
    end
  end, function(status, errors)
    finish(status == 0 and 'The program has ended.' or ('tsdbg ended with status %d: %s'):format(status, errors))
  end)
  if not adapter then
    return problem(wrong)
  end
  session = {
    adapter = adapter,
    window = vim.api.nvim_get_current_win(),
    engines = {},
    engine = 1,
    frame = 1,
    scopes = {},
    open = { Locals = true },
    stop = 0,
    keys = {},
    is_stopped = false,
  }
  views.open(M.evaluate)
  views.set_scopes({ { text = 'The program starts.' } })
  set_keys()
  adapter:request(
    'initialize',
    { adapterID = 'torchscript', linesStartAt1 = true, columnsStartAt1 = true, pathFormat = 'path' }
  )
  adapter:request('launch', configuration, function(body, message)
    if not body then
      problem(message)
      adapter:stop()
    end
  end)
end

-- ---- what keys and commands do

--- Whether a program is debugged.
function M.is_running()
  return session ~= nil
end

-- Sends a request that moves the chosen engine, or its chosen frame.
local function move(command, of_frame)
  if not session or not session.is_stopped then
    return problem(
      session and 'the program runs; <F8> pauses it' or 'no program is debugged; :JitScopeDebug starts one'
    )
  end
  local of = of_frame and { frameId = frame().id } or { threadId = engine().id }
  session.is_stopped = false
  local stop = session.stop
  session.adapter:request(command, of, function(body, message)
    if not body and session and session.stop == stop then
      session.is_stopped = true
      problem(message)
    end
  end)
end

for name, command in pairs({
  resume = 'continue',
  step_over = 'next',
  step_into = 'stepIn',
  step_out = 'stepOut',
  step_back = 'stepBack',
  reverse = 'reverseContinue',
}) do
  M[name] = function()
    move(command)
  end
end

--- Python runs the call of the chosen frame again, in place of the graph.
function M.continue_in_eager()
  move('continueInEager', true)
end

function M.pause()
  if session then
    session.adapter:request('pause', { threadId = engine() and engine().id or 1 })
  end
end

--- Sets or removes a breakpoint on the cursor's line, also while a program runs.
function M.toggle_breakpoint(condition)
  if vim.api.nvim_buf_get_name(0) == '' then
    return problem('the buffer has no file; save it first')
  end
  breakpoints.toggle(condition)
  if session then
    send_breakpoints(vim.api.nvim_get_current_buf())
  end
end

--- Runs Python in the chosen frame, and prints the result in the console.
function M.evaluate(text)
  if not text:match('%S') then
    return
  end
  if not session or not frame() then
    return views.say('no program is stopped')
  end
  session.adapter:request(
    'evaluate',
    { expression = text, frameId = frame().id, context = 'repl' },
    function(body, message)
      views.say(body and body.result or message)
      if body and session then
        fetch_scopes() -- a statement may have changed a value
      end
    end
  )
end

--- Ends the program; without a program, closes the windows.
function M.stop()
  if session then
    return session.adapter:stop()
  end
  views.close()
end

return M
