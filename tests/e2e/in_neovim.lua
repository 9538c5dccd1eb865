-- The common part of the tests inside a headless Neovim: a temporary project, waiting for conditions, and a runner.
local M = {
  patience = 20000, -- milliseconds; only a failing test waits this long
  project = vim.fn.tempname(),
}

function M.say(text)
  io.stdout:write(text .. '\n')
end

function M.expect(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    error(('%s: expected %s, got %s'):format(what, vim.inspect(expected), vim.inspect(actual)), 2)
  end
end

-- Waits until the condition returns a true value, and returns it. Neovim handles its events meanwhile; none of them tells of every change,
-- so vim.wait() also asks after 10 ms.
function M.wait_for(condition, what)
  local found
  local function holds()
    found = condition()
    return found
  end
  if not vim.wait(M.patience, holds, 10) then
    local seen = { diagnostics = vim.diagnostic.get(0), messages = vim.fn.execute('messages') }
    error(('timeout waiting for %s; %s'):format(what, vim.inspect(seen)), 2)
  end
  return found
end

-- Writes a file of the project and returns its path.
function M.write(name, lines)
  local path = M.project .. '/' .. name
  vim.fn.mkdir(vim.fn.fnamemodify(path, ':h'), 'p')
  vim.fn.writefile(lines, path)
  return path
end

function M.edit(path)
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
end

-- Calls prepare(), runs the tests, which are pairs of a name and a function, and exits Neovim: with 0 if all pass, else with 1.
function M.run(prepare, tests)
  local failed = 0
  local function try(name, test)
    local fine, problem = xpcall(test, debug.traceback)
    M.say((fine and 'ok      ' or 'FAILED  ') .. name)
    if not fine then
      failed = failed + 1
      M.say(problem)
    end
    return fine
  end
  vim.cmd('filetype on')
  vim.o.hidden = true
  M.write('pyproject.toml', {})
  if try('the preparation', prepare) then
    for _, test in ipairs(tests) do
      try(test[1], test[2])
    end
  end
  vim.fn.delete(M.project, 'rf')
  vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
end

return M
