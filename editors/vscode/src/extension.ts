// Starts tsls for Python files and adds features that are not in the protocol: the graph panel, documents of IR and code, a task
// for tscheck, and the debugger.
import * as vscode from 'vscode';
import { compare } from './compare';
import { Constructions } from './constructions';
import { debugTarget, registerDebugger } from './debug';
import { GraphPanel } from './graphPanel';
import { IrLinks } from './irLinks';
import { registerLibrarySources } from './librarySources';
import { Programs } from './programs';
import { Server } from './server';
import { registerTasks } from './tasks';
import { type Target, targetAt } from './targets';
import { Texts } from './texts';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const programs = new Programs(context);
  const server = new Server(programs);
  const constructions = new Constructions(context.workspaceState, programs);
  const texts = new Texts(context, constructions);
  const irLinks = new IrLinks(texts);

  // A link above a function passes its target, the explorer an archive. A command from the palette has none and uses the cursor.
  const withTarget = (run: (target: Target) => Promise<void>) => async (uri?: string | vscode.Uri, name?: unknown) => {
    let target: Target | undefined;
    if (typeof uri === 'string' && typeof name === 'string') target = { uri: vscode.Uri.parse(uri), name };
    else if (uri instanceof vscode.Uri && /\.(pt|onnx)$/.test(uri.path)) target = { uri, name: '' };
    else target = await targetAt(vscode.window.activeTextEditor);
    if (target) await run(target);
  };
  context.subscriptions.push(
    server,
    irLinks,
    vscode.commands.registerCommand('jitscope.restart', () => server.restart()),
    vscode.commands.registerCommand('jitscope.showLog', () => server.showLog()),
    vscode.commands.registerCommand(
      'jitscope.showGraph',
      withTarget((target) => GraphPanel.show(context, constructions, target)),
    ),
    vscode.commands.registerCommand(
      'jitscope.compare',
      withTarget((target) => compare(constructions, texts, target)),
    ),
    vscode.commands.registerCommand(
      'jitscope.debug',
      withTarget((target) => debugTarget(constructions, target)),
    ),
    vscode.commands.registerCommand(
      'jitscope.changeArguments',
      withTarget(async (target) => {
        if (await constructions.change(target)) await GraphPanel.update(target);
      }),
    ),
    vscode.commands.registerCommand(
      'jitscope.showIr',
      withTarget((target) => texts.showCompiled(target, 'ir')),
    ),
    vscode.commands.registerCommand(
      'jitscope.showCode',
      withTarget((target) => texts.showCompiled(target, 'code')),
    ),
    vscode.commands.registerCommand('jitscope.jump', () => irLinks.jump()),
    registerLibrarySources(server),
    registerTasks(programs),
    registerDebugger(programs),
  );
  await server.start();
}

export function deactivate(): void {
  // The editor disposes of the subscriptions.
}
