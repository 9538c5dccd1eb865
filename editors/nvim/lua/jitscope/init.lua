-- JitScope for Neovim: starts tsls for Python files and TorchScript IR. Neovim's own LSP client does the rest.
local M = {}

M.defaults = {
  -- The language server, with its arguments.
  cmd = { 'tsls' },
  -- The program for graphs.
  tsviz = 'tsviz',
  -- The program for comparisons of engines and for debugging.
  tsdbg = 'tsdbg',
  filetypes = { 'python', 'jitscope-ir' },
  -- The project of a file is the nearest folder above it that contains one of these.
  root_markers = { 'jitscope.toml', 'pyproject.toml', 'setup.py', 'setup.cfg', '.git' },
  -- The code to check: 'auto', what the workspace passes to torch.jit; 'explicit', what a file itself passes when it runs; or 'all', all
  -- functions and module classes.
  roots = nil,
  -- The PyTorch to agree with: '1.13', '2.6', '2.11', or 'auto', what the project says or has installed.
  torch = nil,
  -- The severity of problems of modules that nothing scripts: 'off', 'hint', 'information', 'warning' or 'error'.
  candidates = nil,
  -- The path of the Python interpreter whose packages are searched, in addition to the active environment and .venv.
  python = nil,
  -- Additional folders to search for imports, relative to the project's folder.
  import_paths = nil,
  -- Whether types that TorchScript infers show in the text, in Neovim 0.10 and later.
  inlay_hints = true,
  -- All other options go to the LSP client unchanged: on_attach, capabilities, on_exit, ...
}

local own_options = {
  tsviz = true,
  tsdbg = true,
  filetypes = true,
  root_markers = true,
  roots = true,
  torch = true,
  candidates = true,
  python = true,
  import_paths = true,
  inlay_hints = true,
  on_attach = true,
}

local function exists(path)
  return vim.loop.fs_stat(path) ~= nil
end

--- The project folder of a file: the nearest folder with a marker, else the folder of the file.
function M.find_root(path, markers)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local at = folder
  while true do
    for _, marker in ipairs(markers) do
      if exists(at .. '/' .. marker) then
        return at
      end
    end
    local parent = vim.fn.fnamemodify(at, ':h')
    if parent == at then
      return folder
    end
    at = parent
  end
end

--- Prepares a buffer for its client: completion with CTRL-X CTRL-O, definitions with CTRL-], inlay hints.
function M.on_attach(options, buffer)
  -- Neovim 0.8 and later set both options. A value from the user stays; the file type's own completion does not know TorchScript.
  local omnifunc = vim.bo[buffer].omnifunc
  if omnifunc == '' or omnifunc:match('^python3?complete#') then
    vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
  end
  if vim.bo[buffer].tagfunc == '' then
    vim.bo[buffer].tagfunc = 'v:lua.vim.lsp.tagfunc'
  end
  if options.inlay_hints and vim.lsp.inlay_hint then
    pcall(vim.lsp.inlay_hint.enable, true, { bufnr = buffer })
  end
end

local function problem(message)
  vim.notify('jitscope: ' .. message, vim.log.levels.ERROR)
end

--- Runs a command that opens a window. Returns false, with a message to the user, when the screen has no room for it.
function M.open_window(command)
  if pcall(vim.cmd, command) then
    return true
  end
  problem('the screen has no room for another window')
  return false
end

--- The Python buffers of files with changes that are not saved.
function M.unsaved_buffers()
  return vim.tbl_filter(function(buffer)
    local options = vim.bo[buffer]
    return options.modified
      and options.filetype == 'python'
      and options.buftype == ''
      and vim.api.nvim_buf_get_name(buffer) ~= ''
  end, vim.api.nvim_list_bufs())
end

--- Saves all Python files: tsdbg reads them, as a debugger does.
function M.save_python()
  for _, buffer in ipairs(M.unsaved_buffers()) do
    vim.api.nvim_buf_call(buffer, function()
      vim.cmd('silent write')
    end)
  end
end

-- Calls a function of the LSP client, which raises errors for a wrong configuration.
local function protected(call, ...)
  local fine, result = pcall(call, ...)
  if fine then
    return result
  end
  problem('the server can not be started: ' .. tostring(result))
end

local clients = {} -- by project folder

-- Attaches a client to the buffer. Neovim 0.8 and later share clients by name and folder; in 0.7 this function does.
local function attach(config, buffer)
  if vim.lsp.start then
    return protected(vim.lsp.start, config, { bufnr = buffer })
  end
  local root = config.root_dir
  local id = clients[root]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = protected(vim.lsp.start_client, config)
    clients[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
  return id
end

-- The JitScope client of a buffer, from setup() or from vim.lsp.enable().
local function client_of(buffer)
  for _, client in
    pairs(vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer))
  do
    if client.name == 'jitscope' then
      return client
    end
  end
end

--- Attaches a server to the buffer: the server of the buffer `like`, if it has one. Returns the id of the client; nil when the buffer
--- is not a file or the server is not executable.
function M.start(options, buffer, like)
  local known = like and client_of(like)
  if known then
    vim.lsp.buf_attach_client(buffer, known.id)
    return known.id
  end
  local name = vim.api.nvim_buf_get_name(buffer)
  local is_shown_ir = name:match('^jitscope://.*%.ir$')
  if name == '' or (vim.bo[buffer].buftype ~= '' and not is_shown_ir) then
    return nil
  end
  if vim.fn.executable(options.cmd[1]) == 0 then
    vim.notify_once('jitscope: ' .. options.cmd[1] .. ' is not executable; see :help jitscope', vim.log.levels.WARN)
    return nil
  end
  local config = {
    name = 'jitscope',
    -- The IR of a file belongs to the project of the file, which graph.lua stores in jitscope_root.
    root_dir = vim.b[buffer].jitscope_root or M.find_root(name, options.root_markers),
    -- commands: the server may show code lenses for the commands in plugin/jitscope.lua. librarySources: library.lua opens its sources.
    init_options = {
      roots = options.roots,
      torch = options.torch,
      candidates = options.candidates,
      python = options.python,
      importPaths = options.import_paths,
      commands = true,
      librarySources = true,
    },
    on_attach = function(client, attached)
      M.on_attach(options, attached)
      if options.on_attach then
        options.on_attach(client, attached)
      end
    end,
  }
  for key, value in pairs(options) do
    if not own_options[key] then
      config[key] = value
    end
  end
  return attach(config, buffer)
end

--- Restarts each server with its configuration and its buffers.
function M.restart()
  for _, client in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if client.name == 'jitscope' then
      local buffers = vim.lsp.get_buffers_by_client_id(client.id)
      vim.lsp.stop_client(client.id)
      local id = protected(vim.lsp.start_client, client.config)
      clients[client.config.root_dir or ''] = id
      for _, buffer in ipairs(id and buffers or {}) do
        vim.lsp.buf_attach_client(buffer, id)
      end
    end
  end
end

-- Returns the first option of a wrong type, with the right type.
local function wrong_option(options)
  if type(options) ~= 'table' then
    return 'options', 'table'
  end
  local types = {
    tsviz = 'string',
    tsdbg = 'string',
    roots = 'string',
    torch = 'string',
    candidates = 'string',
    python = 'string',
    import_paths = 'table',
    on_attach = 'function',
  }
  for name, value in pairs(options) do
    local default = M.defaults[name]
    local wanted = types[name] or (default ~= nil and type(default)) or nil
    if wanted and type(value) ~= wanted then
      return name, wanted
    end
  end
end

--- Adds the adapter `torchscript` and configurations for Python files to nvim-dap, if it is installed. Returns them as a table.
function M.dap()
  return require('jitscope.dap').register(M.options or M.defaults)
end

--- Starts the plugin. options: changes to the defaults above. Call it once.
function M.setup(options)
  if options and type(options) == 'table' and type(options.cmd) == 'string' then
    options = vim.tbl_extend('force', options, { cmd = { options.cmd } })
  end
  local name, wanted = wrong_option(options or {})
  if name then
    return problem(('setup(): %s must be a %s; see :help jitscope-options'):format(name, wanted))
  end
  options = vim.tbl_extend('force', M.defaults, options or {})
  M.options = options
  local group = vim.api.nvim_create_augroup('jitscope', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = options.filetypes,
    callback = function(event)
      M.start(options, event.buf)
    end,
  })
end

return M
