// The target of a command: the function or class around the cursor.
import * as vscode from 'vscode';

export interface Target {
  uri: vscode.Uri;
  name: string; // dotted; empty for an archive, which is its own target
}

const kKinds = new Set([vscode.SymbolKind.Function, vscode.SymbolKind.Class]);

export async function targetAt(editor: vscode.TextEditor | undefined): Promise<Target | undefined> {
  if (editor?.document.languageId !== 'python') {
    void vscode.window.showInformationMessage('JitScope: put the cursor into a function or class of a Python file');
    return undefined;
  }
  const uri = editor.document.uri;
  const symbols =
    (await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri)) ?? [];
  const around = symbols.find((symbol) => kKinds.has(symbol.kind) && symbol.range?.contains(editor.selection.active));
  if (around) return { uri, name: around.name };
  const names = symbols.filter((symbol) => kKinds.has(symbol.kind)).map((symbol) => symbol.name);
  const name = await vscode.window.showQuickPick([...new Set(names)], { placeHolder: 'Which function or class?' });
  return name === undefined ? undefined : { uri, name };
}

/** The target as an argument of tsviz and tsdbg. */
export function argumentOf(target: Target): string {
  return target.name === '' ? target.uri.fsPath : `${target.uri.fsPath}:${target.name}`;
}
