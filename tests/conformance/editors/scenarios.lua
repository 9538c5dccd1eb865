-- The scenarios of Neovim. They run inside Neovim as a coroutine beside its main loop: they type keys and wait for the screen.
-- Results go to a file, one line of JSON each; another file asks nvim_terminal.py for a picture.
local patience = 15000 -- milliseconds; only a failing scenario waits that long
local poll = 20

local bin = assert(os.getenv('JITSCOPE_BIN'))
local wish = assert(os.getenv('JITSCOPE_WISH'))
local results = assert(io.open(assert(os.getenv('JITSCOPE_RESULTS')), 'w'))
local only = os.getenv('JITSCOPE_MATCH') or ''

-- Waits until the condition returns a value, and returns that value. A timer asks, because Neovim has no event for each change of its
-- screen, windows and files.
local function until_(condition, what)
  local tries = patience / poll
  for _ = 1, tries do
    local found = condition()
    if found then
      return found
    end
    coroutine.yield()
  end
  error(
    ('waited in vain for %s; in %s:%d, mode %s'):format(what, vim.fn.expand('%'), vim.fn.line('.'), vim.fn.mode(1)),
    2
  )
end

local function keys(text)
  vim.api.nvim_input(text)
end

local function ask_for_shot(name)
  local file = assert(io.open(wish .. '.new', 'w'))
  file:write(name)
  file:close()
  assert(os.rename(wish .. '.new', wish))
end

local function shot(name)
  ask_for_shot(name)
  until_(function()
    return vim.loop.fs_stat(wish) == nil
  end, 'the picture ' .. name)
end

-- While Neovim waits for input, its main loop and this coroutine stop; timers continue.
local function when_asked(name, answer)
  local timer = vim.loop.new_timer()
  local asked = false
  timer:start(poll, poll, function()
    if not vim.api.nvim_get_mode().blocking then
      return
    end
    if not asked then
      ask_for_shot(name)
      asked = true
    elseif vim.loop.fs_stat(wish) == nil then
      timer:close()
      vim.api.nvim_input(answer)
    end
  end)
end

local function edit(name)
  vim.cmd('silent only! | edit! ' .. name)
  vim.cmd('edit!') -- discards earlier changes
end

local function cursor(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
end

local function text_of(window)
  return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
end

local function floating(pattern)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' and text_of(window):match(pattern) then
      return window
    end
  end
end

local function diagnostics(count)
  until_(function()
    return #vim.diagnostic.get(0) == count
  end, count .. ' diagnostics')
  return vim.diagnostic.get(0)
end

local function attached()
  until_(function()
    return next(vim.lsp.buf_get_clients(0))
  end, 'a server')
end

local scenarios = {
  {
    'what torch.jit.script refuses is marked, behind wide characters too',
    function()
      edit('models.py')
      local found = diagnostics(1)[1]
      assert(found.lnum == 12 and found.col == 8 and found.end_col == 19, vim.inspect(found))
      cursor(13, 8)
      shot('diagnostics')
    end,
  },
  {
    'a model shows the problem that a script elsewhere causes, until an edit of either file',
    function()
      edit('net.py')
      attached()
      diagnostics(0)
      vim.fn.setline(11, '        return self.layer(x).missing()')
      local found = diagnostics(1)[1]
      assert(found.lnum == 10 and found.severity == vim.diagnostic.severity.ERROR, vim.inspect(found))
      local related = found.user_data.lsp.relatedInformation[1]
      assert(
        related.message == 'scripted at roots.py:8' and related.location.uri:match('/roots%.py$'),
        vim.inspect(found)
      )
      cursor(11, 8)
      shot('roots')
      local model = vim.fn.bufnr('net.py')
      local function severity(wanted)
        until_(function()
          local all = vim.diagnostic.get(model)
          return #all == 1 and all[1].severity == vim.diagnostic.severity[wanted]
        end, 'severity ' .. wanted)
      end
      vim.cmd('edit roots.py')
      vim.fn.setline(8, '    print(Net(3), path)')
      severity('INFO') -- nothing scripts the class any more
      vim.cmd('edit!')
      severity('ERROR')
      vim.cmd('buffer ' .. model)
      vim.cmd('edit!')
      diagnostics(0)
    end,
  },
  {
    'a hover tells the type',
    function()
      edit('models.py')
      diagnostics(1)
      cursor(13, 8)
      keys('K')
      until_(function()
        return floating('größe: Optional%[int%]')
      end, 'the hover')
      shot('hover')
      keys('<C-l>h')
      until_(function()
        return not floating('größe')
      end, 'its end')
    end,
  },
  {
    'completion lists what a tensor has',
    function()
      cursor(25, 0) -- not after `return`, where the new line would leave the method
      keys('ox.relu')
      until_(function()
        return vim.fn.getline('.'):match('x%.relu$')
      end, 'what is typed')
      local polls = 0
      until_(function()
        if polls % 100 == 0 then
          keys('<C-x><C-o>') -- again after two seconds: what the server sends meanwhile may close the menu
        end
        polls = polls + 1
        return vim.fn.pumvisible() == 1
      end, 'the menu')
      local words = vim.tbl_map(function(item)
        return item.word
      end, vim.fn.complete_info({ 'items' }).items)
      assert(vim.tbl_contains(words, 'relu') and vim.tbl_contains(words, 'relu_'), vim.inspect(words))
      shot('completion')
      keys('<C-e><Esc>')
      until_(function()
        return vim.fn.mode() == 'n'
      end, 'normal mode')
    end,
  },
  {
    'a code action mends the text',
    function()
      edit('models.py')
      diagnostics(1)
      cursor(13, 8)
      when_asked('code-action', '1<CR>')
      keys('<Space>a')
      diagnostics(0)
      vim.cmd('edit!')
      diagnostics(1)
    end,
  },
  {
    'renaming changes every file',
    function()
      edit('layers.py')
      attached()
      cursor(5, 5)
      until_(function()
        vim.lsp.buf.rename('multiply')
        return vim.wait(2000, function()
          return vim.fn.getline(5):match('multiply')
        end, 10)
      end, 'the new name')
      local models = vim.fn.bufnr('models.py')
      local text = table.concat(vim.api.nvim_buf_get_lines(models, 0, -1, false), '\n')
      assert(text:match('from layers import multiply') and text:match('h = multiply%(h, 2%.0%)'), text)
      edit('models.py')
      edit('layers.py')
    end,
  },
  {
    'definition leads into another file, references fill the quickfix list',
    function()
      edit('models.py')
      diagnostics(1)
      cursor(25, 16)
      keys('gd')
      until_(function()
        return vim.fn.expand('%:t') == 'layers.py' and vim.fn.line('.') == 5
      end, 'the definition')
      keys('gr')
      until_(function()
        return #vim.fn.getqflist() == 3
      end, 'three references')
      shot('references')
      vim.cmd('cclose')
    end,
  },
  {
    'the IR of the function around the cursor opens beside it, and both follow each other',
    function()
      edit('steps.py')
      attached()
      cursor(10, 8)
      vim.cmd('JitScopeGraph')
      local ir = until_(function()
        for _, window in ipairs(vim.api.nvim_list_wins()) do
          if text_of(window):match('^graph%(') then
            return window
          end
        end
      end, 'the graph')
      keys('l')
      local buffer = vim.api.nvim_win_get_buf(ir)
      local namespace = vim.api.nvim_get_namespaces()['jitscope-ir']
      until_(function()
        return #vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, {}) == 2
      end, 'two marked nodes')
      shot('ir')
      vim.cmd('JitScopeJump')
      assert(vim.api.nvim_get_current_win() == ir)
      assert(vim.fn.getline('.'):match('aten::mean'), vim.fn.getline('.'))
    end,
  },
  {
    "in IR a hover tells a value's type and Python, and definition leads there",
    function()
      attached()
      keys('/aten::mean<CR>K')
      until_(function()
        return floating('row%.mean%(%)')
      end, 'the hover')
      shot('ir-hover')
      keys('<C-l>h')
      until_(function()
        return not floating('row%.mean')
      end, 'its end')
      keys('/%limit.1)<CR>gd')
      until_(function()
        return vim.fn.line('.') == 2
      end, 'the definition')
      keys('/aten::mean<CR>')
      keys('gd')
      until_(function()
        return vim.fn.expand('%:t') == 'steps.py' and vim.fn.line('.') == 10
      end, 'the line of Python')
    end,
  },
  {
    'a class is shown as the workspace constructs it, or asks for its arguments once',
    function()
      local function ir_of(name, pattern)
        until_(function()
          for _, window in ipairs(vim.api.nvim_list_wins()) do
            local shown = vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window))
            if shown:match(name .. '%.ir$') and text_of(window):match(pattern) then
              return true
            end
          end
        end, 'the graph of ' .. name)
      end
      edit('net.py')
      cursor(8, 4)
      vim.cmd('JitScopeGraph')
      ir_of('Net', '^graph%(')
      shot('constructed')
      edit('alone.py')
      cursor(6, 4)
      keys('4, 5<CR>') -- the answer to the question
      vim.cmd('JitScopeGraph')
      ir_of('Alone', '^graph%(')
      coroutine.yield() -- Neovim draws its messages, so that the next one fits
      edit('alone.py')
      cursor(6, 4)
      vim.cmd('JitScopeGraph') -- does not ask again
      ir_of('Alone', '^graph%(')
    end,
  },
  {
    'the health check finds what is needed',
    function()
      vim.cmd('checkhealth jitscope')
      local text = until_(function()
        local all = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
        return all:match('servers run') and all
      end, 'the report')
      assert(text:match('the language server: tsls') and text:match('graphs: tsviz') and not text:match('ERROR'), text)
      shot('health')
    end,
  },
  {
    ':JitScopeDebug debugs all engines without nvim-dap: breakpoints, steps, scopes, the console, steps back',
    function()
      edit('cond.py')
      local function text_in(name)
        local window = vim.fn.bufwinid('jitscope://' .. name)
        return window ~= -1 and text_of(window) or ''
      end
      local function stopped_at(line)
        until_(function()
          return vim.fn.line('.') == line and text_in('scopes'):match('Stack\n.*▶ [^\n]*:' .. line .. '\n')
        end, 'a stop at line ' .. line)
      end
      local windows = #vim.api.nvim_list_wins()
      local ask = vim.ui.input
      vim.ui.input = function(_, answer)
        answer('torch.ones(2, 3)')
      end
      cursor(14, 0)
      keys(':JitScopeBreakpoint<CR>')
      until_(function()
        return #vim.fn.sign_getplaced('%', { group = 'jitscope_breakpoints' })[1].signs == 1
      end, 'the sign')
      keys(':JitScopeDebug<CR>')
      stopped_at(12)
      vim.ui.input = ask
      keys('<F10>')
      stopped_at(13)
      keys('<F5>')
      stopped_at(14)
      until_(function()
        return text_in('scopes'):match('total: tensor float32 %[2, 3%]')
      end, 'the value of a name')
      keys('<C-w>jitotal.sum()<CR><Esc><C-w>k')
      until_(function()
        return text_in('console'):match('tensor%(6%.%)')
      end, 'the result in the console')
      shot('debug')
      keys('<F6>')
      stopped_at(13)
      keys(':JitScopeDebugStop<CR>')
      until_(function()
        return text_in('scopes') == 'The program has ended.'
      end, 'the end')
      keys(':JitScopeDebugStop<CR>')
      until_(function()
        return #vim.api.nvim_list_wins() == windows
      end, 'the closed windows')
    end,
  },
}

local function run()
  vim.cmd('filetype plugin indent on | syntax on')
  vim.o.hidden, vim.o.termguicolors, vim.o.number, vim.o.signcolumn, vim.o.background = true, true, true, 'yes', 'dark'
  vim.o.completeopt, vim.o.hlsearch = 'menuone,noselect', false
  vim.cmd('colorscheme desert')
  -- Typical options of users today, and readable in a picture.
  for group, colours in pairs({
    Normal = 'guifg=#d4d4d4 guibg=#1e1e1e',
    NonText = 'guifg=#4a4a4a guibg=#1e1e1e',
    SignColumn = 'guibg=#1e1e1e',
    LineNr = 'guifg=#6e7681',
    Pmenu = 'guifg=#d4d4d4 guibg=#2d333b',
    PmenuSel = 'guifg=#ffffff guibg=#0b5cad',
    NormalFloat = 'guifg=#d4d4d4 guibg=#2d333b',
    Visual = 'gui=none guifg=none guibg=#3a4250',
    StatusLine = 'guifg=#d4d4d4 guibg=#333842 gui=none',
    VertSplit = 'guifg=#333842 guibg=#333842',
    StatusLineNC = 'guifg=#8b949e guibg=#2a2e36 gui=none',
    DiagnosticError = 'guifg=#f47067',
    Identifier = 'guifg=#9cdcfe',
    Folded = 'guifg=#8b949e guibg=#262a31',
  }) do
    vim.cmd(('highlight %s %s'):format(group, colours))
  end
  require('jitscope').setup({
    cmd = { bin .. '/tsls' },
    tsviz = bin .. '/tsviz',
    tsdbg = bin .. '/tsdbg',
    root_markers = { 'models.py' },
    on_attach = function(_, buffer)
      vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
      for lhs, what in pairs({ K = 'hover', gd = 'definition', gr = 'references', ['<Space>a'] = 'code_action' }) do
        vim.keymap.set('n', lhs, vim.lsp.buf[what], { buffer = buffer })
      end
    end,
  })
  for _, scenario in ipairs(scenarios) do
    if scenario[1]:find(only, 1, true) then
      local start = vim.loop.hrtime()
      local fine, problem = xpcall(scenario[2], debug.traceback)
      if not fine then
        shot('failed')
        vim.cmd('stopinsert')
      end
      results:write(vim.json.encode({
        scenario = scenario[1],
        passed = fine,
        seconds = (vim.loop.hrtime() - start) / 1e9,
        problem = fine and '' or problem,
      }) .. '\n')
      results:flush()
    end
  end
  vim.cmd('qall!')
end

-- Runs one step of the coroutine at a time, so that Neovim reads keys and draws windows in between.
local main = coroutine.create(run)
local timer = vim.loop.new_timer()
timer:start(100, poll, function()
  vim.schedule(function()
    if coroutine.status(main) == 'suspended' then
      local fine, problem = coroutine.resume(main)
      if not fine then
        results:write(
          vim.json.encode({ scenario = 'the run comes to its end', passed = false, seconds = 0, problem = problem })
            .. '\n'
        )
        results:flush()
        vim.cmd('qall!')
      end
    end
  end)
end)
