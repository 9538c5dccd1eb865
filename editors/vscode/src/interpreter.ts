// The Python interpreter that the user has chosen in the Python extension, if that is installed.
import * as vscode from 'vscode';

// The part of the Python extension's API that is used here.
interface PythonApi {
  environments?: {
    getActiveEnvironmentPath(): { path: string };
    resolveEnvironment(environment: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

export class Interpreter implements vscode.Disposable {
  private subscription: vscode.Disposable | undefined;
  private last = '';

  // `changed` is called when the user chooses another interpreter, or the Python extension starts later.
  constructor(private readonly changed: () => void) {}

  // The path of the interpreter; empty when it is not known. Does not wait for the Python extension to start.
  async path(): Promise<string> {
    const extension = vscode.extensions.getExtension<PythonApi>('ms-python.python');
    if (!extension) return '';
    if (!extension.isActive) {
      void Promise.resolve(extension.activate()).then(
        (api) => this.update(api),
        () => undefined,
      );
      return '';
    }
    this.last = await this.read(extension.exports);
    return this.last;
  }

  dispose(): void {
    this.subscription?.dispose();
  }

  private async update(api: PythonApi | undefined): Promise<void> {
    const now = await this.read(api);
    if (now === this.last) return;
    this.last = now;
    this.changed();
  }

  private async read(api: PythonApi | undefined): Promise<string> {
    const environments = api?.environments;
    if (!environments) return '';
    this.subscription ??= environments.onDidChangeActiveEnvironmentPath(() => void this.update(api));
    const environment = await environments
      .resolveEnvironment(environments.getActiveEnvironmentPath())
      .catch(() => undefined);
    return environment?.executable.uri?.fsPath ?? '';
  }
}
