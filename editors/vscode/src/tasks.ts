// The task `tscheck` checks the workspace or some folders. Its problems appear in the Problems panel.
import * as vscode from 'vscode';
import type { Programs } from './programs';

// One matcher for relative and one for absolute paths. A matcher with "autoDetect" accesses the disk for each path, but VS Code
// reads the output only until a tenth of a second after the task ends, which is too short with a slow disk.
const kMatchers = ['$tscheck', '$tscheck-absolute'];

interface Definition extends vscode.TaskDefinition {
  paths?: string[];
  roots?: string;
}

export function registerTasks(programs: Programs): vscode.Disposable {
  const make = (definition: Definition, folder: vscode.WorkspaceFolder | vscode.TaskScope.Workspace) => {
    const args = [...(definition.roots ? [`--roots=${definition.roots}`] : []), ...(definition.paths ?? ['.'])];
    const run = new vscode.ProcessExecution(programs.find('tscheck'), args);
    const task = new vscode.Task(definition, folder, 'tscheck', 'jitscope', run, kMatchers);
    task.group = vscode.TaskGroup.Build;
    return task;
  };
  return vscode.tasks.registerTaskProvider('tscheck', {
    provideTasks: () => (vscode.workspace.workspaceFolders ?? []).map((folder) => make({ type: 'tscheck' }, folder)),
    resolveTask: (task) =>
      make(task.definition as Definition, typeof task.scope === 'object' ? task.scope : vscode.TaskScope.Workspace),
  });
}
