-- The configuration for vim.lsp.enable('jitscope') in Neovim 0.11 and later. vim.lsp.config('jitscope', { ... }) changes its defaults.
local defaults = require('jitscope').defaults

return {
  cmd = defaults.cmd,
  filetypes = defaults.filetypes,
  root_markers = defaults.root_markers,
  init_options = { commands = true, librarySources = true },
  on_attach = function(_, buffer)
    require('jitscope').on_attach(defaults, buffer)
  end,
}
