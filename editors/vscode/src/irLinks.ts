// Links IR and the Python file that it was compiled from. The comment of each node contains its place in the file. The lines that
// belong to the cursor's line are marked in the other document, and a command jumps to them.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Texts } from './texts';
import { targetAt } from './targets';

const kPlace = /# (.+):(\d+):(\d+)\s*$/;

interface SourceComment {
  line: number; // 0-based, in the IR
  path: string;
  at: vscode.Position;
}

function placesOf(document: vscode.TextDocument): SourceComment[] {
  const places: SourceComment[] = [];
  for (let line = 0; line < document.lineCount; ++line) {
    const match = kPlace.exec(document.lineAt(line).text);
    if (!match) continue;
    places.push({ line, path: match[1], at: new vscode.Position(Math.max(Number(match[2]) - 1, 0), Number(match[3])) });
  }
  return places;
}

/** Whether the place is in the file. A relative path in a comment has an unknown base folder, so it matches the end of the path. */
const isOf = (place: SourceComment, uri: vscode.Uri) =>
  path.isAbsolute(place.path) ? place.path === uri.fsPath : uri.fsPath.endsWith(`/${place.path}`);

const isIr = (editor: vscode.TextEditor) => editor.document.languageId === 'torchscript-ir';

export class IrLinks implements vscode.Disposable {
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.rangeHighlightForeground'),
  });
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly texts: Texts) {
    this.subscriptions = [
      this.mark,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
    ];
  }

  dispose(): void {
    for (const one of this.subscriptions) one.dispose();
  }

  /** Jumps from a line of Python to its first node, or from a node to its line. Opens the IR if it is not visible. */
  async jump(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    const reached = isIr(editor) ? await this.toPython(editor) : await this.toNode(editor);
    if (!reached) void vscode.window.setStatusBarMessage('JitScope: this line has no counterpart', 4000);
  }

  private async toPython(editor: vscode.TextEditor): Promise<boolean> {
    const place = placesOf(editor.document).find((comment) => comment.line === editor.selection.active.line);
    if (!place) return false;
    const opened = vscode.workspace.textDocuments.find((candidate) => isOf(place, candidate.uri));
    if (!opened && !path.isAbsolute(place.path)) return false;
    const document = opened ?? (await vscode.workspace.openTextDocument(vscode.Uri.file(place.path)));
    const visible = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document);
    await vscode.window.showTextDocument(document, {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
      selection: new vscode.Range(place.at, place.at),
    });
    return true;
  }

  private async toNode(editor: vscode.TextEditor): Promise<boolean> {
    const find = () => {
      for (const ir of vscode.window.visibleTextEditors.filter(isIr)) {
        const place = placesOf(ir.document).find(
          (comment) => isOf(comment, editor.document.uri) && comment.at.line === editor.selection.active.line,
        );
        if (place) return { ir, place };
      }
      return undefined;
    };
    if (!find()) {
      const target = await targetAt(editor);
      if (target) await this.texts.showCompiled(target, 'ir');
    }
    const counterpart = find();
    if (!counterpart) return false;
    const column = counterpart.ir.document.lineAt(counterpart.place.line).firstNonWhitespaceCharacterIndex;
    const at = new vscode.Position(counterpart.place.line, column);
    await vscode.window.showTextDocument(counterpart.ir.document, {
      viewColumn: counterpart.ir.viewColumn,
      selection: new vscode.Range(at, at),
    });
    return true;
  }

  // Marks the lines that belong to the cursor in the other visible documents.
  private follow(editor: vscode.TextEditor): void {
    const line = editor.selection.active.line;
    if (editor.document.languageId !== 'python' && !isIr(editor)) return;
    const here = isIr(editor) ? placesOf(editor.document).filter((comment) => comment.line === line) : [];
    for (const other of vscode.window.visibleTextEditors) {
      if (other === editor) other.setDecorations(this.mark, []);
      if (other === editor || isIr(other) === isIr(editor)) continue;
      const lines = isIr(other)
        ? placesOf(other.document)
            .filter((comment) => isOf(comment, editor.document.uri) && comment.at.line === line)
            .map((comment) => comment.line)
        : here.filter((comment) => isOf(comment, other.document.uri)).map((comment) => comment.at.line);
      const ranges = lines
        .filter((line) => line < other.document.lineCount)
        .map((line) => other.document.lineAt(line).range);
      other.setDecorations(this.mark, ranges);
      if (ranges.length) other.revealRange(ranges[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}
