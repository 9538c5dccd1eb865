// A user's actions in a page with the viewer, and queries of its contents.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../editors/browser.mjs';

const kPatience = 15_000; // milliseconds; only a failing scenario waits that long
const kStillFrames = 8; // a movement changes the picture in each frame

export class Page {
  constructor(page, pages, shots) {
    this.page = page;
    this.pages = pages;
    this.shots = shots;
    this.problems = [];
    page.setDefaultTimeout(kPatience);
    page.on('pageerror', (error) => this.problems.push(`the page raises ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(`the console says ${message.text()}`);
    });
    page.on('dialog', (dialog) => {
      this.problems.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!/^(file|blob|data):/.test(request.url())) this.problems.push(`the page requests ${request.url()}`);
    });
  }

  /** Opens a page of tsviz, or the same with another picture. */
  async open(name, { address = '', picture, before } = {}) {
    let file = path.join(this.pages, `${name}.html`);
    if (picture) {
      const changed = file.replace(/\.html$/, `-changed-${Date.now()}.htm`);
      fs.writeFileSync(
        changed,
        withPicture(fs.readFileSync(file, 'utf8'), picture(pictureIn(fs.readFileSync(file, 'utf8')))),
      );
      file = changed;
    }
    if (before) await this.page.addInitScript(before);
    await this.page.goto(`${pathToFileURL(file)}${address}`);
    if (!before) await this.box(/./).first().waitFor();
  }

  /** The boxes in view whose label fits. */
  box(label) {
    return this.page.locator('[role=treeitem]').and(this.page.getByLabel(label));
  }

  async labels() {
    return this.page
      .locator('[role=treeitem]')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')));
  }

  /** The boxes in view with their places on the screen, once some frames in a row have shown the same. */
  async places() {
    const whenAtRest = ([frames, patience]) =>
      new Promise((resolve, reject) => {
        const end = performance.now() + patience;
        let before = '',
          same = 0;
        requestAnimationFrame(function look(time) {
          const now = [...document.querySelectorAll('[role=treeitem]')].map((item) => {
            const { x, y, width, height } = item.querySelector('rect').getBoundingClientRect();
            const label = item.getAttribute('aria-label');
            return { id: item.id, label, isOpen: item.getAttribute('aria-expanded') === 'true', x, y, width, height };
          });
          const text = JSON.stringify(now);
          same = text === before ? same + 1 : 0;
          before = text;
          if (same === frames) resolve(now);
          else if (time > end) reject(new Error('waited in vain for boxes at rest'));
          else requestAnimationFrame(look);
        });
      });
    return this.page.evaluate(whenAtRest, [kStillFrames, kPatience]);
  }

  until(ask, what) {
    return until(this.page, ask, what, kPatience);
  }

  /** Waits until a text on the page fits. */
  textOf(selector, pattern) {
    return this.until(
      async () => (await this.page.locator(selector).allInnerTexts()).find((text) => pattern.test(text)),
      `${pattern} in ${selector}`,
    );
  }

  async search(query, hits) {
    await this.page.getByRole('combobox', { name: /Search/ }).fill(query);
    return this.textOf('.search .count', hits);
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  key(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Opens all levels and shows the whole picture. */
  async openAll() {
    await this.button('Open all').click();
    await this.button('Fit the picture').click();
  }

  /** Runs an action that saves a file. Returns its bytes. */
  async saved(action) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), action()]);
    return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
  }

  async shot(name) {
    await this.page.screenshot({ path: path.join(this.shots, `${name}.png`) }).catch(() => undefined);
  }

  /** Fails when the page has raised an error, asked something, or requested anything. */
  check() {
    if (this.problems.length) throw new Error(this.problems.join('\n    '));
  }

  close() {
    return this.page.close();
  }
}

const kPicture = /(<script id="picture" type="application\/json">)([\s\S]*?)(<\/script>)/;

/** The picture in the text of a page. */
export function pictureIn(html) {
  return JSON.parse(kPicture.exec(html)[2]);
}

function withPicture(html, picture) {
  const data = JSON.stringify(picture).replace(/</g, '\\u003c');
  return html.replace(kPicture, (_, start, _data, end) => start + data + end);
}

export function expect(isRight, what) {
  if (!isRight) throw new Error(what);
}
