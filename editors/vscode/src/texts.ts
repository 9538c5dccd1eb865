// IR and TorchScript code as read-only documents, made anew when the file is saved.
import * as vscode from 'vscode';
import { Programs } from './programs';
import { argumentOf, Target } from './targets';

type Format = 'ir' | 'code';
const kScheme = 'jitscope';
const kEndings: Record<Format, string> = { ir: '.ir', code: '.py' };

export interface Texts {
  show(target: Target, format: Format): Promise<void>;
}

export function registerTexts(context: vscode.ExtensionContext, programs: Programs): Texts {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const shown = new Map<string, { uri: vscode.Uri; target: Target; format: Format }>();
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(kScheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const known = shown.get(uri.toString());
        if (!known) return '';
        const made = await programs.run('tsviz', [argumentOf(known.target), `--format=${known.format}`]);
        return made.status === 2 ? `# ${made.errors.replace(/\n(?=.)/g, '\n# ')}` : made.out || `# ${made.errors}`;
      },
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      for (const one of shown.values()) {
        if (one.target.uri.toString() === document.uri.toString()) changed.fire(one.uri);
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => shown.delete(document.uri.toString())),
  );
  return {
    async show(target, format) {
      const uri = vscode.Uri.from({ scheme: kScheme, path: `/${target.name}${kEndings[format]}`, query: target.uri.toString() });
      shown.set(uri.toString(), { uri, target, format });
      changed.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
    },
  };
}
