// Gives tsviz the texts of open documents with changes that are not saved.
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** Runs with the option of tsviz that names a temporary file with the texts; without an option when all is saved. */
export async function withUnsaved<T>(run: (option: string[]) => Promise<T>): Promise<T> {
  const changed = vscode.workspace.textDocuments.filter(
    (document) => document.isDirty && document.languageId === 'python' && document.uri.scheme === 'file',
  );
  if (changed.length === 0) return run([]);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'jitscope-'));
  try {
    const file = path.join(folder, 'unsaved.json');
    await fs.writeFile(
      file,
      JSON.stringify(Object.fromEntries(changed.map((document) => [document.uri.fsPath, document.getText()]))),
    );
    return await run(['--unsaved', file]);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
