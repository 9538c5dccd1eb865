// The task `tscheck`: the whole workspace, or some of it, with its findings in the Problems panel.
import * as vscode from 'vscode';
import { Programs } from './programs';

interface Definition extends vscode.TaskDefinition {
  paths?: string[];
  roots?: string;
}

export function registerTasks(programs: Programs): vscode.Disposable {
  const make = (definition: Definition, folder: vscode.WorkspaceFolder | vscode.TaskScope.Workspace) => {
    const args = [...(definition.roots ? [`--roots=${definition.roots}`] : []), ...(definition.paths ?? ['.'])];
    const run = new vscode.ProcessExecution(programs.find('tscheck'), args);
    return new vscode.Task(definition, folder, 'tscheck', 'jitscope', run, '$tscheck');
  };
  return vscode.tasks.registerTaskProvider('tscheck', {
    provideTasks: () => (vscode.workspace.workspaceFolders ?? []).map((folder) => make({ type: 'tscheck' }, folder)),
    resolveTask: (task) => make(task.definition as Definition,
      typeof task.scope === 'object' ? task.scope : vscode.TaskScope.Workspace),
  });
}
