-- Breakpoints are signs, so they move with the text. A breakpoint lives as long as its buffer.
local M = {}

local group = 'jitscope_breakpoints'
local conditions = {} -- by the number of the sign

vim.fn.sign_define('JitScopeBreakpoint', { text = '●', texthl = 'DiagnosticError' })
vim.fn.sign_define('JitScopeCondition', { text = '◆', texthl = 'DiagnosticError' })

local function signs_of(buffer, line)
  local where = line and { group = group, lnum = line } or { group = group }
  return vim.fn.sign_getplaced(buffer, where)[1].signs
end

local function place(buffer, line, condition)
  local sign = vim.fn.sign_place(
    0,
    group,
    condition and 'JitScopeCondition' or 'JitScopeBreakpoint',
    buffer,
    { lnum = line, priority = 20 }
  )
  conditions[sign] = condition
end

local function remove(buffer, sign)
  vim.fn.sign_unplace(group, { buffer = buffer, id = sign.id })
  conditions[sign.id] = nil
end

--- Sets a breakpoint on the cursor's line, or removes it. With a condition, sets it or changes its condition.
function M.toggle(condition)
  local buffer, line = vim.api.nvim_get_current_buf(), vim.fn.line('.')
  local found = signs_of(buffer, line)
  for _, sign in ipairs(found) do
    remove(buffer, sign)
  end
  if condition or #found == 0 then
    place(buffer, line, condition)
  end
end

--- The breakpoints of a buffer, as the protocol wants them.
function M.of(buffer)
  local found = {}
  for _, sign in ipairs(signs_of(buffer)) do
    table.insert(found, { line = sign.lnum, condition = conditions[sign.id] })
  end
  return found
end

--- The buffers with breakpoints.
function M.buffers()
  return vim.tbl_filter(function(buffer)
    return vim.api.nvim_buf_is_loaded(buffer) and #signs_of(buffer) > 0
  end, vim.api.nvim_list_bufs())
end

--- Moves the signs of a buffer to the lines that the adapter has answered, and removes signs of lines without code. Returns messages
--- about the latter.
function M.confirm(buffer, answered)
  local messages, given = {}, M.of(buffer)
  for _, sign in ipairs(signs_of(buffer)) do
    remove(buffer, sign)
  end
  for i, breakpoint in ipairs(answered) do
    if breakpoint.verified and breakpoint.line and #signs_of(buffer, breakpoint.line) == 0 then
      place(buffer, breakpoint.line, given[i] and given[i].condition)
    elseif breakpoint.message then
      table.insert(messages, breakpoint.message)
    end
  end
  return messages
end

return M
