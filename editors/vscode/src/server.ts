// The language server's life: start, restart, its state in the status bar.
import * as vscode from 'vscode';
import {
  CloseAction, CloseHandlerResult, ErrorAction, ErrorHandler, ErrorHandlerResult, LanguageClient, LanguageClientOptions, ServerOptions, State,
} from 'vscode-languageclient/node';
import { Programs } from './programs';

// Not what is shown of older versions, and what we show ourselves.
const kPythonIn = ['file', 'untitled', 'vscode-notebook-cell'];

const kMostCrashes = 4;
const kCrashesWithin = 3 * 60 * 1000; // milliseconds

// A server that dies is started again, unless it does so over and over; one that never ran isn't: whoever starts it hears of it.
class Crashes implements ErrorHandler {
  hasRun = false;
  private times: number[] = [];

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true }; // that it has closed is told next
  }

  closed(): CloseHandlerResult {
    if (!this.hasRun) return { action: CloseAction.DoNotRestart, handled: true };
    const now = Date.now();
    this.times = [...this.times.filter((time) => now - time < kCrashesWithin), now];
    if (this.times.length <= kMostCrashes) return { action: CloseAction.Restart, handled: true };
    return { action: CloseAction.DoNotRestart,
      message: `JitScope: the server has ended ${this.times.length} times within minutes and is not started again; its log may tell why.` };
  }
}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly status = vscode.window.createStatusBarItem('jitscope.status', vscode.StatusBarAlignment.Right, 50);
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(private readonly programs: Programs) {
    this.status.name = 'JitScope';
    this.status.command = 'jitscope.showLog';
    this.subscriptions.push(
      this.status,
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('jitscope.server.path')) void this.restart();
      }),
    );
  }

  async start(): Promise<void> {
    const server: ServerOptions = { command: this.programs.find('tsls') };
    const crashes = new Crashes();
    const options: LanguageClientOptions = {
      errorHandler: crashes,
      initializationFailedHandler: () => false, // we tell of it below
      documentSelector: [...kPythonIn.map((scheme) => ({ language: 'python', scheme })), { language: 'torchscript-ir' }],
      initializationOptions: { roots: vscode.workspace.getConfiguration('jitscope').get('roots'), commands: true },
      synchronize: { configurationSection: 'jitscope', fileEvents: vscode.workspace.createFileSystemWatcher('**/*.py') },
      markdown: { isTrusted: false },
    };
    this.client = new LanguageClient('jitscope', 'JitScope', server, options);
    this.client.onDidChangeState((change) => {
      crashes.hasRun ||= change.newState === State.Running;
      this.show(change.newState);
    });
    this.show(State.Starting);
    try {
      await this.client.start();
      if (!this.client.isRunning()) throw new Error('it has ended at once');
    } catch (error) {
      this.show(State.Stopped);
      const choice = await vscode.window.showErrorMessage(
        `JitScope: ${server.command} can't be started: ${error instanceof Error ? error.message : error}`, 'Open Settings');
      if (choice) await vscode.commands.executeCommand('workbench.action.openSettings', 'jitscope.server.path');
    }
  }

  async restart(): Promise<void> {
    const old = this.client;
    this.client = undefined;
    if (old) await old.dispose().catch(() => undefined);
    await this.start();
  }

  showLog(): void {
    this.client?.outputChannel.show(true);
  }

  dispose(): void {
    for (const one of this.subscriptions) one.dispose();
    void this.client?.dispose().catch(() => undefined);
  }

  private show(state: State): void {
    const [icon, tip] = {
      [State.Starting]: ['$(loading~spin)', 'JitScope is starting'],
      [State.Running]: ['$(check)', 'JitScope checks TorchScript while you type'],
      [State.Stopped]: ['$(error)', "JitScope's server has stopped"],
    }[state];
    this.status.text = `${icon} JitScope`;
    const version = this.client?.initializeResult?.serverInfo?.version;
    const tooltip = new vscode.MarkdownString(`${tip}${version ? ` (tsls ${version})` : ''}\n\n` +
      '[Show Log](command:jitscope.showLog) · [Restart](command:jitscope.restart) · [Settings](command:workbench.action.openSettings?%22jitscope%22)');
    tooltip.isTrusted = true;
    this.status.tooltip = tooltip;
    this.status.backgroundColor = state === State.Stopped ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.status.show();
  }
}
