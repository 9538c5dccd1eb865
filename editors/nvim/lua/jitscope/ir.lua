-- Links the IR of a function and its Python file. The comment of each node contains its place in the file. The lines that belong to
-- the cursor's line are marked in the other window, and jump() goes to them.
local M = {}

local namespace = vim.api.nvim_create_namespace('jitscope-ir')

-- The path, the 1-based line and the 0-based column of a node: "  %3 : int = ... # /p/net.py:12:4" -> /p/net.py, 12, 4.
local function place_of(text)
  local path, line, column = text:match('# (.+):(%d+):(%d+)%s*$')
  if path then
    return path, math.max(tonumber(line), 1), tonumber(column)
  end
end

-- Whether a path in a comment is the file `name`. A relative path has an unknown base folder, so it matches the end of the name.
local function is_of(path, name)
  return path == name or (path:sub(1, 1) ~= '/' and name:sub(-#path - 1) == '/' .. path)
end

local function lines_of(ir, name, wanted)
  local found = {}
  for number, text in ipairs(vim.api.nvim_buf_get_lines(ir, 0, -1, false)) do
    local path, line = place_of(text)
    if path and line == wanted and is_of(path, name) then
      table.insert(found, number)
    end
  end
  return found
end

local function is_ir(buffer)
  return vim.bo[buffer].filetype == 'jitscope-ir'
end

-- The windows of this tab to link with the buffer: windows with IR for Python, windows without IR for IR.
local function counterparts(buffer)
  local found = {}
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local other = vim.api.nvim_win_get_buf(window)
    if is_ir(other) ~= is_ir(buffer) then
      table.insert(found, { window = window, buffer = other, path = vim.api.nvim_buf_get_name(other) })
    end
  end
  return found
end

-- The lines in `other` that belong to the cursor's line in `buffer`.
local function matching(buffer, other)
  local here = vim.api.nvim_win_get_cursor(0)[1]
  if is_ir(other.buffer) then
    return lines_of(other.buffer, vim.api.nvim_buf_get_name(buffer), here)
  end
  local path, line, column = place_of(vim.api.nvim_get_current_line())
  if path and is_of(path, other.path) and line <= vim.api.nvim_buf_line_count(other.buffer) then
    return { line }, column
  end
  return {}
end

local function follow()
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  for _, other in ipairs(counterparts(buffer)) do
    vim.api.nvim_buf_clear_namespace(other.buffer, namespace, 0, -1)
    local lines = matching(buffer, other)
    for _, line in ipairs(lines) do
      vim.api.nvim_buf_set_extmark(
        other.buffer,
        namespace,
        line - 1,
        0,
        { end_row = line, hl_group = 'Visual', hl_eol = true }
      )
    end
    local first, last = vim.fn.line('w0', other.window), vim.fn.line('w$', other.window)
    if lines[1] and (lines[1] < first or lines[1] > last) then
      vim.api.nvim_win_set_cursor(other.window, { lines[1], 0 })
    end
  end
end

--- Marks and scrolls IR and Python windows with the cursor from now on.
function M.watch()
  local group = vim.api.nvim_create_augroup('jitscope-ir', { clear = true })
  vim.api.nvim_create_autocmd('CursorMoved', {
    group = group,
    callback = function(event)
      if is_ir(event.buf) or vim.bo[event.buf].filetype == 'python' then
        follow()
      end
    end,
  })
end

--- Goes from a line of Python to its first node in the IR, or from a node to its line. Opens the IR if it is not visible.
function M.jump(options)
  local buffer = vim.api.nvim_get_current_buf()
  if not is_ir(buffer) and #counterparts(buffer) == 0 then
    require('jitscope.graph').show(options, 'ir')
  end
  for _, other in ipairs(counterparts(buffer)) do
    local lines, column = matching(buffer, other)
    if lines[1] then
      vim.api.nvim_set_current_win(other.window)
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(other.window, { lines[1], column or 0 })
      if not column then
        vim.cmd('normal! ^')
      end
      return
    end
  end
  vim.notify('jitscope: this line has no counterpart', vim.log.levels.INFO)
end

return M
