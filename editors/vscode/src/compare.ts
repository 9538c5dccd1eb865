// Runs a function or module eager, scripted and traced on the same inputs and on others, and shows where they diverge.
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Constructions } from './constructions';
import { askInputs } from './inputs';
import type { Target } from './targets';
import type { Texts } from './texts';
import { answer } from './viewerMessages';

// A trace always agrees on the inputs that it was recorded with, so that others are tried, too.
const kSearchTries = '200';

export async function compare(constructions: Constructions, texts: Texts, target: Target): Promise<void> {
  const inputs = await askInputs('Compare', target);
  if (inputs === undefined) return;
  await vscode.workspace.saveAll(false); // tsdbg reads the files, as a debugger does
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'jitscope-'));
  try {
    const page = path.join(folder, 'compare.html');
    const output = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Comparing ${target.name}` },
      () =>
        constructions.run(
          'tsdbg',
          target,
          ['compare', '--inputs', inputs, '--search', kSearchTries, '--html', page],
          true,
        ),
    );
    const html = await fs.readFile(page, 'utf8').catch(() => '');
    // Without a page, the target or its inputs could not be loaded: the report says why.
    if (html === '') return await texts.showReport(target, output.out + output.errors);
    showPage(target, html);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

let panel: vscode.WebviewPanel | undefined;

function showPage(target: Target, html: string): void {
  if (!panel) {
    panel = vscode.window.createWebviewPanel(
      'jitscope.compare',
      'Comparison',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] },
    );
    panel.onDidDispose(() => (panel = undefined));
    panel.webview.onDidReceiveMessage(answer);
  } else {
    panel.reveal(undefined, true);
  }
  panel.title = `${target.name}: comparison`;
  panel.webview.html = html;
}
