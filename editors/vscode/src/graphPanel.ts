// The panel with the graph of a function, a module or an archive: the viewer of core/picture/viewer. The viewer selects the nodes of the
// cursor's line, and a link in it goes to the source. The panel gets a new picture after each edit of the file; if that fails, it keeps
// the last picture. docs/viewer.md describes the messages.
import * as crypto from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Constructions } from './constructions';
import type { Target } from './targets';
import { answer, type ViewerMessage } from './viewerMessages';

/** A line of a source file, from 1; a column, from 0, tells several nodes of the line apart. */
export interface DebugPlace {
  path: string;
  line: number;
  column?: number;
}

/** The state of a debug session. Without any part, the session has ended. */
export interface DebugMarks {
  current?: DebugPlace[];
  ran?: DebugPlace[];
  diverged?: DebugPlace[];
  values?: Record<string, string>; // short texts, by the names of values in the graph
}

const kQuiet = 400; // milliseconds without an edit before the graph is made anew

export class GraphPanel {
  private static current: GraphPanel | undefined;

  static async show(context: vscode.ExtensionContext, constructions: Constructions, target: Target): Promise<void> {
    GraphPanel.current ??= new GraphPanel(context, constructions);
    await GraphPanel.current.draw(target, true);
  }

  /** Makes the graph anew if the panel shows this target. */
  static async update(target: Target): Promise<void> {
    if (GraphPanel.current?.shows(target)) await GraphPanel.current.draw(target, false);
  }

  /** Shows the state of a debug session, if a panel is open. */
  static debug(marks: DebugMarks): void {
    GraphPanel.current?.setMarks(marks);
  }

  private readonly panel: vscode.WebviewPanel;
  private target: Target | undefined;
  private drawing = 0;
  private waiting: NodeJS.Timeout | undefined; // for the end of the edits
  // The content of the panel. The viewer requests it again after a move to another column.
  private picture: { note: string } | undefined; // the data of core/picture/viewer/src/data.ts
  private problem = '';
  private note = '';
  private marks: DebugMarks = {};

  private constructor(
    context: vscode.ExtensionContext,
    private readonly constructions: Constructions,
  ) {
    const media = vscode.Uri.joinPath(context.extensionUri, 'media'),
      bundle = vscode.Uri.joinPath(context.extensionUri, 'dist');
    this.panel = vscode.window.createWebviewPanel(
      'jitscope.graph',
      'TorchScript graph',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [bundle] },
    );
    this.panel.iconPath = {
      light: vscode.Uri.joinPath(media, 'graph-light.svg'),
      dark: vscode.Uri.joinPath(media, 'graph-dark.svg'),
    };
    // Other programs can change the file, too.
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.{py,pt,onnx}', true, false, true);
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
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.sendCursor(textEditor)),
      this.panel.webview.onDidReceiveMessage((message: ViewerMessage) => {
        if (message.type === 'ready') this.sendAll(true);
        else answer(message);
      }),
    ];
    this.panel.onDidDispose(() => {
      GraphPanel.current = undefined;
      clearTimeout(this.waiting);
      for (const one of subscriptions) one.dispose();
    });
    context.subscriptions.push(this.panel);
    this.panel.webview.html = this.page(bundle);
  }

  private shows(target: Target): boolean {
    return this.target?.uri.toString() === target.uri.toString() && this.target.name === target.name;
  }

  private isTarget(document: vscode.TextDocument): boolean {
    return document.uri.toString() === this.target?.uri.toString();
  }

  private send(message: object): void {
    void this.panel.webview.postMessage(message);
  }

  private sendAll(isOther: boolean): void {
    if (this.picture) this.send({ type: 'picture', picture: this.picture, isOther });
    this.send({ type: 'note', text: this.note });
    if (this.problem !== '') this.send({ type: 'problem', text: this.problem, isOther: !this.picture });
    const editor = vscode.window.visibleTextEditors.find((candidate) => this.isTarget(candidate.document));
    if (editor) this.sendCursor(editor);
    if (Object.keys(this.marks).length > 0) this.send({ type: 'debug', ...this.marks });
  }

  private sendCursor({ document, selection }: vscode.TextEditor): void {
    if (document.languageId === 'python')
      this.send({ type: 'cursor', path: document.uri.fsPath, line: selection.active.line + 1 });
  }

  private setMarks(marks: DebugMarks): void {
    this.marks = marks;
    this.send({ type: 'debug', ...marks });
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
    this.panel.title = `${target.name || path.basename(target.uri.fsPath)}: graph`;
    const output = await this.constructions.run('tsviz', target, ['--format=view'], mayAsk);
    if (drawing !== this.drawing) return; // a newer request is running
    const isMade = output.status === 0 && output.out !== '';
    // If the file does not compile, keep the last graph and show the errors.
    this.problem = isMade ? '' : output.errors.trim();
    if (isMade) this.picture = JSON.parse(output.out) as { note: string };
    else if (isOther) this.picture = undefined;
    if (isMade || isOther) this.note = this.picture ? this.constructions.noteOf(target, this.picture.note) : '';
    this.sendAll(isOther);
  }

  private page(bundle: vscode.Uri): string {
    const nonce = crypto.randomBytes(16).toString('base64');
    const webview = this.panel.webview;
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(bundle, name)).toString();
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'; img-src data: blob:">
<title>TorchScript graph</title>
<link rel="stylesheet" href="${address('viewer.css')}">
</head><body>
<script nonce="${nonce}" src="${address('viewer.js')}"></script>
</body></html>`;
  }
}
