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

return M
