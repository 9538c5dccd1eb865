-- JitScope for Neovim: starts tsls for Python files and texts of TorchScript IR, and leaves the rest to Neovim's own LSP client.
local M = {}

M.defaults = {
  -- The language server, with its arguments.
  cmd = { 'tsls' },
  -- What makes the graphs.
  tsviz = 'tsviz',
  -- What compares the engines.
  tsdbg = 'tsdbg',
  filetypes = { 'python', 'jitscope-ir' },
  -- The nearest folder above a file that holds one of these is its project.
  root_markers = { 'pyproject.toml', 'setup.py', 'setup.cfg', '.git' },
  -- What the server compiles: 'explicit', what a file hands to torch.jit, or 'all', every function.
  roots = nil,
  -- Folders in which imports are looked for as well; relative ones begin at the project's folder.
  import_paths = nil,
  -- Anything else is handed to the client as it is: on_attach, capabilities, on_exit, ...
}

local own_options = { tsviz = true, tsdbg = true, filetypes = true, root_markers = true, roots = true, import_paths = true }

local function exists(path)
  return vim.loop.fs_stat(path) ~= nil
end

--- The project folder of a file: the nearest one with a marker, else the file's own.
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

local clients = {} -- by project folder

-- Neovim 0.8 and later share clients by name and folder; 0.7 leaves that to us.
local function attach(config, buffer)
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  local root = config.root_dir
  local id = clients[root]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
  return id
end

-- The server of a buffer, however it was configured.
local function client_of(buffer)
  for _, client in pairs(vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)) do
    if client.name == 'jitscope' then
      return client
    end
  end
end

--- Attaches a server to the buffer: that of the buffer `like`, where it is given and has one. Gives the client's id, or nil when
--- there is none to be had.
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
    vim.notify_once('jitscope: ' .. options.cmd[1] .. ' is not to be found; see :help jitscope', vim.log.levels.WARN)
    return nil
  end
  local config = {
    name = 'jitscope',
    -- IR that is shown beside a file belongs to the file's project: whoever shows it says which that is.
    root_dir = vim.b[buffer].jitscope_root or M.find_root(name, options.root_markers),
    -- The server may name our commands above functions; see :help vim.lsp.codelens.
    init_options = { roots = options.roots, importPaths = options.import_paths, commands = true },
  }
  for key, value in pairs(options) do
    if not own_options[key] then
      config[key] = value
    end
  end
  return attach(config, buffer)
end

--- Starts every server anew, as it was configured, for the buffers that it had.
function M.restart()
  for _, client in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if client.name == 'jitscope' then
      local buffers = vim.lsp.get_buffers_by_client_id(client.id)
      vim.lsp.stop_client(client.id)
      local id = vim.lsp.start_client(client.config)
      clients[client.config.root_dir or ''] = id
      for _, buffer in ipairs(id and buffers or {}) do
        vim.lsp.buf_attach_client(buffer, id)
      end
    end
  end
end

--- Call once, with whatever shall differ from the defaults above.
function M.setup(options)
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
