// Output of the programs as read-only documents: IR and TorchScript code, updated when the file is saved, and reports.
import * as vscode from 'vscode';
import type { Constructions } from './constructions';
import type { Target } from './targets';

export type Format = 'ir' | 'code';
const kScheme = 'jitscope';
const kEndings = { ir: '.ir', code: '.py', report: '.txt' };

interface Text {
  uri: vscode.Uri;
  target: Target;
  make: () => Promise<string>;
  followsFile: boolean;
}

export class Texts {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, Text>();

  constructor(
    context: vscode.ExtensionContext,
    private readonly constructions: Constructions,
  ) {
    context.subscriptions.push(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(kScheme, {
        onDidChange: this.changed.event,
        provideTextDocumentContent: (uri) => this.texts.get(uri.toString())?.make() ?? '',
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        for (const one of this.texts.values()) {
          if (one.followsFile && one.target.uri.toString() === document.uri.toString()) this.changed.fire(one.uri);
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.texts.delete(document.uri.toString())),
    );
  }

  /** Shows the IR or the TorchScript code of a target. */
  showCompiled(target: Target, format: Format): Promise<void> {
    let mayAsk = true; // not for each update
    return this.show(target, kEndings[format], true, async () => {
      const output = await this.constructions.run('tsviz', target, [`--format=${format}`], mayAsk);
      mayAsk = false;
      return output.status === 2
        ? `# ${output.errors.replace(/\n(?=.)/g, '\n# ')}`
        : output.out || `# ${output.errors}`;
    });
  }

  /** Shows a report about a target. */
  showReport(target: Target, text: string): Promise<void> {
    return this.show(target, kEndings.report, false, () => Promise.resolve(text));
  }

  private async show(target: Target, ending: string, followsFile: boolean, make: () => Promise<string>): Promise<void> {
    const uri = vscode.Uri.from({ scheme: kScheme, path: `/${target.name}${ending}`, query: target.uri.toString() });
    this.texts.set(uri.toString(), { uri, target, make, followsFile });
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }
}
