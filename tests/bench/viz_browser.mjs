// Opens a page in Chromium. Prints {seconds, megabytes}: the time until the picture is painted, and the memory of the page's process.
// usage: node viz_browser.mjs TOOLS ADDRESS SELECTOR SECONDS
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { launch } from '../conformance/editors/browser.mjs';

const [tools, address, selector, most] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'jitscope-bench-'));
const browser = await launch(createRequire(path.join(tools, 'package.json')), profile, { width: 1280, height: 860 });
try {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.addInitScript((wanted) => {
    window.painted = new Promise((resolve) => {
      const look = () => {
        // The frame after the one in which the element exists has been painted.
        if (document.querySelector(wanted))
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, selector);
  // Netron asks for consent to cookies at its first start.
  if (/^http/.test(address)) await browser.addCookies([{ name: 'consent', value: '1', url: address }]);
  await page.goto(address, { waitUntil: 'commit', timeout: most * 1000 });
  // The page may forbid eval, so that the debugger of the browser asks.
  const session = await browser.newCDPSession(page);
  const painting = session.send('Runtime.evaluate', { expression: 'window.painted', awaitPromise: true });
  const deadline = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`nothing is painted after ${most} s`)), most * 1000);
  });
  const painted = (await Promise.race([painting, deadline])).result.value;
  const seconds = painted / 1000;
  const { processInfo } = await (await browser.browser().newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  // The page is in the renderer that uses most memory; others wait for pages to come.
  const memory = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${id}/status`, 'utf8'))[1]) / 1024);
  console.log(JSON.stringify({ seconds, megabytes: Math.max(...memory) }));
} finally {
  await browser.close();
  fs.rmSync(profile, { recursive: true, force: true });
}
process.exit(0);
