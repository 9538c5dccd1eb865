-- The two windows of a session: the scopes at the right, and the console below, which evaluates what is typed there.
local M = {}

local titles = { scopes = 'jitscope://scopes', console = 'jitscope://console' }
local buffers = {}
local rows = {} -- by line of the scopes: what <CR> does there

local function buffer_of(kind)
  local buffer = buffers[kind]
  if buffer and vim.api.nvim_buf_is_valid(buffer) then
    return buffer
  end
  buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, titles[kind])
  buffers[kind] = buffer
  return buffer
end

local function show(kind, command)
  local buffer = buffer_of(kind)
  if vim.fn.bufwinid(buffer) ~= -1 then
    return
  end
  local window = vim.api.nvim_get_current_win()
  if require('jitscope').open_window(command) then
    vim.api.nvim_win_set_buf(0, buffer)
    for option, value in pairs({
      number = false,
      relativenumber = false,
      signcolumn = 'no',
      wrap = false,
      winfixwidth = kind == 'scopes',
    }) do
      vim.api.nvim_win_set_option(0, option, value)
    end
    vim.api.nvim_win_set_option(0, 'winfixheight', kind == 'console')
  end
  vim.api.nvim_set_current_win(window)
end

--- Opens both windows beside the current one. evaluate(text) is called for each line that is typed in the console.
function M.open(evaluate)
  show('console', 'botright 8split')
  show('scopes', 'vertical rightbelow 44split')
  local scopes, console = buffer_of('scopes'), buffer_of('console')
  vim.bo[scopes].modifiable = false
  vim.keymap.set('n', '<CR>', function()
    local act = rows[vim.fn.line('.')]
    if act then
      act()
    end
  end, { buffer = scopes, desc = 'Open or close a value; choose an engine or a frame' })
  vim.bo[console].buftype = 'prompt'
  vim.fn.prompt_setprompt(console, '> ')
  vim.fn.prompt_setcallback(console, evaluate)
  vim.bo[console].modified = false
end

function M.close()
  for _, buffer in pairs(buffers) do
    if vim.api.nvim_buf_is_valid(buffer) then
      vim.api.nvim_buf_delete(buffer, { force = true })
    end
  end
  buffers, rows = {}, {}
end

--- Shows the rows in the scopes: each has a text and perhaps a function `act`.
function M.set_scopes(shown)
  local buffer, lines = buffer_of('scopes'), {}
  rows = {}
  for i, row in ipairs(shown) do
    lines[i] = row.text:gsub('\n', ' ')
    rows[i] = row.act
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
end

--- Adds text above the console's prompt.
function M.say(text)
  local buffer = buffer_of('console')
  local lines = vim.split(text:gsub('\n$', ''), '\n')
  local last = vim.api.nvim_buf_line_count(buffer)
  vim.api.nvim_buf_set_lines(buffer, last - 1, last - 1, false, lines)
  vim.bo[buffer].modified = false
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_win_set_cursor(window, { vim.api.nvim_buf_line_count(buffer), 0 })
  end
end

return M
