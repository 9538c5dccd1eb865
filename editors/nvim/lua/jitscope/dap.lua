-- The adapter and the configurations that nvim-dap needs to debug Python files with `tsdbg dap`.
local M = {}

function M.tables(options)
  local function launch(name, more)
    return vim.tbl_extend('force', { type = 'torchscript', request = 'launch', name = name, program = '${file}' }, more)
  end
  return {
    adapter = { type = 'executable', command = options.tsdbg, args = { 'dap' } },
    configurations = {
      launch('JitScope: current file', {}),
      launch('JitScope: current file, torch.jit off', { jit = 'off' }),
    },
  }
end

--- Adds the tables to nvim-dap, if it is installed, and returns them.
function M.register(options)
  local tables = M.tables(options)
  local installed, dap = pcall(require, 'dap')
  if installed then
    dap.adapters.torchscript = tables.adapter
    dap.configurations.python = vim.list_extend(dap.configurations.python or {}, tables.configurations)
  end
  return tables
end

--- Asks for the arguments of a call of the function or class `name`, and debugs it with nvim-dap by all engines in lock-step.
function M.debug(options, name)
  local installed, dap = pcall(require, 'dap')
  if not installed then
    return vim.notify('jitscope: debugging needs the plugin nvim-dap; see :help jitscope-debug', vim.log.levels.ERROR)
  end
  dap.adapters.torchscript = M.tables(options).adapter
  local path = vim.api.nvim_buf_get_name(0)
  name = name or require('jitscope.graph').name_at_cursor()
  if path == '' or not name then
    return vim.notify('jitscope: the cursor is not in a function or class of a saved file', vim.log.levels.ERROR)
  end
  vim.ui.input({ prompt = ('Debug %s on inputs: '):format(name) }, function(inputs)
    if inputs then
      dap.run({
        type = 'torchscript',
        request = 'launch',
        name = 'JitScope: ' .. name,
        target = path .. ':' .. name,
        init = require('jitscope.constructions').remembered(path, name),
        inputs = inputs,
        engines = { 'eager', 'script', 'trace' },
        stopOnEntry = true,
      })
    end
  end)
end

return M
