// The debug type `torchscript`: starts `tsdbg dap`, and debugs the current file or a function without a launch.json.
import * as vscode from 'vscode';
import type { Constructions } from './constructions';
import { registerDebugViews } from './debugViews';
import { askInputs } from './inputs';
import type { Programs } from './programs';
import { argumentOf, type Target } from './targets';

const kType = 'torchscript';

class Adapters implements vscode.DebugAdapterDescriptorFactory {
  constructor(private readonly programs: Programs) {}

  createDebugAdapterDescriptor(): vscode.DebugAdapterDescriptor {
    const program = this.programs.find('tsdbg');
    return new vscode.DebugAdapterExecutable(program, ['dap'], { env: this.programs.variables(program) });
  }
}

/** The code cells of the file. VS Code also shows raw cells as code. */
const isCode = (cell: vscode.NotebookCell): boolean =>
  cell.kind === vscode.NotebookCellKind.Code && cell.document.languageId !== 'raw';

function configurationOf(notebook: vscode.NotebookDocument): vscode.DebugConfiguration {
  return { type: kType, request: 'launch', name: 'JitScope: Current Notebook', program: notebook.uri.fsPath };
}

/** Runs all cells of the notebook in front. */
async function debugNotebook(): Promise<void> {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  if (!notebook) return;
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(notebook.uri), configurationOf(notebook));
}

class Configurations implements vscode.DebugConfigurationProvider {
  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (configuration.type || configuration.request || configuration.name) return configuration;
    // F5 without a launch.json
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    if (notebook) return configurationOf(notebook);
    if (vscode.window.activeTextEditor?.document.languageId !== 'python') return undefined;
    return { type: kType, request: 'launch', name: 'JitScope: Current File', program: '${file}' };
  }

  /** Tells the adapter how VS Code names the cells of an open notebook. */
  resolveDebugConfigurationWithSubstitutedVariables(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration {
    const notebook = vscode.workspace.notebookDocuments.find(
      (candidate) => candidate.uri.fsPath === configuration.program,
    );
    if (!notebook || configuration.cells) return configuration;
    return {
      ...configuration,
      cells: notebook
        .getCells()
        .filter(isCode)
        .map((cell) => cell.document.uri.toString()),
    };
  }
}

/** Debugs a call of the target by all engines in lock-step. Stops at the first line, where breakpoints can still be set. */
export async function debugTarget(constructions: Constructions, target: Target): Promise<void> {
  const inputs = await askInputs('Debug', target);
  if (inputs === undefined) return;
  const init = await constructions.argumentsFor(target);
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(target.uri), {
    type: kType,
    request: 'launch',
    name: `JitScope: ${target.name}`,
    target: argumentOf(target),
    inputs,
    engines: ['eager', 'script', 'trace'],
    stopOnEntry: true,
    ...(init === undefined ? {} : { init }),
  });
}

/** Python runs the innermost call again, in place of the graph. */
async function continueInEager(): Promise<void> {
  try {
    await vscode.debug.activeDebugSession?.customRequest('continueInEager', {});
  } catch (problem) {
    void vscode.window.showErrorMessage(`JitScope: ${(problem as Error).message}`);
  }
}

export function registerDebugger(programs: Programs): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(kType, new Adapters(programs)),
    vscode.debug.registerDebugConfigurationProvider(kType, new Configurations()),
    vscode.commands.registerCommand('jitscope.continueInEager', continueInEager),
    vscode.commands.registerCommand('jitscope.debugNotebook', debugNotebook),
    registerDebugViews(kType),
  );
}
