-- Runs inside a headless Neovim that is configured with vim.lsp.config and vim.lsp.enable, as in 0.11 and later, and without setup().
-- Exits Neovim with 0 if all tests pass, else with 1.
local neovim = dofile(vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':h') .. '/in_neovim.lua')
local bin = assert(os.getenv('JITSCOPE_BIN'), 'JITSCOPE_BIN is not set')
local project, expect, wait_for = neovim.project, neovim.expect, neovim.wait_for

-- An older Neovim gets a stand-in for the two functions with the behaviour that :help describes. It merges the files lsp/NAME.lua on the
-- runtime path with the user's configuration and attaches buffers of the configured file types.
local is_stand_in = not vim.lsp.enable
if is_stand_in then
  local given = {}
  vim.lsp.config = function(name, config)
    given[name] = vim.tbl_deep_extend('force', given[name] or {}, config)
  end
  vim.lsp.enable = function(name)
    local config = {}
    for _, file in ipairs(vim.api.nvim_get_runtime_file(('lsp/%s.lua'):format(name), true)) do
      config = vim.tbl_deep_extend('force', config, assert(loadfile(file))())
    end
    config = vim.tbl_deep_extend('force', config, given[name] or {}, { name = name })
    local clients = {}
    vim.api.nvim_create_autocmd('FileType', {
      pattern = config.filetypes,
      callback = function(event)
        if vim.bo[event.buf].buftype ~= '' then
          return
        end
        local from = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ':p:h')
        local root
        for _, marker in ipairs(config.root_markers) do
          local found = vim.fn.findfile(marker, from .. ';')
          root = root or (found ~= '' and vim.fn.fnamemodify(found, ':p:h')) or nil
        end
        if not clients[root or ''] then
          clients[root or ''] = vim.lsp.start_client(vim.tbl_extend('force', config, { root_dir = root }))
        end
        vim.lsp.buf_attach_client(event.buf, clients[root or ''])
      end,
    })
  end
end

-- Writes a file and opens it as the only window.
local function edit(name, lines)
  vim.cmd('silent only!')
  neovim.edit(neovim.write(name, lines))
end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

-- The text of a window other than the current one.
local function beside()
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if window ~= vim.api.nvim_get_current_win() then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n'), window
    end
  end
  return ''
end

-- Runs the code lens with this title above the function in the cursor's line.
local function run_lens(title)
  vim.lsp.codelens.refresh()
  wait_for(function()
    return #vim.lsp.codelens.get(0) >= 2
  end, 'code lenses')
  vim.ui.select = function(items, options, choose)
    for i, item in ipairs(items) do
      local text = options.format_item and options.format_item(item) or item
      if text:find(title, 1, true) then
        return choose(item, i)
      end
    end
    error('no code lens has the title ' .. title)
  end
  vim.lsp.codelens.run()
end

local tests = {
  {
    'a file with a problem has its diagnostic; the settings roots and importPaths have an effect',
    function()
      neovim.write('src/library.py', { 'def helper(x):', '    return x + nothing' })
      edit('sub/bad.py', { 'from library import helper', '', 'def f(x):', '    return helper(x)' })
      local found = wait_for(function()
        return vim.diagnostic.get(0)[1]
      end, 'a diagnostic')
      assert(found.message:find('nothing', 1, true), vim.inspect(found))
      expect(#clients(), 1, 'number of servers')
      expect(clients()[1].config.root_dir, project, 'project folder')
    end,
  },
  {
    'another file of the project has the same server',
    function()
      edit('other.py', { 'import torch', '', '@torch.jit.script', 'def g(x):', '    return x + 1' })
      wait_for(function()
        return next(vim.lsp.buf_get_clients(0))
      end, 'a server')
      expect(#clients(), 1, 'number of servers')
    end,
  },
  {
    'the code lens Show graph shows IR, which the same server knows',
    function()
      vim.api.nvim_win_set_cursor(0, { 4, 4 })
      run_lens('Show graph')
      local text, window = beside()
      assert(text:find('^graph%(') and text:find('aten::add', 1, true), text)
      local attached = vim.lsp.buf_get_clients(vim.api.nvim_win_get_buf(window))
      expect(#vim.tbl_values(attached), 1, 'servers of the IR')
    end,
  },
  {
    'the code lens Compare asks for inputs and shows the report',
    function()
      vim.cmd('silent only!')
      local asked
      vim.ui.input = function(options, answer)
        asked = options.prompt
        answer('torch.ones(2)')
      end
      local window = vim.api.nvim_get_current_win()
      run_lens('Compare')
      assert(asked and asked:find('g', 1, true), asked)
      vim.api.nvim_set_current_win(window)
      wait_for(function()
        return beside():find('agree', 1, true)
      end, 'the report')
      vim.cmd('silent only!')
      asked = nil
      vim.cmd('JitScopeCompare')
      vim.api.nvim_set_current_win(window)
      wait_for(function()
        return beside():find('agree', 1, true)
      end, 'the report again')
      assert(asked:find('g', 1, true), asked)
    end,
  },
  {
    'a restarted server has the buffers of the old server',
    function()
      local before = clients()[1].id
      vim.cmd('JitScopeRestart')
      wait_for(function()
        return #clients() == 1 and clients()[1].id ~= before
      end, 'another server')
      edit('sub/bad.py', { 'def f(x):', '    return x + nothing' })
      wait_for(function()
        return #vim.diagnostic.get(0) == 1
      end, 'a diagnostic')
      expect(#clients(), 1, 'number of servers')
    end,
  },
  {
    'the health check sees the server, and asks for no setup()',
    function()
      vim.cmd('checkhealth jitscope')
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      assert(text:find('1 servers? run') and not text:find('no server is configured', 1, true), text)
    end,
  },
  {
    'a message reports a wrong setting',
    function()
      local seen = wait_for(function()
        local messages = vim.fn.execute('messages')
        return messages:find('"colour" is ignored', 1, true) and messages
      end, 'the message')
      assert(seen:find('no such setting', 1, true), seen)
    end,
  },
}

neovim.run(function()
  vim.env.PATH = bin .. ':' .. vim.env.PATH
  vim.cmd('runtime plugin/jitscope.lua')
  vim.lsp.config('jitscope', { init_options = { roots = 'all', importPaths = { 'src' }, colour = 'red' } })
  vim.lsp.enable('jitscope')
  neovim.say(is_stand_in and 'vim.lsp.enable: a stand-in' or 'vim.lsp.enable: of this Neovim')
end, tests)
