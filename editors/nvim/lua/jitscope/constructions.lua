-- Runs tsviz and tsdbg on classes that the workspace itself does not construct: asks once for the arguments of the constructor, and
-- keeps them in a file in Neovim's data folder, by the path of the class's file.
local M = {}

local function memory_file()
  return vim.fn.stdpath('data') .. '/jitscope-arguments.json'
end

local function memory()
  if vim.fn.filereadable(memory_file()) == 0 then
    return {}
  end
  local decoded, known = pcall(vim.fn.json_decode, table.concat(vim.fn.readfile(memory_file()), '\n'))
  return decoded and type(known) == 'table' and known or {}
end

local function remember(target, arguments)
  local known = memory()
  known[target] = arguments
  vim.fn.mkdir(vim.fn.stdpath('data'), 'p')
  vim.fn.writefile({ vim.fn.json_encode(next(known) and known or vim.empty_dict()) }, memory_file())
end

--- The target of a name in a file, with the options of tsviz and tsdbg that say how a class is constructed.
function M.target(options, path, name)
  local target = path .. ':' .. name
  local found = { target, '--workspace', require('jitscope').find_root(path, options.root_markers) }
  local arguments = memory()[target]
  if arguments then
    vim.list_extend(found, { '--init', arguments })
  end
  return found
end

--- The remembered arguments of a class; nil when there are none.
function M.remembered(path, name)
  return memory()[path .. ':' .. name]
end

--- Asks for the arguments of a class and remembers them; an empty answer forgets them. Calls done() unless the user cancels.
function M.change(path, name, done)
  local target = path .. ':' .. name
  vim.ui.input({ prompt = ('Construct %s with arguments: '):format(name), default = memory()[target] }, function(given)
    if given then
      remember(target, given:match('%S') and given or nil)
      done()
    end
  end)
end

-- Writes the texts of Python buffers with changes that are not saved to a file for tsviz. Returns the option; none when all is saved.
local function unsaved()
  local texts = {}
  for _, buffer in ipairs(require('jitscope').unsaved_buffers()) do
    texts[vim.api.nvim_buf_get_name(buffer)] = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
      .. '\n'
  end
  if not next(texts) then
    return {}
  end
  local file = vim.fn.tempname()
  vim.fn.writefile({ vim.fn.json_encode(texts) }, file)
  return { '--unsaved', file }
end

-- Runs tsviz on a class or function. Returns its exit status and its lines.
local function start(options, path, name, arguments)
  local command = vim.list_extend({ options.tsviz }, M.target(options, path, name))
  local option = unsaved()
  local lines = vim.fn.systemlist(vim.list_extend(vim.list_extend(command, arguments), option))
  if option[2] then
    vim.fn.delete(option[2])
  end
  return vim.v.shell_error, lines
end

--- How a class is constructed without remembered arguments: tsviz --construction.
function M.describe(options, path, name)
  local status, lines = start(options, path, name, { '--construction' })
  local decoded, construction = pcall(vim.fn.json_decode, table.concat(lines, '\n'))
  return status == 0 and decoded and construction or {}
end

--- Runs tsviz on a class or function, and asks for arguments if they are missing. Calls done(status, messages).
function M.run(options, path, name, arguments, done)
  local status, messages = start(options, path, name, arguments)
  if status == 2 and not M.remembered(path, name) and M.describe(options, path, name).missing then
    return M.change(path, name, function()
      done(start(options, path, name, arguments))
    end)
  end
  done(status, messages)
end

return M
