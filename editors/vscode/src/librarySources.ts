// Read-only documents with the sources that are built into the server: definitions in torch.nn lead there when no PyTorch is installed.
import * as vscode from 'vscode';
import type { Server } from './server';

const kScheme = 'jitscope-library';

export function registerLibrarySources(server: Server): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(kScheme, {
    provideTextDocumentContent: (uri) => server.libraryText(uri),
  });
}
