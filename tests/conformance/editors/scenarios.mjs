// The scenarios of VS Code, in this order. Each restores the files that it changes and closes the views that it opens.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const kModels = 'models.py',
  kLayers = 'layers.py',
  kSteps = 'steps.py',
  kNet = 'net.py',
  kRoots = 'roots.py',
  kAlone = 'alone.py',
  kCond = 'cond.py',
  kLight = 'light.py',
  kNotebook = 'train.ipynb',
  kCells = 'cells.ipynb',
  kServe = 'serve.py';

/** Runs, and puts the files back whatever happens. */
async function changing(bench, names, run) {
  const before = names.map((name) => [name, bench.onDisk(name)]);
  try {
    await run();
  } catch (error) {
    await bench.shot('failed-while-changing');
    throw error;
  } finally {
    await bench.key('Escape', 'Escape');
    for (const [name, text] of before) await bench.restore(name, text);
  }
}

export const scenarios = [
  {
    name: 'what torch.jit.script refuses is underlined, behind wide characters too',
    async run(bench) {
      await bench.open(kModels);
      await bench.see('.monaco-editor .squiggly-error');
      await bench.textOf('#status\\.problems', /1/);
      await bench.command('Problems: Focus on Problems View');
      await bench.textOf('.markers-panel .monaco-list-row', /operator \+ can't be applied.*\[Ln 13, Col 9\]/s);
      await bench.shot('diagnostics');
      await bench.hidePanel();
    },
  },
  {
    name: 'the status item says that the server runs',
    async run(bench) {
      await bench.textOf('.statusbar-item', /^\s*JitScope/);
      await bench.see('.statusbar-item .codicon-check');
    },
  },
  {
    name: 'a model shows the problem that a script elsewhere causes, until an edit of either file',
    async run(bench) {
      await changing(bench, [kNet, kRoots], async () => {
        await bench.open(kNet, 11, 1);
        await bench.key('Home', 'Shift+End');
        await bench.type('return self.layer(x).missing()');
        await bench.see('.monaco-editor .squiggly-error');
        await bench.command('Problems: Focus on Problems View');
        await bench.textOf('.markers-panel .monaco-list-row', /missing.*\[Ln 11, Col 16\]/s);
        await bench.textOf('.markers-panel .monaco-list-row', /roots\.py.*scripted at roots\.py:8/s);
        await bench.shot('roots');
        await bench.hidePanel();
        await bench.saved(kNet, (text) => /missing/.test(text));
        await bench.open(kRoots, 8, 1);
        await bench.key('Home', 'Shift+End');
        await bench.type('print(Net(3), path)');
        await bench.saved(kRoots, (text) => /print/.test(text));
        await bench.open(kNet, 11, 1);
        await bench.see('.monaco-editor .squiggly-info'); // nothing scripts the class any more
        await bench.gone('.monaco-editor .squiggly-error');
      });
      await bench.open(kNet);
      await bench.gone('.monaco-editor .squiggly-info');
      await bench.open(kModels);
    },
  },
  {
    name: 'a hover tells the type and the rule',
    async run(bench) {
      await bench.open(kModels, 13, 9);
      await bench.command('Show or Focus Hover');
      await bench.textOf('.monaco-hover:not(.hidden)', /größe: Optional\[int\]/);
      await bench.textOf('.monaco-hover:not(.hidden)', /TS4001/);
      await bench.shot('hover');
      await bench.key('Escape');
    },
  },
  {
    name: "completion lists a tensor's methods with their signatures",
    async run(bench) {
      await changing(bench, [kModels], async () => {
        await bench.open(kModels, 26, 1);
        await bench.key('End', 'Enter');
        await bench.type('x.relu');
        await bench.textOf('.suggest-widget .monaco-list-row', /^relu/);
        await bench.textOf('.suggest-widget .monaco-list-row', /^relu_/);
        await bench.shot('completion');
      });
    },
  },
  {
    name: 'signature help shows the parameters of a function of another file',
    async run(bench) {
      await changing(bench, [kModels], async () => {
        await bench.open(kModels, 26, 1);
        await bench.key('End', 'Enter');
        await bench.type('scale(');
        await bench.textOf('.parameter-hints-widget', /scale\(x: Tensor, factor: float\) -> Tensor/);
        await bench.shot('signature');
      });
    },
  },
  {
    name: 'a quick fix mends the text',
    async run(bench) {
      await changing(bench, [kModels], async () => {
        await bench.open(kModels, 13, 9);
        await bench.see('.monaco-editor .squiggly-error');
        await bench.menu('Control+.', '.action-widget .monaco-list-row.action');
        await bench.shot('quick-fix');
        const row = bench.page.locator('.action-widget .monaco-list-row.action').first();
        await row.click();
        await bench.until(
          async () => (await bench.page.locator('.monaco-editor .squiggly-error').count()) === 0,
          'no squiggle',
        );
        await bench.saved(kModels, (text) => /is not None|assert|ignore\[TS4001\]/.test(text));
      });
    },
  },
  {
    name: 'renaming changes every file',
    async run(bench) {
      await changing(bench, [kLayers, kModels], async () => {
        await bench.open(kLayers, 5, 6);
        await bench.key('F2');
        await bench.see('.rename-box input');
        await bench.shot('rename');
        await bench.page.locator('.rename-box input').fill('multiply');
        await bench.key('Enter');
        await bench.see('.tab.dirty[data-resource-name="layers.py"]');
        await bench.command('File: Save All');
        await bench.until(
          () =>
            /from layers import multiply/.test(bench.onDisk(kModels)) &&
            /h = multiply\(h, 2\.0\)/.test(bench.onDisk(kModels)) &&
            /def multiply/.test(bench.onDisk(kLayers)),
          'both files changed',
        );
      });
    },
  },
  {
    name: 'inlay hints tell inferred types',
    async run(bench) {
      await bench.open(kSteps);
      await bench.textOf('.view-line', /total: Tensor = torch\.zeros/);
      await bench.textOf('.view-line', /count: int = 0/);
      await bench.shot('inlay-hints');
    },
  },
  {
    name: 'definition leads into another file, references list all of them',
    async run(bench) {
      await bench.open(kModels, 25, 18);
      await bench.key('F12');
      await bench.see('.tab.active[data-resource-name="layers.py"]');
      await bench.cursorAt(5);
      await bench.command('Peek References');
      await bench.textOf('.reference-zone-widget', /References \(3\)|3 references/);
      await bench.shot('references');
      await bench.key('Escape');
    },
  },
  {
    name: 'where a package is not installed, a definition leads to the read-only source in the server',
    async run(bench) {
      await bench.open(kLight, 4, 10);
      await bench.key('F12');
      await bench.see('.tab.active[data-resource-name="__init__.py"]');
      await bench.textOf('.view-line', /class LightningModule\(nn\.Module\)/);
      await bench.shot('library');
      await bench.closeAll();
    },
  },
  {
    name: 'the link above a function opens its graph beside it',
    async run(bench) {
      await bench.closeAll();
      await bench.closeSideBar(); // makes room for two columns
      await bench.open(kSteps);
      await bench.page.locator('.codelens-decoration a', { hasText: 'Show graph' }).first().click();
      await bench.inPanel('.details h2', /mean_above/);
      await bench.inPanel('.stage text', /^for .* in range/);
      await bench.shot('graph');
    },
  },
  {
    name: 'the graph follows the cursor, and a click on a node moves it',
    async run(bench) {
      await bench.page.locator('.editor-group-container .tab[data-resource-name="steps.py"]').click();
      await bench.goTo(10);
      await bench.inPanel('.details .here', /10.*row\.mean\(\)/s);
      await bench.shot('graph-follows');
      await bench.panel().getByRole('button', { name: 'Fit the picture' }).click();
      await bench.panel().locator('[role=treeitem][aria-label^="max"][aria-label$="steps.py:9"]').click();
      await bench.inPanel('.details h2', /aten::max/);
      await bench.cursorAt(9);
    },
  },
  {
    name: 'the graph is made anew while the text changes, and stays when a change does not compile',
    async run(bench) {
      await bench.open(kSteps, 12, 1);
      await changing(bench, [kSteps], async () => {
        await bench.key('Home', 'Shift+End');
        await bench.type('return torch.tanh(total)');
        await bench.inPanel('.stage text', /tanh/); // not saved yet
        if (/tanh/.test(bench.onDisk(kSteps))) throw new Error('the file was saved');
        await bench.saved(kSteps, (text) => /torch\.tanh/.test(text));
        await bench.key('Home', 'Shift+End');
        await bench.type('return totals');
        await bench.saved(kSteps, (text) => /return totals/.test(text));
        await bench.inPanel('.problem', /totals/);
        await bench.inPanel('.stage text', /tanh/);
        await bench.shot('graph-problem');
      });
      await bench.inPanel('.stage text', /^\/$/);
    },
  },
  {
    name: 'the link above forward draws a model as the script elsewhere constructs it',
    async run(bench) {
      await bench.closeAll();
      await bench.open(kNet);
      await bench.page.locator('.codelens-decoration a', { hasText: 'Show graph' }).nth(1).click();
      await bench.inPanel('.note', /^constructed as in roots\.py:8: Net\(3\)$/);
      await bench.inPanel('.details h2', /forward|Net/);
      await bench.shot('graph-constructed');
    },
  },
  {
    name: 'a class that the workspace does not construct asks for its arguments once, and a command changes them',
    async run(bench) {
      const show = async () => {
        await bench.closeAll();
        await bench.open(kAlone);
        await bench.page.locator('.codelens-decoration a', { hasText: 'Show graph' }).first().click();
      };
      await show();
      await bench.textOf('.quick-input-widget', /Construct Alone/);
      await bench.shot('construct');
      await bench.type('4, 5');
      await bench.key('Enter');
      await bench.inPanel('.note', /^constructed as Alone\(4, 5\), with your arguments$/);
      await show();
      await bench.inPanel('.note', /Alone\(4, 5\)/);
      await bench.page.locator('.editor-group-container .tab[data-resource-name="alone.py"]').click();
      await bench.goTo(6);
      await bench.command('JitScope: Change Constructor Arguments');
      await bench.textOf('.quick-input-widget', /Construct Alone/);
      await bench.type('6, 7');
      await bench.key('Enter');
      await bench.inPanel('.note', /Alone\(6, 7\)/);
    },
  },
  {
    name: 'the explorer opens a .pt in the graph panel: a scripted module, and a state dict as a tree',
    async run(bench) {
      await bench.closeAll();
      await bench.inExplorer('scripted.pt', 'Show Graph');
      await bench.inPanel('.details h2', /Net\.forward/);
      await bench.inPanel('.stage text', /^conv$/);
      await bench.inPanel('.stage text', /^relu$/);
      await bench.textOf('.tab.active', /scripted\.pt: graph/);
      await bench.shot('archive');
      await bench.inExplorer('state.pt', 'Show Graph');
      await bench.inPanel('.details h2', /state\.pt/);
      await bench.panel().locator('[role=treeitem][aria-label^="head"]').waitFor();
      await bench.inPanel('.stage text', /2×8 float32/);
      await bench.textOf('.tab', /state\.pt: graph/);
      await bench.shot('state-dict');
      await bench.closeSideBar();
    },
  },
  {
    name: 'IR is shown beside the text, coloured, and follows the cursor',
    async run(bench) {
      await bench.closeAll();
      await bench.open(kSteps, 10, 9);
      await bench.command('JitScope: Show IR');
      await bench.see('.tab[data-resource-name="mean_above.ir"]');
      await bench.textOf('.view-line', /%total\.5 : Tensor = aten::add/);
      await bench.goTo(10, 9);
      await bench.key('ArrowRight');
      await bench.see('.editor-group-container:not(.active) .cdr');
      await bench.shot('ir');
    },
  },
  {
    name: 'from a line of Python to its node and back',
    async run(bench) {
      await bench.goTo(10, 9);
      await bench.command('JitScope: Jump between Python and IR');
      await bench.see('.editor-group-container.active .tab.active[data-resource-name="mean_above.ir"]');
      await bench.cursorAt(18);
      await bench.command('JitScope: Jump between Python and IR');
      await bench.see('.editor-group-container.active .tab.active[data-resource-name="steps.py"]');
      await bench.cursorAt(10);
    },
  },
  {
    name: "in IR a hover tells a value's type and Python, definition and symbols work",
    async run(bench) {
      await bench.command('JitScope: Jump between Python and IR');
      await bench.see('.editor-group-container.active .tab.active[data-resource-name="mean_above.ir"]');
      await bench.cursorAt(18);
      await bench.goTo(19, 43);
      await bench.command('Show or Focus Hover');
      const text = await bench.textOf('.monaco-hover:not(.hidden)', /%total\.21/);
      if (!/block0/.test(text)) throw new Error(`the hover says ${text}`);
      await bench.key('Escape');
      await bench.goTo(18, 28);
      await bench.command('Show or Focus Hover');
      await bench.textOf('.monaco-hover:not(.hidden)', /row\.mean\(\)/);
      await bench.shot('ir-hover');
      await bench.key('Escape');
      await bench.key('F12');
      await bench.see('.editor-group-container.active .tab.active[data-resource-name="steps.py"]');
      await bench.cursorAt(10);
    },
  },
  {
    name: 'the link above a function compares its engines and shows the page with both graphs',
    async run(bench) {
      await bench.closeAll();
      await bench.open(kSteps);
      await bench.page
        .locator('.codelens-decoration a', { hasText: 'Compare eager, script and trace' })
        .first()
        .click();
      await bench.textOf('.quick-input-widget', /Compare mean_above/);
      await bench.type('torch.ones(3, 4), 0.5');
      await bench.key('Enter');
      await bench.textOf('.tabs-container .tab', /mean_above: comparison/);
      await bench.inPanel('.details h2', /mean_above|gt|Bool|if/);
      await bench.panel().getByRole('button', { name: 'More', exact: true }).click();
      await bench.panel().getByRole('button', { name: 'Report', exact: true }).click();
      await bench.inPanel('.report td', /trace doesn't run/);
      await bench.shot('compare');
      await bench.closeAll();
    },
  },
  {
    name: 'the link Debug above a function runs it eager, scripted and traced, and steps back',
    async run(bench) {
      await bench.closeAll();
      await bench.open(kCond);
      await bench.page
        .locator('.codelens-decoration a', { hasText: /^Debug$/ })
        .first()
        .click();
      await bench.textOf('.quick-input-widget', /Debug CondModel/);
      await bench.type('torch.ones(2, 3)');
      await bench.key('Enter');
      await bench.see('.debug-toolbar');
      await bench.cursorAt(12);
      await bench.command('View: Show Run and Debug');
      await bench.textOf('.debug-call-stack', /eager.*script.*trace/s);
      await bench.key('F10');
      await bench.cursorAt(13);
      await bench.textOf('.debug-variables', /total.*tensor float32/s);
      await bench.key('F10');
      await bench.cursorAt(14);
      await bench.shot('debug');
      await bench.page.locator('.debug-toolbar .codicon-debug-step-back').click();
      await bench.cursorAt(13);
      await bench.page.locator('.debug-toolbar .codicon-debug-stop').click();
      await bench.gone('.debug-toolbar');
      await bench.command('View: Show Explorer');
      await bench.closeAll();
    },
  },
  {
    name: 'a debug session shows values in the graph panel, and the variables of all engines in a view',
    async run(bench) {
      await bench.closeAll();
      await bench.open(kCond);
      await bench.page.locator('.codelens-decoration a', { hasText: 'Show graph' }).first().click();
      await bench.inFrames('.stage text', /relu/);
      await bench.page.locator('.editor-group-container .tab[data-resource-name="cond.py"]').click();
      await bench.page
        .locator('.codelens-decoration a', { hasText: /^Debug$/ })
        .first()
        .click();
      await bench.textOf('.quick-input-widget', /Debug CondModel/);
      await bench.type('torch.ones(2, 3)');
      await bench.key('Enter');
      await bench.see('.debug-toolbar');
      await bench.cursorAt(12);
      await bench.key('F10');
      await bench.cursorAt(13);
      await bench.command('View: Show Run and Debug');
      const header = bench.page.locator('.pane-header', { hasText: 'Engines' });
      await header.waitFor();
      if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
      await bench.inFrames('thead th', /script/); // the trace does not run this line
      await bench.inFrames('tbody th', /total/);
      await bench.inFrames('.stage text', /tensor float32 \[2, 3\]/);
      await bench.shot('debug-views');
      await bench.page.locator('.debug-toolbar .codicon-debug-stop').click();
      await bench.gone('.debug-toolbar');
      await bench.command('View: Show Explorer');
      await bench.closeAll();
    },
  },
  {
    name: 'a problem in a cell of a notebook is underlined until the cell is corrected',
    async run(bench) {
      await bench.closeAll();
      await bench.quickInput('Control+P', kCells);
      await bench.pick(kCells);
      await bench.see('.notebookOverlay .monaco-editor .squiggly-error');
      await bench.command('Problems: Focus on Problems View');
      await bench.textOf('.markers-panel .monaco-list-row', /length.*\[Ln 3, Col 12\]/s);
      await bench.shot('notebook-problem');
      await bench.hidePanel();
      await bench.page.locator('.notebookOverlay .view-line', { hasText: 'x.length()' }).click();
      const retype = async (before, after) => {
        await bench.key('End', ...Array(before.length).fill('Backspace'));
        await bench.page.keyboard.insertText(after);
      };
      await retype('length()', 'abs()');
      await bench.gone('.notebookOverlay .monaco-editor .squiggly-error');
      await bench.saved(kCells, (text) => text.includes('return x.abs()'));
      await retype('abs()', 'length()');
      await bench.see('.notebookOverlay .monaco-editor .squiggly-error');
      await bench.saved(kCells, (text) => text.includes('return x.length()'));
      await bench.closeAll();
    },
  },
  {
    name: 'F5 debugs a notebook, with breakpoints in two of its cells',
    async run(bench) {
      await bench.closeAll();
      await bench.quickInput('Control+P', kNotebook);
      await bench.pick(kNotebook);
      const lines = '.notebookOverlay .monaco-editor .view-line';
      for (const text of ['x.clamp', 'score(batch)']) {
        await bench.page.locator(lines, { hasText: text }).click();
        await bench.key('F9');
      }
      await bench.until(
        async () => (await bench.page.locator('.notebookOverlay .codicon-debug-breakpoint').count()) === 2,
        'two breakpoints',
      );
      await bench.key('F5');
      await bench.see('.debug-toolbar');
      const stopped = async (text) => {
        await bench.until(
          () =>
            bench.page.evaluate((wanted) => {
              const mark = document.querySelector('.notebookOverlay .debug-top-stack-frame-line');
              const top = mark?.closest('.view-overlays > div')?.style.top;
              const editor = mark?.closest('.monaco-editor');
              return [...(editor?.querySelectorAll('.view-line') ?? [])].some(
                (line) => line.style.top === top && line.textContent.includes(wanted),
              );
            }, text),
          `the mark of the current line at ${text}`,
        );
      };
      await stopped('score(batch)');
      await bench.key('F5');
      await stopped('x.clamp');
      await bench.command('View: Show Run and Debug');
      await bench.textOf('.debug-call-stack', /score\s+train\.ipynb#cell1\s+6:1.*<module>\s+train\.ipynb#cell2\s+3:1/s);
      await bench.shot('notebook');
      await bench.page.locator('.debug-toolbar .codicon-debug-stop').click();
      await bench.gone('.debug-toolbar');
      await bench.command('Remove All Breakpoints');
      await bench.hidePanel();
      await bench.command('View: Show Explorer');
      await bench.closeAll();
    },
  },
  {
    name: 'a script that runs already is debugged: its tensor is paged, a variable set, and it goes on',
    async run(bench) {
      const script = spawn(bench.installed('tsdbg'), ['run', '--debug', '0', path.join(bench.folder, kServe)]);
      try {
        let heard = '',
          printed = '';
        script.stderr.on('data', (text) => {
          heard += text;
        });
        script.stdout.on('data', (text) => {
          printed += text;
        });
        await bench.until(() => /token \S+\n/.test(heard), 'the token');
        const [, port] = /127\.0\.0\.1:(\d+)/.exec(heard),
          [, token] = /token (\S+)/.exec(heard);
        const attach = { type: 'torchscript', request: 'attach', name: 'Attach', debugServer: Number(port), token };
        fs.mkdirSync(path.join(bench.folder, '.vscode'), { recursive: true });
        fs.writeFileSync(
          path.join(bench.folder, '.vscode/launch.json'),
          JSON.stringify({ version: '0.2.0', configurations: [attach] }),
        );
        await bench.open(kServe, 9);
        await bench.key('F9', 'F5');
        await bench.see('.debug-toolbar');
        await bench.see('.debug-top-stack-frame-line'); // a stop takes the focus
        await bench.command('View: Show Run and Debug');
        await bench.textOf('.debug-call-stack', /answer.*<module>/s);
        const row = (pattern) => bench.page.locator('.debug-variables .monaco-list-row', { hasText: pattern }).first();
        // The view shows the scopes of a stop that it has not seen closed.
        await bench.see('.debug-variables .monaco-list-row:has-text("Locals")');
        if (!(await row('values').isVisible())) await row('Locals').click();
        await row('total').dblclick();
        await bench.type('1249.5');
        await bench.key('Enter');
        await bench.textOf('.debug-variables', /total.*1249\.5/s);
        await row('values').click();
        await bench.until(async () => {
          // only the rows in view exist
          await bench.page.mouse.wheel(0, 60);
          return row('[0..99]').isVisible();
        }, 'the first page of the tensor');
        await bench.shot('attached');
        await bench.command('Remove All Breakpoints');
        await bench.page.locator('.debug-toolbar .codicon-debug-disconnect').click();
        await bench.gone('.debug-toolbar');
        await bench.until(() => printed === 'known\n' || script.exitCode !== null, 'the end of the script');
        if (printed !== 'known\n') throw new Error(`the script printed ${printed} and ${heard}`);
      } finally {
        script.kill();
        fs.rmSync(path.join(bench.folder, '.vscode/launch.json'), { force: true });
      }
      await bench.command('View: Show Explorer');
      await bench.closeAll();
    },
  },
  {
    name: 'the task tscheck fills the Problems panel',
    async run(bench) {
      await bench.closeAll();
      await bench.quickInput('Control+P', 'task tscheck');
      await bench.pick('tscheck');
      await bench.pick('jitscope: tscheck');
      await bench.textOf('#status\\.problems', /2/); // one of them comes from the server
      await bench.command('Problems: Focus on Problems View');
      await bench.textOf(
        '.markers-panel .monaco-list-row',
        /operator \+ can't be applied.*tscheck\s+TS4001\s+\[Ln 13, Col 9\]/s,
      );
      await bench.shot('task');
      await bench.hidePanel();
    },
  },
  {
    name: 'a wrong setting is told, and nothing else changes',
    async run(bench) {
      await bench.open(kModels);
      await bench.set({ 'jitscope.roots': 'both' });
      await bench.textOf('.notification-list-item-message', /"roots" keeps its value, it can't be "both"/);
      await bench.shot('wrong-setting');
      await bench.see('.monaco-editor .squiggly-error');
      await bench.set({});
      await bench.command('Notifications: Clear All Notifications');
      await bench.gone('.notification-list-item-message');
    },
  },
  {
    name: 'a server that dies comes back by itself',
    async run(bench) {
      await bench.open(kModels);
      const [before, ...others] = bench.servers();
      if (!before || others.length) throw new Error(`not one server, but ${bench.servers()}`);
      process.kill(before, 'SIGKILL');
      await bench.until(() => bench.servers().length === 1 && bench.servers()[0] !== before, 'another server');
      await bench.see('.statusbar-item .codicon-check');
      await bench.see('.monaco-editor .squiggly-error');
    },
  },
  {
    name: 'a server that dies again and again stays down, and the message goes after a restart',
    async run(bench) {
      await bench.open(kModels);
      const message = '.notification-list-item-message';
      let last;
      await bench.until(async () => {
        const [server] = bench.servers();
        if (server && server !== last) {
          last = server;
          process.kill(server, 'SIGKILL');
        }
        return (await bench.texts(message)).some((text) => /crashed several times/.test(text));
      }, 'the message');
      await bench.shot('crashed');
      await bench.command('JitScope: Restart Server');
      await bench.see('.statusbar-item:has-text("JitScope") .codicon-check');
      await bench.until(
        async () => !(await bench.texts(message)).some((text) => /crashed/.test(text)),
        'no message about crashes',
      );
    },
  },
  {
    name: 'a folder of the settings that has no server is named, and the own server runs',
    async run(bench) {
      await bench.set({ 'jitscope.server.path': '/no/such/folder' });
      await bench.textOf('.notification-list-item-message', /the folder \/no\/such\/folder .* has no tsls/);
      await bench.see('.statusbar-item:has-text("JitScope") .codicon-check');
      await bench.set({});
      await bench.command('Notifications: Clear All Notifications');
    },
  },
  {
    name: 'where the server cannot start the status item and a message say so',
    async run(bench) {
      const folder = path.join(bench.home, 'broken');
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, 'tsls'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
      await bench.set({ 'jitscope.server.path': folder });
      await bench.see('.statusbar-item:has-text("JitScope") .codicon-error');
      await bench.textOf('.notification-list-item-message', /tsls can't be started/);
      await bench.shot('stopped');
      await bench.set({});
      await bench.see('.statusbar-item:has-text("JitScope") .codicon-check');
      await bench.command('Notifications: Clear All Notifications');
    },
  },
  {
    name: 'settings are described',
    async run(bench) {
      await bench.command('Preferences: Open Settings (UI)');
      await bench.page.locator('.settings-editor .suggest-input-container').click();
      await bench.type('@ext:jitscope.jitscope');
      await bench.textOf('.setting-item-description', /The code of a file to check/);
      await bench.shot('settings');
      await bench.closeAll();
    },
  },
  {
    name: 'the walkthrough opens',
    async run(bench) {
      await bench.closeSideBar(); // makes room for pictures
      await bench.command('Welcome: Open Walkthrough...');
      await bench.pick('Begin with JitScope');
      await bench.textOf('.getting-started-step', /See what TorchScript refuses/);
      await bench.see('.getting-started-media img');
      await bench.shot('walkthrough');
      await bench.closeAll();
    },
  },
  {
    name: 'a file that gets another name takes its imports along',
    async run(bench) {
      try {
        await changing(bench, [kModels], async () => {
          await bench.open(kLayers);
          await bench.command('File: Reveal Active File in Explorer View');
          await bench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: kLayers }).click();
          await bench.key('F2');
          await bench.page.locator('.explorer-item-edited input').fill('blocks.py');
          await bench.key('Enter');
          await bench.textOf('.monaco-dialog-box', /JitScope.* wants to make\s+refactoring changes/s);
          await bench.shot('rename-file');
          await bench.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'OK' }).click();
          await bench.see('.tab[data-resource-name="blocks.py"]');
          await bench.see(`.tab.dirty[data-resource-name="${kModels}"]`); // the last effect
          await bench.command('File: Save All');
          await bench.until(
            () => /^from blocks import scale$/m.test(bench.onDisk(kModels)),
            'the import of the new name',
          );
        });
      } finally {
        if (bench.isOnDisk('blocks.py')) bench.renameOnDisk('blocks.py', kLayers);
      }
      await bench.closeAll();
    },
  },
];
