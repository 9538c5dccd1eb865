-- Runs inside a headless Neovim: opens files, edits them, and checks the diagnostics that Neovim shows. Exits Neovim with 0 if all tests
-- pass, else with 1.
local neovim = dofile(vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':h') .. '/in_neovim.lua')
local tsls = assert(os.getenv('JITSCOPE_BIN'), 'JITSCOPE_BIN is not set') .. '/tsls'
local project, expect, wait_for, write, edit = neovim.project, neovim.expect, neovim.wait_for, neovim.write, neovim.edit
local exit_codes = {} -- of servers that exited

-- Waits for the buffer's diagnostics: { {rule, line, byte column}, ... }, 0-based.
local function wait_for_diagnostics(expected, what)
  local function summary()
    local out = {}
    for _, d in ipairs(vim.diagnostic.get(0)) do
      table.insert(out, { d.code or (d.user_data and d.user_data.lsp.code), d.lnum, d.col })
    end
    return out
  end
  -- Neovim removes the diagnostics of a crashed server, so an exit also ends the wait.
  local function arrived()
    return #exit_codes > 0 or vim.deep_equal(summary(), expected)
  end
  vim.wait(neovim.patience, arrived, 10)
  expect(exit_codes, {}, what .. ': exit status of servers that ended')
  if not vim.deep_equal(summary(), expected) then
    error(('%s: expected %s, got %s'):format(what, vim.inspect(expected), vim.inspect(vim.diagnostic.get(0))), 2)
  end
end

local function clients()
  return vim.tbl_values(vim.lsp.buf_get_clients(0))
end

local tests = {
  {
    'a bad file has its diagnostic, and an edit removes it',
    function()
      edit(write('sub/bad.py', { 'def f(x):', '    return (x', '' }))
      wait_for_diagnostics({ { 'TS1003', 1, 11 } }, 'the open bracket')
      local shown = vim.diagnostic.get(0)[1]
      expect(shown.source, 'jitscope', 'source')
      expect(shown.severity, vim.diagnostic.severity.ERROR, 'severity')
      vim.api.nvim_buf_set_text(0, 1, 13, 1, 13, { ')' })
      wait_for_diagnostics({}, 'after the edit')
      vim.cmd('undo')
      wait_for_diagnostics({ { 'TS1003', 1, 11 } }, 'after undo')
      vim.cmd('redo')
      wait_for_diagnostics({}, 'after redo')
    end,
  },
  {
    'the project folder is found, and its files share one server',
    function()
      expect(#clients(), 1, 'number of servers')
      local first = clients()[1]
      expect(first.config.root_dir, project, 'project folder')
      edit(write('other.py', { 'x = 1' }))
      wait_for(function()
        return #clients() == 1
      end, 'a server')
      expect(clients()[1].id, first.id, 'the same server')
    end,
  },
  {
    'columns are right after characters of all sizes',
    function()
      edit(write('wide.py', { 'a = "é漢🌰" + )' }))
      wait_for_diagnostics({ { 'TS1004', 0, 18 } }, 'behind wide characters')
      vim.api.nvim_buf_set_text(0, 0, 5, 0, 5, { '🌰🌰' })
      wait_for_diagnostics({ { 'TS1004', 0, 26 } }, 'after more of them')
      vim.cmd('normal! 0f漢x')
      wait_for_diagnostics({ { 'TS1004', 0, 23 } }, 'after one less')
      vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# 漢', '' })
      wait_for_diagnostics({ { 'TS1004', 2, 23 } }, 'after new lines')
      vim.cmd('normal! Gfor')
      vim.cmd('%s/🌰//g')
      wait_for_diagnostics({ { 'TS1004', 2, 11 } }, 'after a substitution')
      vim.cmd('normal! G$x')
      vim.api.nvim_buf_set_text(0, 2, 11, 2, 11, { '"b"' })
      wait_for_diagnostics({}, 'after the fix')
    end,
  },
  {
    'where a package is not installed, a definition leads to the read-only source in the server',
    function()
      vim.cmd('runtime plugin/jitscope.lua')
      edit(write('light.py', { 'from pytorch_lightning import LightningModule', 'Base = LightningModule' }))
      wait_for(function()
        return #clients() == 1
      end, 'a server')
      vim.api.nvim_win_set_cursor(0, { 2, 10 })
      vim.lsp.buf.definition()
      wait_for(function()
        return vim.fn.getline('.') == 'class LightningModule(nn.Module):'
      end, 'the definition')
      expect(vim.api.nvim_buf_get_name(0), 'jitscope-library://embedded/pytorch_lightning/__init__.py', 'the name')
      expect(vim.bo.modifiable, false, 'modifiable')
      expect(vim.bo.filetype, 'python', 'the file type')
      expect(#clients(), 0, 'servers that check the source')
    end,
  },
  {
    'a graph shows the text that is not saved',
    function()
      require('jitscope').options.tsviz = vim.fn.fnamemodify(tsls, ':h') .. '/tsviz'
      edit(write('unsaved.py', { 'import torch', '@torch.jit.script', 'def f(x):', '    return x.relu()' }))
      vim.cmd('%s/relu/tanh/')
      vim.cmd('JitScopeGraph code')
      local shown = vim.fn.bufnr('jitscope://f.code')
      expect(vim.api.nvim_buf_get_lines(shown, 0, -1, false)[2], '  return torch.tanh(x)', 'the code')
      vim.cmd('only')
      vim.cmd('edit!')
    end,
  },
  {
    'a graph asks for the arguments of a class that nothing constructs, and for no others',
    function()
      require('jitscope').options.tsviz = vim.fn.fnamemodify(tsls, ':h') .. '/tsviz'
      local asked, input = {}, vim.ui.input
      vim.ui.input = function(question, done)
        table.insert(asked, question.prompt)
        done('3')
      end
      edit(write('lonely/net.py', {
        'import torch',
        'class Net(torch.nn.Module):',
        '    def __init__(self, width: int):',
        '        super().__init__()',
        '        self.width = width',
        '    def forward(self, x):',
        '        return x * self.width',
        'def f(x):',
        '    return x.nothing()',
      }))
      vim.cmd('JitScopeGraph code Net')
      expect(asked, { 'Construct Net with arguments: ' }, 'the questions')
      expect(vim.fn.bufnr('jitscope://Net.code') ~= -1, true, 'the code of the class')
      vim.cmd('only')
      pcall(vim.cmd, 'JitScopeGraph code f')
      expect(#asked, 1, 'questions about a function')
      vim.ui.input = input
    end,
  },
  {
    'lines joined, split, moved and deleted stay in step',
    function()
      edit(write('lines.py', { 'a = 1', 'b = 2', 'c = 3', 'd = (' }))
      wait_for_diagnostics({ { 'TS1003', 3, 4 } }, 'at first')
      vim.cmd('normal! ggdd')
      wait_for_diagnostics({ { 'TS1003', 2, 4 } }, 'a line deleted')
      vim.cmd('normal! ggyyPP')
      wait_for_diagnostics({ { 'TS1003', 4, 4 } }, 'lines pasted')
      vim.cmd('2move 0')
      vim.cmd('normal! G0i# x\r')
      wait_for_diagnostics({ { 'TS1003', 5, 4 } }, 'a line split')
      vim.cmd('%delete _')
      wait_for_diagnostics({}, 'all deleted')
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'e = [' })
      wait_for_diagnostics({ { 'TS1003', 0, 4 } }, 'new text')
    end,
  },
  {
    'a type error is reported at its place, and an edit removes it',
    function()
      edit(write('types.py', {
        'import torch',
        '',
        '@torch.jit.script',
        'def f(x: torch.Tensor):',
        '    return "é🌰", x.foo()',
      }))
      wait_for_diagnostics({ { 'TS5001', 4, 21 } }, 'an attribute that Tensor lacks')
      vim.cmd('%s/foo/sum/')
      wait_for_diagnostics({}, 'an attribute that it has')
    end,
  },
  {
    'a quick fix corrects the text',
    function()
      edit(write('fix.py', { 'x = "🌰"; y = 1', 'if x', '    pass' }))
      wait_for_diagnostics({ { 'TS1007', 1, 4 } }, 'the missing colon')
      vim.api.nvim_win_set_cursor(0, { 2, 3 })
      local params = vim.lsp.util.make_range_params()
      params.range['end'].character = 4
      params.context = { diagnostics = {}, only = { 'quickfix' } }
      local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, neovim.patience)
      local actions = vim.tbl_values(answers)[1].result
      expect(#actions, 1, 'number of quick fixes')
      vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
      expect(vim.api.nvim_buf_get_lines(0, 1, 2, false), { 'if x:' }, 'the mended line')
      wait_for_diagnostics({}, 'after the fix')
    end,
  },
  {
    'a problem that a script causes in an imported file shows there before and after it opens',
    function()
      local library = write('library.py', { 'import torch', 'def g(x):', '    return x.foo()' })
      edit(write('user.py', {
        'import torch',
        'from library import g',
        '@torch.jit.script',
        'def f(x):',
        '    return g(x)',
      }))
      local unopened = vim.uri_to_bufnr(vim.uri_from_fname(library))
      wait_for(function()
        return #vim.diagnostic.get(unopened) == 1
      end, 'in the imported file')
      wait_for_diagnostics({}, 'in the importing file')
      edit(library)
      wait_for_diagnostics({ { 'TS5001', 2, 11 } }, 'in its own buffer')
      vim.cmd('%s/foo/sum/')
      wait_for_diagnostics({}, 'mended')
    end,
  },
  {
    'a closed buffer keeps no diagnostics',
    function()
      edit(write('closed.py', { 'x = (' }))
      wait_for_diagnostics({ { 'TS1003', 0, 4 } }, 'open')
      local buffer = vim.api.nvim_get_current_buf()
      vim.cmd('bdelete!')
      wait_for(function()
        return #vim.diagnostic.get(buffer) == 0
      end, 'the end of its diagnostics')
    end,
  },
  {
    'CTRL-] and CTRL-X CTRL-O ask the server',
    function()
      edit(write('tags.py', { 'import torch', '', 'def helper(x):', '    return x', '', 'y = helper(1)', '' }))
      wait_for(function()
        return vim.bo.tagfunc == 'v:lua.vim.lsp.tagfunc'
      end, 'the option tagfunc')
      wait_for(function()
        return #clients() > 0
      end, 'a server')
      vim.api.nvim_win_set_cursor(0, { 6, 5 })
      vim.cmd('normal! \29')
      expect(vim.api.nvim_win_get_cursor(0), { 3, 4 }, 'place of the definition')
      expect(vim.bo.omnifunc, 'v:lua.vim.lsp.omnifunc', 'omnifunc')
    end,
  },
  {
    'inferred types show in the text where Neovim can show them',
    function()
      edit(
        write(
          'hints.py',
          { 'import torch', '@torch.jit.script', 'def f(x: torch.Tensor):', '    n = x.size(0)', '    return n' }
        )
      )
      wait_for(function()
        return #clients() > 0
      end, 'a server')
      if vim.lsp.inlay_hint then
        wait_for(function()
          return #vim.lsp.inlay_hint.get({ bufnr = 0 }) == 1
        end, 'the hint')
        expect(vim.lsp.inlay_hint.get({ bufnr = 0 })[1].inlay_hint.label, ': int', 'the hint')
      end
    end,
  },
  {
    'wrong options and missing windows give messages, not errors',
    function()
      local told = {}
      local notify = vim.notify
      vim.notify = function(text)
        table.insert(told, text)
      end
      vim.cmd('runtime plugin/jitscope.lua')
      local before = require('jitscope').options
      require('jitscope').setup({ filetypes = 'python' })
      require('jitscope').setup('tsls')
      expect(require('jitscope').options, before, 'the options after wrong ones')
      vim.cmd('enew')
      vim.cmd('JitScopeGraph')
      vim.cmd('JitScopeCompare f')
      edit(write('room.py', { 'def f(x):', '    return x' }))
      vim.cmd('JitScopeGraph png')
      vim.notify = notify
      expect(told, {
        'jitscope: setup(): filetypes must be a table; see :help jitscope-options',
        'jitscope: setup(): options must be a table; see :help jitscope-options',
        'jitscope: the buffer has no file; save it first',
        'jitscope: the buffer has no file; save it first',
        'jitscope: png is not a format: ir, code or svg',
      }, 'the messages')
    end,
  },
  {
    'nvim-dap gets the adapter and the configurations',
    function()
      expect(require('jitscope').dap().adapter.args, { 'dap' }, 'without nvim-dap')
      package.loaded.dap = { adapters = {}, configurations = { python = { { name = 'of the user' } } } }
      require('jitscope').dap()
      local dap = package.loaded.dap
      package.loaded.dap = nil
      expect(dap.adapters.torchscript, { type = 'executable', command = 'tsdbg', args = { 'dap' } }, 'adapter')
      expect({ #dap.configurations.python, dap.configurations.python[2].program }, { 3, '${file}' }, 'configurations')
    end,
  },
  {
    'the server exits on request',
    function()
      vim.lsp.stop_client(vim.lsp.get_active_clients())
      wait_for(function()
        return #exit_codes == 1
      end, 'the end of the server')
      expect(exit_codes, { 0 }, 'exit status')
    end,
  },
}

neovim.run(function()
  expect(vim.fn.executable(tsls), 1, tsls)
  require('jitscope').setup({
    cmd = { tsls },
    on_exit = function(code)
      table.insert(exit_codes, code)
    end,
  })
end, tests)
