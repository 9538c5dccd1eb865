// Runs a function or module eager, scripted and traced on the same inputs, and shows where they diverge.
import * as vscode from 'vscode';
import { Programs } from './programs';
import { argumentOf, Target } from './targets';
import { Texts } from './texts';

const lastInputs = new Map<string, string>();

export async function compare(programs: Programs, texts: Texts, target: Target): Promise<void> {
  const key = argumentOf(target);
  const inputs = await vscode.window.showInputBox({
    title: `Compare ${target.name}`,
    prompt: 'Arguments of the call, as Python source, evaluated in the file',
    placeHolder: 'torch.rand(2, 3)',
    value: lastInputs.get(key),
    ignoreFocusOut: true,
  });
  if (inputs === undefined) return;
  lastInputs.set(key, inputs);
  const made = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Comparing ${target.name}` },
    () => programs.run('tsdbg', ['compare', key, '--inputs', inputs]));
  await texts.showReport(target, made.out + made.errors);
}
