// A user's actions in VS Code's window, and queries of its contents. Each waits for its condition; none sleeps a fixed time.
import fs from 'node:fs';
import path from 'node:path';
import { until } from './browser.mjs';

const kPatience = 30_000; // milliseconds; only a failing scenario waits that long

/** Blanks in the editor's lines are no-break spaces. */
const plain = (text) => text.replace(/\u00a0/g, ' ').replace(/\u200b/g, '');

export class Workbench {
  /** home: the folder of the server that shows the page. */
  constructor(page, folder, shots, home) {
    this.page = page;
    this.folder = folder;
    this.shots = shots;
    this.home = home;
    page.setDefaultTimeout(kPatience);
  }

  /** Calls until the answer is true or anything else that isn't nothing. */
  until(ask, what) {
    return until(this.page, ask, what, kPatience);
  }

  see(selector, options) {
    return this.page.locator(selector, options).first().waitFor({ state: 'visible' });
  }

  gone(selector) {
    return this.page.locator(selector).first().waitFor({ state: 'hidden' });
  }

  async texts(selector) {
    return (await this.page.locator(selector).allInnerTexts()).map(plain);
  }

  /** Waits until an element with the selector has a text that the pattern fits. */
  textOf(selector, pattern) {
    return this.until(
      async () => (await this.texts(selector)).find((text) => pattern.test(text)),
      `${pattern} in ${selector}`,
    );
  }

  async shot(name) {
    await this.page.screenshot({ path: path.join(this.shots, `vscode-${name}.png`) });
  }

  async key(...keys) {
    for (const one of keys) await this.page.keyboard.press(one);
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  // -- commands and files --------------------------------------------------------------------------------------------

  /** Picks the entry of the quick input that reads as given, once the list has come to rest. */
  async pick(label, patience = kPatience) {
    const rows = '.quick-input-list .monaco-list-row';
    const row = this.page.locator(rows, { hasText: label }).first();
    await row.waitFor({ state: 'visible', timeout: patience });
    let before;
    await this.until(async () => {
      const now = `${await this.texts(rows)}`;
      const rests = now === before;
      before = now;
      return rests;
    }, 'a list at rest');
    await row.click({ timeout: patience });
  }

  /** Opens the quick input with a key, again where the window didn't listen yet, and fills it in. */
  async quickInput(key, text) {
    const input = this.page.locator('.quick-input-widget input').first();
    await this.gone('.quick-input-widget');
    await this.until(async () => {
      await this.key(key);
      await input.waitFor({ state: 'visible', timeout: 10_000 });
      await input.fill(text, { timeout: 3000 }); // another part of VS Code may still take the focus
      return true;
    }, `the quick input after ${key}`);
  }

  /** Opens a menu with a key, again where VS Code has closed it: new diagnostics close the menu of fixes. */
  async menu(key, rows) {
    await this.until(async () => {
      await this.key(key);
      await this.page.locator(rows).first().waitFor({ state: 'visible', timeout: 5000 });
      return true;
    }, `${rows} after ${key}`);
  }

  /** Runs a command, with a new list where something else has taken the focus, at which VS Code closes the list. */
  command(title) {
    return this.until(async () => {
      await this.quickInput('F1', `>${title}`);
      try {
        await this.pick(title, 5000);
      } catch (error) {
        await this.key('Escape'); // the list may be open still
        throw error;
      }
      return true;
    }, `the command ${title}`);
  }

  /** Hides the panel where it is open; VS Code lists its command only then. */
  async hidePanel() {
    if (await this.page.locator('.part.panel').isVisible()) await this.command('View: Hide Panel');
  }

  async open(name, line, column) {
    await this.quickInput('Control+P', name);
    await this.pick(name);
    await this.gone('.quick-input-widget');
    await this.see(`.tab.active[data-resource-name="${name}"]`);
    await this.see('.editor-group-container.active .monaco-editor .view-line');
    if (line) await this.goTo(line, column);
  }

  async goTo(line, column = 1) {
    await this.quickInput('Control+G', `:${line}:${column}`);
    await this.key('Enter');
    await this.gone('.quick-input-widget');
    await this.cursorAt(line);
  }

  /** Waits until the status bar says that the cursor is in this line; gives the column. */
  async cursorAt(line) {
    const text = await this.textOf('#status\\.editor\\.selection', new RegExp(`Ln ${line}, Col \\d+`));
    return Number(/Col (\d+)/.exec(text)[1]);
  }

  activeFile() {
    return this.page.locator('.editor-group-container.active .tab.active').first().getAttribute('data-resource-name');
  }

  onDisk(name) {
    return fs.readFileSync(path.join(this.folder, name), 'utf8');
  }

  /** Saves, and waits until the file on disk is as it should be. */
  async saved(name, isRight) {
    await this.key('Control+S');
    await this.until(() => isRight(this.onDisk(name)), `${name} saved as it should be`);
  }

  /** Puts back what scenarios have changed, on disk and in the editor. */
  async restore(name, text) {
    fs.writeFileSync(path.join(this.folder, name), text);
    await this.open(name);
    await this.command('File: Revert File');
    await this.gone(`.tab.active.dirty[data-resource-name="${name}"]`);
  }

  /** Runs an entry of the menu that a file of the explorer has. */
  async inExplorer(name, entry) {
    await this.command('View: Show Explorer');
    const row = this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first();
    await row.click({ button: 'right' });
    const item = this.page.locator('.monaco-menu .action-label', { hasText: entry }).first();
    await item.waitFor({ state: 'visible' });
    await this.until(async () => {
      // a menu that has just opened ignores clicks
      await item.click({ timeout: 1000 }).catch(() => undefined);
      return !(await item.isVisible());
    }, `the menu closed after ${entry}`);
  }

  /** The command is listed only while there is something to close. */
  async closeSideBar() {
    if (await this.page.locator('.part.sidebar').isVisible()) await this.command('View: Close Primary Side Bar');
    await this.gone('.part.sidebar');
  }

  isOnDisk(name) {
    return fs.existsSync(path.join(this.folder, name));
  }

  /** As an editor's explorer doesn't: without a word to anybody. */
  renameOnDisk(from, to) {
    fs.renameSync(path.join(this.folder, from), path.join(this.folder, to));
  }

  /** The settings of the workspace, typed in: changes of files by others aren't always noticed. */
  async set(settings) {
    await this.command('Preferences: Open Workspace Settings (JSON)');
    await this.see('.tab.active[data-resource-name="settings.json"]');
    await this.see('.editor-group-container.active .monaco-editor .view-line');
    await this.key('Control+A', 'Delete');
    await this.page.keyboard.insertText(JSON.stringify(settings));
    await this.saved('.vscode/settings.json', (text) => text === JSON.stringify(settings));
    await this.command('View: Close Editor');
    await this.gone('.tab[data-resource-name="settings.json"]');
  }

  /** A program of the installed extension. */
  installed(program) {
    const extensions = path.join(this.home, 'extensions');
    const own = fs.readdirSync(extensions).find((name) => name.startsWith('jitscope.'));
    return path.join(extensions, own, 'server', program);
  }

  /** The language servers that run out of the installed extension. */
  servers() {
    const installed = fs.realpathSync(path.join(this.home, 'extensions'));
    return fs
      .readdirSync('/proc')
      .filter((id) => /^\d+$/.test(id))
      .filter((id) => {
        try {
          return fs.readlinkSync(`/proc/${id}/exe`).startsWith(`${installed}/`);
        } catch {
          return false; // it has ended, or belongs to another user
        }
      })
      .map(Number);
  }

  async closeAll() {
    await this.key('Escape');
    await this.command('View: Close All Editors');
    await this.until(async () => (await this.page.locator('.tabs-container .tab').count()) === 0, 'no open editor');
  }

  // -- the graph panel ------------------------------------------------------------------------------------------------

  /** The contents of the panel: a page in a page. */
  panel() {
    return this.page.frameLocator('iframe.webview').frameLocator('#active-frame');
  }

  /** Like inPanel(), in whatever panel or view has it. */
  inFrames(selector, pattern) {
    return this.until(async () => {
      for (const frame of this.page.frames()) {
        const texts = await frame
          .locator(selector)
          .allTextContents()
          .catch(() => []);
        const found = texts.find((text) => pattern.test(text));
        if (found) return found;
      }
      return undefined;
    }, `${pattern} in ${selector} of a panel`);
  }

  async inPanel(selector, pattern = /./) {
    const found = this.panel().locator(selector);
    return this.until(
      async () => (await found.allTextContents()).find((text) => pattern.test(text)),
      `${pattern} in the panel's ${selector}`,
    );
  }
}
