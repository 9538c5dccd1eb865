// The panel with the graph of a function. It marks the nodes of the cursor's line, and a click on a node goes to its line. The
// panel redraws the graph after each edit of the file; if that fails, it keeps the last graph.
import * as crypto from 'crypto';
import * as path from 'path';
import * as vscode from 'vscode';
import { Constructions } from './constructions';
import { Target } from './targets';

// The messages from media/graphPanel.js.
interface FromPanel {
  ready?: true;
  line?: number; // 1-based: the user clicked on a node of this line
}

const kQuiet = 400; // milliseconds without an edit before the graph is drawn anew

export class GraphPanel {
  private static current: GraphPanel | undefined;

  static async show(context: vscode.ExtensionContext, constructions: Constructions, target: Target): Promise<void> {
    GraphPanel.current ??= new GraphPanel(context, constructions);
    await GraphPanel.current.draw(target, true);
  }

  /** Draws the graph anew if the panel shows this target. */
  static async update(target: Target): Promise<void> {
    if (GraphPanel.current?.shows(target)) await GraphPanel.current.draw(target, false);
  }

  private readonly panel: vscode.WebviewPanel;
  private target: Target | undefined;
  private drawing = 0;
  private waiting: NodeJS.Timeout | undefined; // for the end of the edits
  // The content of the panel. The panel requests it again after a move to another column.
  private shown: { svg?: string; name?: string; file?: string; note?: string; problem?: string; line?: number } = {};

  private constructor(context: vscode.ExtensionContext, private readonly constructions: Constructions) {
    const media = vscode.Uri.joinPath(context.extensionUri, 'media');
    this.panel = vscode.window.createWebviewPanel('jitscope.graph', 'TorchScript graph',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [media] });
    this.panel.iconPath = { light: vscode.Uri.joinPath(media, 'graph-light.svg'), dark: vscode.Uri.joinPath(media, 'graph-dark.svg') };
    // Other programs can change the file, too.
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.py', true, false, true);
    const changed = (uri: vscode.Uri) => {
      if (this.target?.uri.toString() === uri.toString()) void this.draw(this.target, false);
    };
    const subscriptions = [
      watcher,
      watcher.onDidChange(changed),
      vscode.workspace.onDidSaveTextDocument((document) => changed(document.uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.isTarget(document)) this.drawLater();
      }),
      vscode.window.onDidChangeTextEditorSelection((change) => {
        if (this.isTarget(change.textEditor.document)) this.send({ line: change.selections[0].active.line + 1 });
      }),
      this.panel.webview.onDidReceiveMessage((message: FromPanel) => {
        if (message.ready) this.send(this.shown);
        if (message.line !== undefined) void this.goTo(message.line);
      }),
    ];
    this.panel.onDidDispose(() => {
      GraphPanel.current = undefined;
      clearTimeout(this.waiting);
      for (const one of subscriptions) one.dispose();
    });
    context.subscriptions.push(this.panel);
    this.panel.webview.html = this.page(media);
  }

  private shows(target: Target): boolean {
    return this.target?.uri.toString() === target.uri.toString() && this.target.name === target.name;
  }

  private isTarget(document: vscode.TextDocument): boolean {
    return document.uri.toString() === this.target?.uri.toString();
  }

  private send(what: typeof this.shown & { isOther?: boolean }): void {
    const { isOther, ...kept } = what;
    this.shown = { ...this.shown, ...kept };
    void this.panel.webview.postMessage({ ...kept, isOther });
  }

  private drawLater(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (this.target) void this.draw(this.target, false);
    }, kQuiet);
  }

  private async draw(target: Target, mayAsk: boolean): Promise<void> {
    const drawing = ++this.drawing;
    const isOther = !this.shows(target);
    this.target = target;
    this.panel.title = `${target.name}: graph`;
    const made = await this.constructions.run('tsviz', target, ['--format=svg'], mayAsk);
    if (drawing !== this.drawing) return; // a newer request is running
    const file = path.basename(target.uri.fsPath);
    if (made.status !== 0 || made.out === '') {
      // If the file does not compile, keep the last graph and show the errors.
      this.send({ problem: made.errors.trim(), ...(isOther ? { svg: '', name: target.name, file, note: '' } : {}), isOther });
      return;
    }
    const editor = vscode.window.visibleTextEditors.find((one) => this.isTarget(one.document));
    this.send({ svg: made.out, name: target.name, file, note: this.constructions.noteOf(target, made), problem: '',
      line: editor ? editor.selection.active.line + 1 : 0, isOther });
  }

  private async goTo(asked: number): Promise<void> {
    if (!this.target || !Number.isInteger(asked) || asked < 1) return;
    const document = await vscode.workspace.openTextDocument(this.target.uri);
    const line = Math.min(asked, document.lineCount) - 1;
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const column = document.lineAt(line).firstNonWhitespaceCharacterIndex;
    await vscode.window.showTextDocument(document, {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
      selection: new vscode.Range(line, column, line, column),
    });
  }

  private page(media: vscode.Uri): string {
    const nonce = crypto.randomBytes(16).toString('base64');
    const webview = this.panel.webview;
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${address('graphPanel.css')}">
</head><body>
<div id="bar" role="toolbar" aria-label="Zoom">
  <button id="smaller" title="Smaller (Ctrl+wheel)">&minus;</button><button id="zoom" title="Original size">100 %</button>
  <button id="larger" title="Larger (Ctrl+wheel)">+</button><button id="fit" title="Fit the width of the panel">Fit</button>
</div>
<div id="problem" role="alert"></div><div id="note" role="note"></div><main id="graph"></main>
<script nonce="${nonce}" src="${address('graphPanel.js')}"></script>
</body></html>`;
  }
}
