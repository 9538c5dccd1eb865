-- Shows the graph of a function with tsviz: IR or TorchScript code in a window beside it, or an SVG in the system's viewer.
local M = {}

local endings = { ir = 'jitscope-ir', code = 'python' }

local function fail(message)
  vim.notify('jitscope: ' .. message, vim.log.levels.ERROR)
end

-- The name of the function or class at module level around the cursor: the nearest line above that begins with def or class.
function M.name_at_cursor()
  for line = vim.fn.line('.'), 1, -1 do
    local text = vim.fn.getline(line)
    local name = text:match('^class%s+([%w_\128-\255]+)') or text:match('^def%s+([%w_\128-\255]+)')
    if name then
      return name
    end
  end
end

-- Shows the call that the instance was constructed as, within one line of the screen.
local function show_note(options, path, name)
  local constructions = require('jitscope.constructions')
  local construction = constructions.remembered(path, name) and {} or constructions.describe(options, path, name)
  if construction.source then
    local call = construction.arguments and (': %s(%s)'):format(name, construction.arguments) or ''
    local note = 'constructed as in ' .. construction.source .. call
    vim.cmd('redraw') -- removes an earlier message, with which this one would not fit
    vim.api.nvim_echo({ { note:sub(1, vim.o.columns - 20) } }, false, {})
  end
end

local function show_text(options, name, format, lines)
  local title = ('jitscope://%s.%s'):format(name, format)
  local buffer = vim.fn.bufnr('^' .. vim.fn.escape(title, '*?[{\\') .. '$')
  local window = buffer ~= -1 and vim.fn.bufwinid(buffer) or -1
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, title)
  end
  vim.b[buffer].jitscope_root = require('jitscope').find_root(vim.api.nvim_buf_get_name(0), options.root_markers)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = endings[format]
  if window == -1 then
    if not require('jitscope').open_window('vertical rightbelow sbuffer ' .. buffer) then
      return
    end
    vim.wo.wrap = false
    vim.cmd('wincmd p')
  end
  if format == 'ir' then
    require('jitscope').start(options, buffer, vim.api.nvim_get_current_buf())
    require('jitscope.ir').watch()
  end
end

--- Shows a graph. format: 'ir', 'code' or 'svg'. name: a function or class of the current file; default: the one around the cursor.
function M.show(options, format, name)
  local path = vim.api.nvim_buf_get_name(0)
  name = name or M.name_at_cursor()
  if path == '' then
    return fail('the buffer has no file; save it first')
  end
  if not vim.tbl_contains({ 'ir', 'code', 'svg' }, format) then
    return fail(('%s is not a format: ir, code or svg'):format(format))
  end
  if not name then
    return fail('the cursor is not in a function or class')
  end
  if vim.fn.executable(options.tsviz) == 0 then
    return fail(options.tsviz .. ' is not executable; see :help jitscope-graph')
  end
  local file = vim.fn.tempname() .. (format == 'svg' and '.svg' or '')
  local arguments = { '--format=' .. format, '-o', file }
  require('jitscope.constructions').run(options, path, name, arguments, function(status, messages)
    if status ~= 0 then
      return fail(table.concat(messages, '\n'))
    end
    if format == 'svg' then
      vim.fn.jobstart({ vim.fn.has('mac') == 1 and 'open' or 'xdg-open', file }, { detach = true })
    else
      show_text(options, name, format, vim.fn.readfile(file))
      vim.fn.delete(file)
    end
    show_note(options, path, name)
  end)
end

--- Asks how to construct a class of the current file. name: default: the class around the cursor.
function M.change_arguments(name)
  local path = vim.api.nvim_buf_get_name(0)
  name = name or M.name_at_cursor()
  if path == '' or not name then
    return fail('the cursor is not in a class of a file')
  end
  require('jitscope.constructions').change(path, name, function() end)
end

return M
