-- Runs a function or module eager, scripted and traced on the same inputs, in a terminal below.
local M = {}

-- Inputs that are tried when those given show no difference: a trace agrees with what it was made from.
local others = '200'

--- Asks for the arguments of a call, as Python source, and compares: the named function or class of the current file, or the one
--- around the cursor.
function M.ask(options, name)
  name = name or require('jitscope.graph').name_at_cursor()
  if not name then
    return vim.notify('jitscope: there is no function or class around the cursor', vim.log.levels.ERROR)
  end
  if vim.fn.executable(options.tsdbg) == 0 then
    return vim.notify(('jitscope: %s is not to be found; see :help jitscope-compare'):format(options.tsdbg), vim.log.levels.ERROR)
  end
  local path = vim.api.nvim_buf_get_name(0)
  vim.ui.input({ prompt = ('Compare %s on inputs: '):format(name) }, function(inputs)
    if not inputs then
      return
    end
    vim.cmd('botright 15new')
    vim.fn.termopen({ options.tsdbg, 'compare', path .. ':' .. name, '--inputs', inputs, '--search', others })
  end)
end

return M
