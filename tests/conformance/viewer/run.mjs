// Runs the scenarios of the viewer. Prints a line of JSON for each: {group, scenario, passed, seconds, problem}.
// usage: node run.mjs TOOLS PAGES SHOTS [TEXT]
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { launch } from '../editors/browser.mjs';
import { pagesOfAxe, violations } from './axe.mjs';
import { paintsInFirefox } from './firefox.mjs';
import { Page } from './page.mjs';
import { scenarios } from './scenarios.mjs';

const [tools, pages, shots, match = ''] = process.argv.slice(2);
const require = createRequire(path.join(tools, 'package.json'));
const kViewport = { width: 1280, height: 860 };

async function run(group, scenario, body) {
  if (!scenario.includes(match)) return;
  const start = Date.now();
  let problem = '';
  try {
    await body();
  } catch (error) {
    problem = `${error.message ?? error}`;
  }
  console.log(
    JSON.stringify({ group, scenario, passed: problem === '', seconds: (Date.now() - start) / 1000, problem }),
  );
}

/** A browser with one look, with a new profile. */
async function withBrowser(colorScheme, body) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'jitscope-browser-'));
  const browser = await launch(require, profile, kViewport, { colorScheme, acceptDownloads: true });
  try {
    await body(browser);
  } finally {
    await browser.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

await withBrowser('light', async (browser) => {
  for (const scenario of scenarios) {
    await run('chromium', scenario.name, async () => {
      const page = new Page(await browser.newPage(), pages, shots);
      try {
        await scenario.run(page);
        page.check();
      } catch (error) {
        await page.shot(`failed-${scenarios.indexOf(scenario) + 1}`);
        throw error;
      } finally {
        await page.close();
      }
    });
  }
});
for (const look of ['light', 'dark']) {
  await withBrowser(look, async (browser) => {
    for (const { name, open } of pagesOfAxe) {
      await run('axe', `${name}, ${look}`, async () => {
        const page = new Page(await browser.newPage(), pages, shots);
        try {
          await open(page);
          await page.shot(`${look}-${name.replace(/\W+/g, '-')}`);
          const found = await violations(page.page, require.resolve('axe-core/axe.min.js'));
          if (found.length) throw new Error(found.join('\n    '));
        } finally {
          await page.close();
        }
      });
    }
  });
}
await withBrowser('light', async (browser) => {
  const page = await browser.newPage();
  for (const file of fs
    .readdirSync(pages)
    .filter((one) => one.endsWith('.html'))
    .sort()) {
    const name = path.basename(file, '.html');
    await run('firefox', `${name} is opened and painted`, () =>
      paintsInFirefox(path.join(pages, file), path.join(shots, `firefox-${name}.png`), page),
    );
  }
});
process.exit(0);
