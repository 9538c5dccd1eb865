-- A connection to `tsdbg dap`: messages of the Debug Adapter Protocol over the standard streams of a process.
local Adapter = {}
Adapter.__index = Adapter

-- Takes the first whole message off the text. Returns the message and the rest; nil while the message is not complete.
local function take_message(text)
  local head_end, body_start = text:find('\r\n\r\n', 1, true)
  local length = head_end and tonumber(text:sub(1, head_end):match('Content%-Length: (%d+)'))
  if not length or #text < body_start + length then
    return nil, text
  end
  return vim.json.decode(text:sub(body_start + 1, body_start + length), { luanil = { object = true } }),
    text:sub(body_start + length + 1)
end

--- Starts the program. on_event(name, body) and on_exit(status) are called on the main loop. Returns nil and a message on failure.
function Adapter.start(command, on_event, on_exit)
  local self = setmetatable({ last = 0, waiting = {}, received = '', errors = '' }, Adapter)
  local input, output, errors = vim.loop.new_pipe(false), vim.loop.new_pipe(false), vim.loop.new_pipe(false)
  local process, problem
  process, problem = vim.loop.spawn(command, { args = { 'dap' }, stdio = { input, output, errors } }, function(status)
    for _, handle in ipairs({ process, input, output, errors }) do
      if not handle:is_closing() then
        handle:close()
      end
    end
    self.input = nil
    vim.schedule(function()
      on_exit(status, self.errors)
    end)
  end)
  if not process then
    return nil, ('%s cannot be started: %s'):format(command, problem)
  end
  self.input, self.process = input, process
  output:read_start(function(_, data)
    self.received = self.received .. (data or '')
    local message
    message, self.received = take_message(self.received)
    while message do
      local taken = message
      vim.schedule(function()
        self:handle(taken, on_event)
      end)
      message, self.received = take_message(self.received)
    end
  end)
  errors:read_start(function(_, data)
    self.errors = self.errors .. (data or '')
  end)
  return self
end

function Adapter:handle(message, on_event)
  if message.type == 'event' then
    return on_event(message.event, message.body or {})
  end
  local answered = self.waiting[message.request_seq]
  self.waiting[message.request_seq] = nil
  if answered then
    answered(message.success and (message.body or {}) or nil, message.message)
  end
end

--- Sends a request. answered(body, problem) gets nil as body when the request has failed.
function Adapter:request(command, arguments, answered)
  if not self.input then
    return
  end
  self.last = self.last + 1
  self.waiting[self.last] = answered
  local body =
    vim.json.encode({ seq = self.last, type = 'request', command = command, arguments = arguments or vim.empty_dict() })
  self.input:write(('Content-Length: %d\r\n\r\n%s'):format(#body, body))
end

--- Ends the process, also one that does not answer.
function Adapter:stop()
  self:request('disconnect', nil)
  vim.defer_fn(function()
    if self.input and not self.process:is_closing() then
      self.process:kill('sigkill')
    end
  end, 3000)
end

return Adapter
