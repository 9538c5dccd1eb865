// Views of a debug session: the graph panel shows the state of the graph, and the view Engines has the variables of all engines side by
// side.
import * as crypto from 'node:crypto';
import * as vscode from 'vscode';
import { type DebugPlace, GraphPanel } from './graphPanel';

interface GraphState {
  current?: DebugPlace[];
  ran?: DebugPlace[];
  values?: Record<string, string>;
}

interface Comparison {
  function: string;
  line: number;
  engines: string[];
  rows: { name: string; values: string[]; differs: boolean }[];
}

interface StoppedEvent {
  threadId?: number;
  description?: string;
}

interface StackFrame {
  id: number;
  line: number;
  source?: { path?: string };
}

const kGraphEngines = ['script', 'compiled', 'trace'];
const kDiverges = 'The engines diverge'; // the description of such a stop

/** The view "Engines" of Run and Debug: a row for each variable, a column for each engine. */
class EnginesView implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private shown: Comparison | undefined;

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.onDidDispose(() => (this.view = undefined));
    this.draw();
  }

  show(comparison: Comparison | undefined): void {
    this.shown = comparison;
    this.draw();
  }

  private draw(): void {
    if (!this.view) return;
    this.view.description = this.shown && `${this.shown.function}, line ${this.shown.line}`;
    this.view.webview.html = page(this.shown);
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}

function page(shown: Comparison | undefined): string {
  const nonce = crypto.randomBytes(16).toString('base64');
  const cells = (kind: string, texts: string[]) =>
    texts.map((text) => `<${kind} title="${escaped(text)}">${escaped(text)}</${kind}>`).join('');
  const table = !shown
    ? '<p>The engines have not stopped.</p>'
    : `<table><thead><tr><th></th>${cells('th', shown.engines)}</tr></thead><tbody>${shown.rows
        .map(
          (row) =>
            `<tr${row.differs ? ' class="differs"' : ''}><th scope="row">${escaped(row.name)}</th>${cells('td', row.values)}</tr>`,
        )
        .join('')}</tbody></table>`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">
  table { border-collapse: collapse; width: 100%; font-size: var(--vscode-font-size); }
  th, td { text-align: left; padding: 2px 8px 2px 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 16em; }
  td { font-family: var(--vscode-editor-font-family); }
  thead th { color: var(--vscode-descriptionForeground); font-weight: normal; }
  tbody th { color: var(--vscode-debugTokenExpression-name); font-weight: normal; }
  .differs td { color: var(--vscode-errorForeground); }
</style></head><body>${table}</body></html>`;
}

/** Follows the stops of a session. */
class Tracker implements vscode.DebugAdapterTracker {
  constructor(
    private readonly session: vscode.DebugSession,
    private readonly engines: EnginesView,
  ) {}

  onDidSendMessage(message: { type: string; event?: string; body?: StoppedEvent }): void {
    if (message.type !== 'event') return;
    if (message.event === 'stopped') void this.show(message.body ?? {});
    if (message.event === 'terminated') this.clear();
  }

  onWillStopSession(): void {
    this.clear();
  }

  private clear(): void {
    GraphPanel.debug({});
    this.engines.show(undefined);
  }

  private async show({ threadId, description }: StoppedEvent): Promise<void> {
    try {
      const top = await this.innermost(threadId);
      // In lock-step another engine may have the values of the graph.
      const { threads } = await this.session.customRequest('threads');
      const other = threads.find((one: { name: string }) => kGraphEngines.includes(one.name));
      const graph = other && other.id !== threadId ? await this.innermost(other.id).catch(() => top) : top;
      const state: GraphState = await this.session.customRequest('graphState', { frameId: graph.id });
      const current = state.current ?? [{ path: top.source?.path ?? '', line: top.line }];
      GraphPanel.debug({
        current,
        ran: state.ran ?? [],
        values: state.values ?? {},
        diverged: description === kDiverges ? current : [],
      });
      this.engines.show(await this.session.customRequest('compareFrames', { frameId: top.id }));
    } catch {
      // The program goes on already; the next stop shows its own state.
    }
  }

  private async innermost(threadId: number | undefined): Promise<StackFrame> {
    return (await this.session.customRequest('stackTrace', { threadId, levels: 1 })).stackFrames[0];
  }
}

export function registerDebugViews(kind: string): vscode.Disposable {
  const engines = new EnginesView();
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider('jitscope.engines', engines),
    vscode.debug.registerDebugAdapterTrackerFactory(kind, {
      createDebugAdapterTracker: (session) => new Tracker(session, engines),
    }),
  );
}
