-- Starts debugging with `tsdbg dap`: with nvim-dap if it is installed, else with the plugin's own client.
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

--- Adds the tables to nvim-dap, if it is installed, and returns them. Entries of nvim-dap with these names stay.
function M.register(options)
  local tables = M.tables(options)
  local installed, dap = pcall(require, 'dap')
  if installed then
    dap.adapters.torchscript = dap.adapters.torchscript or tables.adapter
    dap.configurations.python = dap.configurations.python or {}
    local known = {}
    for _, configuration in ipairs(dap.configurations.python) do
      known[configuration.name] = true
    end
    for _, configuration in ipairs(tables.configurations) do
      if not known[configuration.name] then
        table.insert(dap.configurations.python, configuration)
      end
    end
  end
  return tables
end

local function start(options, configuration)
  configuration = vim.tbl_extend('force', { type = 'torchscript', request = 'launch' }, configuration)
  local installed, dap = pcall(require, 'dap')
  require('jitscope').save_python()
  if installed then
    M.register(options)
    return dap.run(configuration)
  end
  require('jitscope.debugger.session').start(options, configuration)
end

--- Debugs the current file as a script.
function M.debug_file(options)
  local path = vim.api.nvim_buf_get_name(0)
  if path == '' then
    return vim.notify('jitscope: the buffer has no file; save it first', vim.log.levels.ERROR)
  end
  start(options, { name = 'JitScope: ' .. vim.fn.fnamemodify(path, ':t'), program = path, stopOnEntry = true })
end

--- Asks for the arguments of a call of the function or class `name`, and debugs it by all engines in lock-step.
function M.debug(options, name)
  local path = vim.api.nvim_buf_get_name(0)
  name = name or require('jitscope.graph').name_at_cursor()
  if path == '' or not name then
    return vim.notify('jitscope: the cursor is not in a function or class of a saved file', vim.log.levels.ERROR)
  end
  vim.ui.input({ prompt = ('Debug %s on inputs: '):format(name) }, function(inputs)
    if inputs then
      start(options, {
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
