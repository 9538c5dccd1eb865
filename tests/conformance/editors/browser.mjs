// Starts Debian's chromium headless, with no network requests of its own and an empty profile.
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
