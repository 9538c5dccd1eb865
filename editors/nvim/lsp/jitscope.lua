-- For Neovim 0.11 and later, which starts servers itself: vim.lsp.enable('jitscope'). What shall differ goes into
-- vim.lsp.config('jitscope', { ... }).
local defaults = require('jitscope').defaults

return {
  cmd = defaults.cmd,
  filetypes = defaults.filetypes,
  root_markers = defaults.root_markers,
  init_options = { commands = true },
}
