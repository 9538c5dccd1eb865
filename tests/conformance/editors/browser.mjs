// Starts Debian's chromium headless, with no network requests of its own and an empty profile. Waits for conditions of its pages.
const kArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** require: finds npm's packages, which are in the build folder. profile: an empty folder. */
export function launch(require, profile, viewport, options = {}) {
  return require('playwright-core').chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    args: kArguments,
    viewport,
    ...options,
  });
}

const kHeartbeat = 250; // milliseconds; for conditions outside of the document: files, frames in frames, the focus

/** Resolves at the next change of the document, or after the heartbeat. */
function nextChange(page) {
  const wait = (patience) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(done);
      const timer = setTimeout(done, patience);
      function done() {
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      }
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    });
  return page.evaluate(wait, kHeartbeat).catch(() => undefined); // a closed page, or another document
}

/** Asks at each change of the page until the answer is truthy, and returns it. An error of `ask` counts as a false answer. */
export async function until(page, ask, what, patience) {
  const end = Date.now() + patience;
  for (;;) {
    const change = nextChange(page); // watched before the question: no change is missed
    let last;
    try {
      last = await ask();
      if (last) return last;
    } catch (error) {
      last = error.message;
    }
    if (Date.now() > end) throw new Error(`waited in vain for ${what}; at last: ${JSON.stringify(last)}`);
    await change;
  }
}
