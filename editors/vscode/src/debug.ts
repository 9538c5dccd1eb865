// The debug type `torchscript`: starts `tsdbg dap`, and debugs the current file without a launch.json.
import * as vscode from 'vscode';
import { Programs } from './programs';

const kType = 'torchscript';

class Adapters implements vscode.DebugAdapterDescriptorFactory {
  constructor(private readonly programs: Programs) {}

  createDebugAdapterDescriptor(): vscode.DebugAdapterDescriptor {
    const program = this.programs.find('tsdbg');
    return new vscode.DebugAdapterExecutable(program, ['dap'], { env: this.programs.variables(program) });
  }
}

class Configurations implements vscode.DebugConfigurationProvider {
  resolveDebugConfiguration(_folder: vscode.WorkspaceFolder | undefined, given: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
    if (given.type || given.request || given.name) return given;
    // F5 without a launch.json
    if (vscode.window.activeTextEditor?.document.languageId !== 'python') return undefined;
    return { type: kType, request: 'launch', name: 'JitScope: Current File', program: '${file}' };
  }
}

export function registerDebugger(programs: Programs): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(kType, new Adapters(programs)),
    vscode.debug.registerDebugConfigurationProvider(kType, new Configurations()),
  );
}
