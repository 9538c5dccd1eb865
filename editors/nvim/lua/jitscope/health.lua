-- :checkhealth jitscope
local M = {}

-- Neovim 0.7 has only the names report_*.
local health = vim.health or require('health')
local start, ok = health.start or health.report_start, health.ok or health.report_ok
local warn, err = health.warn or health.report_warn, health.error or health.report_error

local function check_program(program, purpose)
  if vim.fn.executable(program) == 0 then
    return false
  end
  local version = vim.trim(vim.fn.system({ program, '--version' }))
  if vim.v.shell_error == 0 then
    ok(('%s: %s'):format(purpose, version))
  else
    err(('%s: %s does not start: %s'):format(purpose, program, version))
  end
  return true
end

-- The number of JitScope servers. Neovim 0.10 renamed the list of clients.
local function running()
  local count = 0
  for _, client in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if client.name == 'jitscope' then
      count = count + 1
    end
  end
  return count
end

function M.check()
  start('jitscope')
  if vim.fn.has('nvim-0.7') == 0 then
    err('Neovim 0.7 or later is needed')
  end
  local options = require('jitscope').options
  if not options then
    if running() == 0 then
      warn(
        'no server is configured',
        { "require('jitscope').setup({})", "or, from Neovim 0.11 on: vim.lsp.enable('jitscope')" }
      )
    end
    options = require('jitscope').defaults
  end
  if not check_program(options.cmd[1], 'the language server') then
    err(
      options.cmd[1] .. ' is not executable',
      { 'put tsls on the PATH, or pass its path to setup() as cmd = { ... }' }
    )
  end
  if not check_program(options.tsviz, 'graphs') then
    warn(
      options.tsviz .. ' is not executable, so :JitScopeGraph fails',
      { 'put tsviz on the PATH, or pass its path to setup() as tsviz' }
    )
  end
  if not check_program(options.tsdbg, 'comparisons') then
    warn(
      options.tsdbg .. ' is not executable, so :JitScopeCompare fails',
      { 'put tsdbg on the PATH, or pass its path to setup() as tsdbg' }
    )
  end
  ok(('%d servers run'):format(running()))
end

return M
