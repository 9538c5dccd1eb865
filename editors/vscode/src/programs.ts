// Finds and runs tsls, tsviz, tscheck and tsdbg.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

export interface Output {
  status: number;
  out: string;
  errors: string;
}

// Enough for the SVG of a graph with tens of thousands of nodes.
const kMostBytes = 256 * 1024 * 1024;

export class Programs {
  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The path of the program; its bare name, for a search on the PATH, when it is in no known folder. */
  find(name: string): string {
    const configured = vscode.workspace.getConfiguration('jitscope').get<string>('server.path', '');
    const folders = [configured, this.context.asAbsolutePath('server')].filter((folder) => folder !== '');
    for (const folder of folders) {
      const program = path.join(folder, name);
      if (fs.existsSync(program)) return program;
    }
    return name;
  }

  /** The folder of the settings when it is set and has no such program. */
  folderWithout(name: string): string | undefined {
    const configured = vscode.workspace.getConfiguration('jitscope').get<string>('server.path', '');
    return configured !== '' && !fs.existsSync(path.join(configured, name)) ? configured : undefined;
  }

  run(name: string, args: string[], folder?: string): Promise<Output> {
    return new Promise((resolve) => {
      const program = this.find(name);
      execFile(
        program,
        args,
        { cwd: folder, maxBuffer: kMostBytes, env: { ...process.env, ...this.variables(program) } },
        (error, out, errors) => {
          const status = error ? (typeof error.code === 'number' ? error.code : 2) : 0;
          resolve({ status, out, errors: errors || (error && status === 2 ? error.message : '') });
        },
      );
    });
  }

  /** Additional environment variables of a program: the programs in the extension use the libraries beside them. */
  variables(program: string): Record<string, string> {
    const own = this.context.asAbsolutePath('server');
    return path.dirname(program) === own ? { LD_LIBRARY_PATH: path.join(own, 'lib') } : {};
  }
}
