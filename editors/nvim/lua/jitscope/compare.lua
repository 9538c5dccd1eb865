-- Runs a function or module eager, scripted and traced on the same inputs, in a terminal below.
local M = {}

-- The number of other inputs to try when the engines agree: a trace always agrees on the inputs that it was recorded with.
local search_tries = '200'

--- Asks for the arguments of a call, as Python source, and compares the engines on it. name: a function or class of the current file;
--- default: the one around the cursor.
function M.ask(options, name)
  if vim.api.nvim_buf_get_name(0) == '' then
    return vim.notify('jitscope: the buffer has no file; save it first', vim.log.levels.ERROR)
  end
  name = name or require('jitscope.graph').name_at_cursor()
  if not name then
    return vim.notify('jitscope: the cursor is not in a function or class', vim.log.levels.ERROR)
  end
  if vim.fn.executable(options.tsdbg) == 0 then
    return vim.notify(
      ('jitscope: %s is not executable; see :help jitscope-compare'):format(options.tsdbg),
      vim.log.levels.ERROR
    )
  end
  local path = vim.api.nvim_buf_get_name(0)
  vim.ui.input({ prompt = ('Compare %s on inputs: '):format(name) }, function(inputs)
    if not inputs then
      return
    end
    require('jitscope').save_python()
    local constructions = require('jitscope.constructions')
    local function start()
      if not require('jitscope').open_window('botright 15new') then
        return
      end
      local command = vim.list_extend({ options.tsdbg, 'compare' }, constructions.target(options, path, name))
      vim.fn.termopen(vim.list_extend(command, { '--inputs', inputs, '--search', search_tries }))
    end
    if vim.fn.executable(options.tsviz) == 0 then
      return start()
    end
    -- A terminal cannot ask for missing arguments of the constructor.
    constructions.run(options, path, name, { '--format=ir', '-o', '/dev/null' }, start)
  end)
end

return M
