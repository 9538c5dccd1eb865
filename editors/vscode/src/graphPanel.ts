// The graph of a function beside its text. Both follow each other: the nodes of the line with the cursor are marked, and a
// click on a node goes to its line. The graph is made anew when the file is saved; where that fails, the last one stays.
import * as crypto from 'crypto';
import * as path from 'path';
import * as vscode from 'vscode';
import { Programs } from './programs';
import { argumentOf, Target } from './targets';

interface Clicked {
  line: number; // from 1
}

export class GraphPanel {
  private static current: GraphPanel | undefined;

  static async show(context: vscode.ExtensionContext, programs: Programs, target: Target): Promise<void> {
    GraphPanel.current ??= new GraphPanel(context, programs);
    await GraphPanel.current.draw(target);
  }

  private readonly panel: vscode.WebviewPanel;
  private target: Target | undefined;
  private drawing = 0;

  private constructor(context: vscode.ExtensionContext, private readonly programs: Programs) {
    this.panel = vscode.window.createWebviewPanel('jitscope.graph', 'TorchScript graph',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, localResourceRoots: [] });
    this.panel.iconPath = new vscode.ThemeIcon('type-hierarchy') as never;
    const subscriptions = [
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (this.target && document.uri.toString() === this.target.uri.toString()) void this.draw(this.target);
      }),
      vscode.window.onDidChangeTextEditorSelection((change) => {
        if (this.target && change.textEditor.document.uri.toString() === this.target.uri.toString())
          void this.panel.webview.postMessage({ line: change.selections[0].active.line + 1 });
      }),
      this.panel.webview.onDidReceiveMessage((message: Clicked) => this.goTo(message)),
    ];
    this.panel.onDidDispose(() => {
      GraphPanel.current = undefined;
      for (const one of subscriptions) one.dispose();
    });
    context.subscriptions.push(this.panel);
  }

  private async draw(target: Target): Promise<void> {
    const drawing = ++this.drawing;
    const isOther = !this.target || this.target.uri.toString() !== target.uri.toString() || this.target.name !== target.name;
    this.target = target;
    const made = await this.programs.run('tsviz', [argumentOf(target), '--format=svg']);
    if (drawing !== this.drawing) return; // a newer one is under way
    this.panel.title = `${target.name}: graph`;
    if (made.status !== 0 || made.out === '') {
      // An edit that doesn't compile leaves the last graph, with a word about it.
      if (isOther) this.panel.webview.html = this.page('', made.errors);
      else void this.panel.webview.postMessage({ problem: made.errors });
      return;
    }
    this.panel.webview.html = this.page(made.out, '');
  }

  private async goTo(message: Clicked): Promise<void> {
    if (!this.target || !Number.isInteger(message.line) || message.line < 1) return;
    const document = await vscode.workspace.openTextDocument(this.target.uri);
    const line = Math.min(message.line, document.lineCount) - 1;
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    await vscode.window.showTextDocument(document, {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
      selection: new vscode.Range(line, document.lineAt(line).firstNonWhitespaceCharacterIndex, line,
        document.lineAt(line).firstNonWhitespaceCharacterIndex),
    });
  }

  private page(svg: string, problem: string): string {
    const nonce = crypto.randomBytes(16).toString('base64');
    const escaped = problem.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    const file = this.target ? path.basename(this.target.uri.fsPath) : '';
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
  body { margin: 0; padding: 0; background: #fff; }
  #problem { font-family: var(--vscode-editor-font-family); white-space: pre-wrap; padding: 8px 12px; color: #7a1f1f; background: #fdecec; }
  #problem:empty { display: none; }
  svg { display: block; max-width: none; }
  [data-line] { cursor: pointer; }
  .here > rect, .here > path { stroke: #d9480f !important; stroke-width: 2.5px !important; }
</style></head>
<body><div id="problem" role="alert">${escaped}</div><main aria-label="Graph of ${file}">${svg}</main>
<script nonce="${nonce}">
  const editor = acquireVsCodeApi();
  const file = ${JSON.stringify(file)};
  const isHere = (node) => node && node.dataset.file.split('/').pop() === file;
  const lineOf = (node) => Number(node.dataset.line);
  document.addEventListener('click', (event) => {
    const node = event.target.closest('[data-line]');
    if (isHere(node)) editor.postMessage({ line: lineOf(node) });
  });
  addEventListener('message', ({ data }) => {
    if (data.problem !== undefined) { document.getElementById('problem').textContent = data.problem; return; }
    let first;
    for (const node of document.querySelectorAll('[data-line]')) {
      const here = isHere(node) && lineOf(node) === data.line;
      node.classList.toggle('here', here);
      if (here && !first) first = node;
    }
    if (first) first.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'smooth' });
  });
</script></body></html>`;
  }
}
