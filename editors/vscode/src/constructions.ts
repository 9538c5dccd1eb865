// Runs tsviz and tsdbg on targets. When the workspace does not construct a class, the user gives the arguments of the constructor
// once, and the workspace state keeps them.
import * as vscode from 'vscode';
import type { Output, Programs } from './programs';
import { argumentOf, type Target } from './targets';
import { withUnsaved } from './unsaved';

// The answer of tsviz --construction.
interface Construction {
  source?: string;
  arguments?: string;
  missing?: string[];
}

export class Constructions {
  constructor(
    private readonly memory: vscode.Memento,
    private readonly programs: Programs,
  ) {}

  /** Runs a program with a target and further arguments. May ask for the arguments of the constructor. */
  async run(program: string, target: Target, args: string[], mayAsk: boolean): Promise<Output> {
    const output = await this.start(program, target, args);
    if (!mayAsk || output.status !== 2 || !(await this.lacksArguments(target)) || !(await this.change(target)))
      return output;
    return this.start(program, target, args);
  }

  /** How the shown instance was made. ofWorkspace: the note of the picture, about a call in the workspace. */
  noteOf(target: Target, ofWorkspace: string): string {
    const remembered = this.remembered(target);
    return remembered === undefined ? ofWorkspace : `constructed as ${target.name}(${remembered}), with your arguments`;
  }

  // True if the class has parameters for which nothing gives a value.
  private async lacksArguments(target: Target): Promise<boolean> {
    if (this.remembered(target) !== undefined) return false;
    const { status, out } = await this.start('tsviz', target, ['--construction']);
    return status === 0 && ((JSON.parse(out) as Construction).missing ?? []).length > 0;
  }

  /** Asks for the arguments of a class and remembers them; an empty answer forgets them. Returns false when the user cancels. */
  async change(target: Target): Promise<boolean> {
    const source = await vscode.window.showInputBox({
      title: `Construct ${target.name}`,
      prompt:
        'Arguments of the constructor, as Python source. This workspace remembers them; without any, its own calls count',
      placeHolder: '3, width=64',
      value: this.remembered(target),
      ignoreFocusOut: true,
    });
    if (source === undefined) return false;
    await this.memory.update(this.keyOf(target), source.trim() === '' ? undefined : source);
    return true;
  }

  /** The remembered arguments of the constructor. Asks for them when neither the memory nor the workspace has any. */
  async argumentsFor(target: Target): Promise<string | undefined> {
    await this.run('tsviz', target, ['--format=ir', '-o', '/dev/null'], true);
    return this.remembered(target);
  }

  private start(program: string, target: Target, args: string[]): Promise<Output> {
    const init = this.remembered(target);
    const folder = vscode.workspace.getWorkspaceFolder(target.uri)?.uri.fsPath;
    const all = [
      ...args,
      ...(init === undefined ? [] : ['--init', init]),
      ...(folder === undefined ? [] : ['--workspace', folder]),
      argumentOf(target),
    ];
    // Only tsviz takes texts that are not saved.
    if (program !== 'tsviz') return this.programs.run(program, all);
    return withUnsaved((unsaved) => this.programs.run(program, [...unsaved, ...all]));
  }

  private remembered(target: Target): string | undefined {
    return this.memory.get<string>(this.keyOf(target));
  }

  private keyOf(target: Target): string {
    return `arguments of ${argumentOf(target)}`;
  }
}
