// Runs the scenarios in a real VS Code with a user's actions. Prints a line of JSON for each: {scenario, passed, seconds, problem}.
// usage: node vscode.mjs TOOLS HOME VSIX WORKSPACE SHOTS [TEXT|TEXT...]
import { createRequire } from 'node:module';
import path from 'node:path';
import { launch } from './browser.mjs';
import { scenarios } from './scenarios.mjs';
import { startServer } from './server.mjs';
import { Workbench } from './workbench.mjs';

const [tools, home, vsix, folder, shots, pattern = ''] = process.argv.slice(2);

const kFirstPage = 120_000; // milliseconds: the first start of the browser compiles all of VS Code

async function run(bench, scenario) {
  const start = Date.now();
  let problem = '';
  try {
    await scenario.run(bench);
    const failed = (await bench.texts('.notification-list-item-message')).find((text) =>
      /^Request .* failed/.test(text),
    );
    if (failed) throw new Error(`VS Code says: ${failed}`);
  } catch (error) {
    problem = `${error.message ?? error}`;
    await bench.shot(`failed-${scenarios.indexOf(scenario) + 1}`).catch(() => undefined);
  }
  console.log(
    JSON.stringify({ scenario: scenario.name, passed: problem === '', seconds: (Date.now() - start) / 1000, problem }),
  );
}

async function main() {
  const server = await startServer({ tools, home, vsix, settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  const stop = () => {
    server.stop();
    process.exit(1);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  try {
    const require = createRequire(path.join(tools, 'package.json'));
    const browser = await launch(require, path.join(home, 'browser'), { width: 1280, height: 800 });
    const page = browser.pages()[0] ?? (await browser.newPage());
    const first = `vscode-remote://${new URL(server.url).host}${folder}/models.py`;
    await page.goto(
      `${server.url}/?folder=${folder}&payload=${encodeURIComponent(JSON.stringify([['openFile', first]]))}`,
      { waitUntil: 'domcontentloaded', timeout: kFirstPage },
    );
    await page.locator('.statusbar-item:has-text("JitScope") .codicon-check').first().waitFor({ timeout: kFirstPage });
    const bench = new Workbench(page, folder, shots, home);
    for (const scenario of scenarios) {
      if (pattern.split('|').some((part) => scenario.name.includes(part))) await run(bench, scenario);
    }
    await browser.close();
  } finally {
    server.stop();
  }
}

await main();
process.exit(0);
