// The task `tscheck`: the whole workspace, or some of it, with its findings in the Problems panel.
import * as vscode from 'vscode';
import { Programs } from './programs';

// Two, since one that finds out itself where a path leads asks the disk first: VS Code listens to a task for a tenth of a second
// after its end, which is too short for that where tscheck is quick and the disk is elsewhere.
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
    resolveTask: (task) => make(task.definition as Definition,
      typeof task.scope === 'object' ? task.scope : vscode.TaskScope.Workspace),
  });
}
