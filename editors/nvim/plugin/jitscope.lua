-- The commands are there whichever way the server is configured; what they do is loaded when one of them is used.
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
  desc = 'Show what the function around the cursor compiles to',
})
vim.api.nvim_create_user_command('JitScopeJump', function()
  require('jitscope.ir').jump(options())
end, { desc = "Go from a line of Python to its node in the IR beside it, or back" })
vim.api.nvim_create_user_command('JitScopeCompare', function(command)
  require('jitscope.compare').ask(options(), command.args ~= '' and command.args or nil)
end, { nargs = '?', desc = 'Run the function around the cursor eager, scripted and traced, and show where they part' })
vim.api.nvim_create_user_command('JitScopeRestart', function()
  require('jitscope').restart()
end, { desc = 'Start the servers anew' })

-- What the server's code lenses call.
vim.lsp.commands = vim.lsp.commands or {}
vim.lsp.commands['jitscope.showGraph'] = function(command)
  require('jitscope.graph').show(options(), 'ir', command.arguments[2])
end
vim.lsp.commands['jitscope.compare'] = function(command)
  require('jitscope.compare').ask(options(), command.arguments[2])
end
