// Turns a program's terminal output into pictures. usage: node render.mjs TOOLS PROFILE SHOTS FRAME.tty...
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { launch } from './browser.mjs';

const [tools, profile, shots, ...frames] = process.argv.slice(2);
const xterm = path.join(tools, 'node_modules/code-server/lib/vscode/node_modules/@xterm/xterm');
const kLines = 34,
  kColumns = 116; // as in nvim_terminal.py

const browser = await launch(createRequire(path.join(tools, 'package.json')), profile, { width: 1180, height: 800 });
const page = browser.pages()[0] ?? (await browser.newPage());
await page.setContent(
  '<body style="margin:0;background:#1e1e1e"><div id="terminal" style="padding:8px;display:inline-block"></div></body>',
);
await page.addStyleTag({ path: path.join(xterm, 'css/xterm.css') });
await page.addScriptTag({ path: path.join(xterm, 'lib/xterm.js') });
for (const frame of frames) {
  await page.evaluate(
    async ([bytes, rows, cols]) => {
      const terminal = new globalThis.Terminal({
        rows,
        cols,
        fontFamily: 'DejaVu Sans Mono',
        fontSize: 14,
        lineHeight: 1.15,
        theme: { background: '#1e1e1e' },
      });
      document.getElementById('terminal').replaceChildren();
      terminal.open(document.getElementById('terminal'));
      await new Promise((resolve) =>
        terminal.write(
          Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)),
          resolve,
        ),
      );
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
    [fs.readFileSync(frame).toString('base64'), kLines, kColumns],
  );
  await page.locator('#terminal').screenshot({ path: path.join(shots, `${path.basename(frame, '.tty')}.png`) });
}
await browser.close();
process.exit(0);
