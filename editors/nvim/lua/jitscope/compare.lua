-- Runs a function or module eager, scripted and traced on the same inputs, in a terminal below.
local M = {}

--- Asks for the arguments of the call, as Python source, and compares.
function M.ask(options, name)
  local path = vim.api.nvim_buf_get_name(0)
  vim.ui.input({ prompt = ('Compare %s on inputs: '):format(name) }, function(inputs)
    if not inputs then
      return
    end
    vim.cmd('botright 15new')
    vim.fn.termopen({ options.tsdbg, 'compare', path .. ':' .. name, '--inputs', inputs })
  end)
end

return M
