// Asks for the arguments of a call. Each target's last answer is the default of the next question.
import * as vscode from 'vscode';
import { argumentOf, type Target } from './targets';

const lastInputs = new Map<string, string>();

/** The arguments as Python source; undefined when the user cancels. action: "Compare" or "Debug". */
export async function askInputs(action: string, target: Target): Promise<string | undefined> {
  const key = argumentOf(target);
  const inputs = await vscode.window.showInputBox({
    title: `${action} ${target.name}`,
    prompt: 'Arguments of the call, as Python source, evaluated in the file',
    placeHolder: 'torch.rand(2, 3)',
    value: lastInputs.get(key),
    ignoreFocusOut: true,
  });
  if (inputs !== undefined) lastInputs.set(key, inputs);
  return inputs;
}
