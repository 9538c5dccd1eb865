// The messages of the viewer of core/picture/viewer that any panel with a picture answers. docs/viewer.md describes them.
import * as path from 'node:path';
import * as vscode from 'vscode';

export type ViewerMessage =
  | { type: 'ready' }
  | { type: 'jump'; path: string; line: number; column?: number }
  | { type: 'save'; name: string; data: string }; // base64

/** Goes to the source, or saves a picture. */
export function answer(message: ViewerMessage): void {
  if (message.type === 'jump') void goTo(message.path, message.line, message.column);
  if (message.type === 'save') void save(message.name, message.data);
}

// A file that is not on the disk, such as a part of torch.nn that is built in, has nothing to go to.
async function goTo(file: string, line: number, column: number | undefined): Promise<void> {
  if (!Number.isInteger(line) || line < 1 || !path.isAbsolute(file)) return;
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  } catch {
    return;
  }
  const row = Math.min(line, document.lineCount) - 1;
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const at = new vscode.Position(row, column ?? document.lineAt(row).firstNonWhitespaceCharacterIndex);
  await vscode.window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(at, at),
  });
}

/** Asks for a file and writes a picture to it. */
async function save(name: string, data: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    defaultUri: folder && vscode.Uri.joinPath(folder, path.basename(name)),
  });
  if (uri) await vscode.workspace.fs.writeFile(uri, Buffer.from(data, 'base64'));
}
