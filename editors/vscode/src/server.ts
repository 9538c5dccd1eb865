// Starts and restarts the language server, and shows its state in the status bar.
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type ErrorHandlerResult,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  State,
} from 'vscode-languageclient/node';
import { Interpreter } from './interpreter';
import type { Programs } from './programs';

// Excludes old versions from source control and the documents of texts.ts.
const kPythonIn = ['file', 'untitled', 'vscode-notebook-cell'];

const kMostCrashes = 4;
const kCrashesWithin = 3 * 60 * 1000; // milliseconds

const kRestartsWithin = 2000; // milliseconds

// Restarts a crashed server, except after repeated crashes. start() reports a server that never ran.
class Crashes implements ErrorHandler {
  private hasRun = false;
  private times: number[] = [];
  private check: NodeJS.Timeout | undefined;

  constructor(private readonly staysDown: () => void) {}

  /** The client does not restart a server that crashes while it starts again, and does not call closed() for it. */
  becomes(state: State): void {
    this.hasRun ||= state === State.Running;
    clearTimeout(this.check);
    if (this.hasRun && state === State.Stopped) this.check = setTimeout(this.staysDown, kRestartsWithin);
  }

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true }; // closed() follows
  }

  closed(): CloseHandlerResult {
    if (!this.hasRun) return { action: CloseAction.DoNotRestart, handled: true };
    const now = Date.now();
    this.times = [...this.times.filter((time) => now - time < kCrashesWithin), now];
    const action = this.times.length <= kMostCrashes ? CloseAction.Restart : CloseAction.DoNotRestart;
    return { action, handled: true };
  }
}

/** A notification that goes when it is told to: VS Code has this for progress only. */
function notice(title: string): () => void {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  void vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (_, cancelled) => {
      cancelled.onCancellationRequested(close);
      return closed;
    },
  );
  return close;
}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private closeNotice = () => {};
  private readonly status = vscode.window.createStatusBarItem('jitscope.status', vscode.StatusBarAlignment.Right, 50);
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly interpreter = new Interpreter(() => void this.restart());

  constructor(private readonly programs: Programs) {
    this.status.name = 'JitScope';
    this.status.command = 'jitscope.showLog';
    this.subscriptions.push(
      this.status,
      this.interpreter,
      vscode.workspace.onDidChangeConfiguration((change) => {
        const restarts = ['jitscope.server.path', 'jitscope.torch', 'jitscope.python'];
        if (restarts.some((name) => change.affectsConfiguration(name))) void this.restart();
      }),
    );
  }

  async start(): Promise<void> {
    const settings = vscode.workspace.getConfiguration('jitscope');
    const server: ServerOptions = { command: this.programs.find('tsls') };
    this.warnOfPath();
    const crashes = new Crashes(() => {
      if (this.client !== client) return; // it was stopped on purpose
      this.closeNotice = notice(
        'JitScope: the server crashed several times within minutes, so it is not restarted. [Show Log](command:jitscope.showLog) · [Restart](command:jitscope.restart)',
      );
    });
    const options: LanguageClientOptions = {
      errorHandler: crashes,
      initializationFailedHandler: () => false, // start() reports the error
      documentSelector: [
        ...kPythonIn.map((scheme) => ({ language: 'python', scheme })),
        { language: 'torchscript-ir' },
      ],
      initializationOptions: {
        roots: settings.get('roots'),
        torch: settings.get('torch'),
        python: settings.get('python') || (await this.interpreter.path()),
        commands: true,
        librarySources: true,
      },
      synchronize: {
        configurationSection: 'jitscope',
        fileEvents: vscode.workspace.createFileSystemWatcher('**/{*.py,jitscope.toml,pyproject.toml}'),
      },
      markdown: { isTrusted: false },
    };
    const client = new LanguageClient('jitscope', 'JitScope', server, options);
    this.client = client;
    client.onDidChangeState((change) => {
      crashes.becomes(change.newState);
      this.show(change.newState);
    });
    this.show(State.Starting);
    try {
      await client.start();
      if (!client.isRunning()) throw new Error('it exited immediately');
    } catch (error) {
      this.show(State.Stopped);
      const choice = await vscode.window.showErrorMessage(
        `JitScope: ${server.command} can't be started: ${error instanceof Error ? error.message : error}`,
        'Open Settings',
      );
      if (choice) await vscode.commands.executeCommand('workbench.action.openSettings', 'jitscope.server.path');
    }
  }

  async restart(): Promise<void> {
    this.closeNotice();
    const old = this.client;
    this.client = undefined;
    if (old) await old.dispose().catch(() => undefined);
    await this.start();
  }

  /** The text of a source that is built into the server. */
  async libraryText(uri: vscode.Uri): Promise<string> {
    const answer = await this.client?.sendRequest<{ text: string }>('workspace/textDocumentContent', {
      uri: uri.toString(),
    });
    return answer?.text ?? '';
  }

  showLog(): void {
    this.client?.outputChannel.show(true);
  }

  dispose(): void {
    for (const one of this.subscriptions) one.dispose();
    const client = this.client;
    this.client = undefined;
    void client?.dispose().catch(() => undefined);
  }

  /** Says that the folder of the settings is not used. */
  private warnOfPath(): void {
    const folder = this.programs.folderWithout('tsls');
    if (folder === undefined) return;
    void vscode.window
      .showWarningMessage(
        `JitScope: the folder ${folder} of the setting server.path has no tsls, so ${this.programs.find('tsls')} is used`,
        'Open Settings',
      )
      .then((choice) => {
        if (choice) void vscode.commands.executeCommand('workbench.action.openSettings', 'jitscope.server.path');
      });
  }

  private show(state: State): void {
    const [icon, tip] = {
      [State.Starting]: ['$(loading~spin)', 'JitScope is starting'],
      [State.Running]: ['$(check)', 'JitScope checks TorchScript while you type'],
      [State.Stopped]: ['$(error)', "JitScope's server has stopped"],
    }[state];
    this.status.text = `${icon} JitScope`;
    const version = this.client?.initializeResult?.serverInfo?.version;
    const tooltip = new vscode.MarkdownString(
      `${tip}${version ? ` (tsls ${version})` : ''}\n\n` +
        '[Show Log](command:jitscope.showLog) · [Restart](command:jitscope.restart) · [Settings](command:workbench.action.openSettings?%22jitscope%22)',
    );
    tooltip.isTrusted = true;
    this.status.tooltip = tooltip;
    this.status.backgroundColor =
      state === State.Stopped ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.status.show();
  }
}
