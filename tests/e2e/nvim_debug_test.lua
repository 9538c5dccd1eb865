-- Tests the debugger of the plugin without nvim-dap in a headless Neovim: breakpoints, a start, steps, scopes, the console, steps back.
local test = dofile(vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':h') .. '/in_neovim.lua')
local expect, wait_for = test.expect, test.wait_for

local model
local problems = {} -- messages to the user
local function session()
  return require('jitscope.debugger.session')
end

local function text_of(name)
  local buffer = vim.fn.bufnr('jitscope://' .. name)
  return buffer == -1 and '' or table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

local function says(name, pattern)
  return wait_for(function()
    return text_of(name):match(pattern)
  end, ('%q in the %s:\n%s'):format(pattern, name, text_of(name)))
end

-- Waits until the debugger shows a stop at the line, in the window of the source and in the scopes.
local function stopped_at(line)
  wait_for(function()
    local signs = vim.fn.sign_getplaced(model, { group = 'jitscope_stop' })[1].signs
    for _, sign in ipairs(signs) do
      if sign.name == 'JitScopeStop' and sign.lnum == line then
        return vim.fn.line('.') == line and text_of('scopes'):match('Stack\n.*▶ [^\n]*:' .. line .. '\n')
      end
    end
  end, ('a stop at line %d; %s\n%s\n%s'):format(line, vim.inspect(problems), text_of('scopes'), text_of('console')))
end

local function ended()
  wait_for(function()
    return not session().is_running()
  end, 'the end of the program')
  expect(text_of('scopes'), 'The program has ended.', 'scopes')
end

local function answer(text)
  vim.ui.input = function(_, done)
    done(text)
  end
end

local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'x', false)
end

local function row(pattern)
  for i, line in ipairs(vim.split(text_of('scopes'), '\n')) do
    if line:match(pattern) then
      return i
    end
  end
  error(('no row %s in %s'):format(pattern, text_of('scopes')))
end

-- Presses <CR> on a row of the scopes.
local function choose(pattern)
  local window = vim.fn.bufwinid(vim.fn.bufnr('jitscope://scopes'))
  local line = row(pattern)
  vim.api.nvim_win_call(window, function()
    vim.api.nvim_win_set_cursor(window, { line, 0 })
    press('<CR>')
  end)
end

test.run(function()
  vim.cmd('runtime plugin/jitscope.lua') -- with -u NONE, Neovim loads no plugins
  vim.notify = function(message)
    table.insert(problems, message)
  end
  require('jitscope').setup({
    cmd = { os.getenv('JITSCOPE_BIN') .. '/tsls' },
    tsdbg = os.getenv('JITSCOPE_BIN') .. '/tsdbg',
  })
  test.edit(test.write('model.py', {
    'import torch',
    '',
    'class Net(torch.nn.Module):',
    '    def forward(self, x):',
    '        y = x * 2',
    '        if y.sum() > 10:',
    '            y = y - 1',
    '        else:',
    '            y = y + 1',
    '        z = y / 2',
    '        return [z, z]',
    '',
    'if __name__ == "__main__":',
    '    print("result", Net()(torch.ones(2)))',
  }))
  model = vim.api.nvim_get_current_buf()
end, {
  {
    'a breakpoint is a sign, which the command sets, changes and removes',
    function()
      local function signs()
        return vim.tbl_map(function(sign)
          return { sign.lnum, sign.name }
        end, vim.fn.sign_getplaced(model, { group = 'jitscope_breakpoints' })[1].signs)
      end
      vim.api.nvim_win_set_cursor(0, { 6, 0 })
      vim.cmd('JitScopeBreakpoint')
      expect(signs(), { { 6, 'JitScopeBreakpoint' } }, 'set')
      vim.cmd('JitScopeBreakpoint x is not None')
      expect(signs(), { { 6, 'JitScopeCondition' } }, 'a condition')
      vim.cmd('JitScopeBreakpoint')
      expect(signs(), {}, 'removed')
      vim.cmd('JitScopeBreakpoint')
    end,
  },
  {
    'keys without a program say what to do',
    function()
      session().step_over()
      expect(problems, { 'jitscope: no program is debugged; :JitScopeDebug starts one' }, 'message')
      problems = {}
    end,
  },
  {
    'a start stops at the first line of all engines, and shows their scopes',
    function()
      vim.api.nvim_win_set_cursor(0, { 5, 0 })
      answer('torch.ones(2)')
      vim.cmd('JitScopeDebug')
      stopped_at(5)
      says('scopes', 'Engines\n▶ eager  model.py:5\n▷ script  model.py:5\n▷ trace  model.py:5\n')
      says('scopes', 'Stack\n▶ Net.forward:5\n')
      says('scopes', '▾ Locals\n')
      says('scopes', '\n  ▸ x: tensor float32 %[2%]')
    end,
  },
  {
    'F5 runs to the breakpoint, and F10 over a line',
    function()
      press('<F5>')
      stopped_at(6)
      says('scopes', 'y: tensor float32')
      press('<F10>')
      stopped_at(9)
    end,
  },
  {
    'Enter opens a value, and it stays open at the next stop',
    function()
      choose('▸ y: tensor')
      says('scopes', '▾ y: tensor.*\n      dtype: torch.float32')
      press('<F10>')
      stopped_at(10)
      says('scopes', '▾ y: tensor.*\n      dtype: torch.float32')
      choose('▾ y: tensor')
      says('scopes', '▸ y: tensor')
    end,
  },
  {
    'Enter on an engine shows its values: the console evaluates there',
    function()
      choose('▷ trace')
      says('scopes', '▶ trace  model.py:10')
      says('scopes', '▸ Graph values')
      session().evaluate('y * 100')
      says('console', 'tensor%(%[300., 300.%]%)')
      session().evaluate('nonsense')
      says('console', "NameError: name 'nonsense' is not defined")
    end,
  },
  {
    'F6 steps back',
    function()
      press('<F6>')
      stopped_at(9)
      choose('▷ eager')
      says('scopes', '▶ eager')
    end,
  },
  {
    'a breakpoint on a line without code moves, and the end of the file has none',
    function()
      vim.api.nvim_win_set_cursor(0, { 8, 0 })
      press('<F9>')
      wait_for(function()
        return #vim.fn.sign_getplaced(model, { group = 'jitscope_breakpoints', lnum = 9 })[1].signs == 1
      end, 'the moved sign')
    end,
  },
  {
    'the end of the program tells the results and gives the keys back',
    function()
      press('<F5>')
      says('console', 'eager returned %[tensor')
      ended()
      expect(vim.fn.maparg('<F10>', 'n'), '', 'F10')
      expect(vim.fn.sign_getplaced(model, { group = 'jitscope_stop' })[1].signs, {}, 'signs')
      expect(problems, {}, 'messages')
    end,
  },
  {
    'Python runs the call of a scripted frame, and the engines move alone',
    function()
      answer('torch.ones(2)')
      vim.cmd('JitScopeDebug')
      stopped_at(5)
      choose('▷ script')
      says('scopes', '▶ script')
      vim.cmd('JitScopeContinueInEager')
      says('console', 'the engines move alone')
      wait_for(function()
        session().evaluate('type(self).__name__')
        return text_of('console'):match("'Net'")
      end, 'a Python module')
      press('<F10>')
      stopped_at(6)
      expect(problems, {}, 'messages')
      vim.cmd('JitScopeDebugStop')
      ended()
    end,
  },
  {
    'a launch that fails says why',
    function()
      answer('nonsense')
      vim.cmd('JitScopeDebug')
      says('console', "NameError: name 'nonsense' is not defined")
      ended()
    end,
  },
  {
    'a start saves the changed text that it debugs',
    function()
      vim.api.nvim_buf_set_lines(0, -1, -1, false, { '# changed' })
      answer('nonsense')
      vim.cmd('JitScopeDebug')
      expect(vim.bo.modified, false, 'modified')
      ended()
      vim.cmd('silent undo | silent write')
    end,
  },
  {
    'a file runs as a script, with its output in the console; a key of the user stays',
    function()
      vim.keymap.set('n', '<F12>', '<Nop>')
      vim.cmd('JitScopeDebug!')
      stopped_at(1)
      expect(vim.fn.maparg('<F12>', 'n'), '<Nop>', 'F12')
      press('<F6>')
      wait_for(function()
        return problems[1] and problems[1]:match('the program is not recorded')
      end, 'the refusal')
      press('<F5>')
      stopped_at(6)
      choose('<module>')
      stopped_at(14)
      vim.cmd('JitScopeDebug')
      expect(problems[2], 'jitscope: a program is debugged already; :JitScopeDebugStop ends it', 'a second start')
      press('<F5>')
      stopped_at(9)
      press('<F5>')
      says('console', 'result %[tensor')
      ended()
    end,
  },
  {
    ':JitScopeDebugStop ends a program, and then closes the windows',
    function()
      vim.cmd('JitScopeDebug!')
      stopped_at(1)
      vim.cmd('JitScopeDebugStop')
      ended()
      vim.cmd('JitScopeDebugStop')
      expect(
        { vim.fn.bufnr('jitscope://scopes'), vim.fn.bufnr('jitscope://console'), #vim.api.nvim_list_wins() },
        { -1, -1, 1 },
        'windows'
      )
    end,
  },
})
