-- Defines the commands, which work with setup() and with vim.lsp.enable(). Each command loads its module on first use.
if vim.g.loaded_jitscope or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_jitscope = true

local function options()
  return require('jitscope').options or require('jitscope').defaults
end

vim.api.nvim_create_user_command('JitScopeGraph', function(command)
  require('jitscope.graph').show(options(), command.fargs[1] or 'ir', command.fargs[2])
end, {
  nargs = '*',
  complete = function()
    return { 'ir', 'code', 'svg' }
  end,
  desc = 'Show the IR, the code or the graph of the function around the cursor',
})
vim.api.nvim_create_user_command('JitScopeJump', function()
  require('jitscope.ir').jump(options())
end, { desc = 'Go from a line of Python to its node in the IR beside it, or back' })
vim.api.nvim_create_user_command(
  'JitScopeCompare',
  function(command)
    require('jitscope.compare').ask(options(), command.args ~= '' and command.args or nil)
  end,
  { nargs = '?', desc = 'Run the function around the cursor eager, scripted and traced, and show where they diverge' }
)
vim.api.nvim_create_user_command('JitScopeDebug', function(command)
  if command.bang then
    return require('jitscope.dap').debug_file(options())
  end
  require('jitscope.dap').debug(options(), command.args ~= '' and command.args or nil)
end, {
  nargs = '?',
  bang = true,
  desc = 'Debug the function around the cursor eager, scripted and traced; with !, the file as a script',
})
vim.api.nvim_create_user_command('JitScopeBreakpoint', function(command)
  require('jitscope.debugger.session').toggle_breakpoint(command.args ~= '' and command.args or nil)
end, { nargs = '*', desc = 'Set or remove a breakpoint on this line; with an argument, set it with this condition' })
vim.api.nvim_create_user_command('JitScopeContinueInEager', function()
  require('jitscope.debugger.session').continue_in_eager()
end, { desc = 'Run the call of the chosen scripted frame in Python, from its start' })
vim.api.nvim_create_user_command('JitScopeDebugStop', function()
  require('jitscope.debugger.session').stop()
end, { desc = 'End the debugged program; without one, close the windows of the debugger' })
vim.api.nvim_create_user_command('JitScopeArguments', function(command)
  require('jitscope.graph').change_arguments(command.args ~= '' and command.args or nil)
end, { nargs = '?', desc = 'Change the arguments with which the class around the cursor is constructed' })
vim.api.nvim_create_user_command('JitScopeRestart', function()
  require('jitscope').restart()
end, { desc = 'Restart the servers' })

-- Sources that are built into the server.
vim.api.nvim_create_autocmd('BufReadCmd', {
  group = vim.api.nvim_create_augroup('jitscope-library', { clear = true }),
  pattern = 'jitscope-library://*',
  callback = function(event)
    require('jitscope.library').load(event.buf, event.match)
  end,
})

-- Client commands for the code lenses of the server.
vim.lsp.commands = vim.lsp.commands or {}
vim.lsp.commands['jitscope.showGraph'] = function(command)
  require('jitscope.graph').show(options(), 'ir', command.arguments[2])
end
vim.lsp.commands['jitscope.compare'] = function(command)
  require('jitscope.compare').ask(options(), command.arguments[2])
end
vim.lsp.commands['jitscope.debug'] = function(command)
  require('jitscope.dap').debug(options(), command.arguments[2])
end
