// Debian's Firefox opens a page without a window and takes a picture of it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from './page.mjs';

const kLeastColours = 12; // an empty page has fewer
const kMostTime = 90_000; // milliseconds

/** Fails when Firefox does not paint boxes. reader: a page of Chromium, which reads the picture. */
export async function paintsInFirefox(file, shot, reader) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'jitscope-firefox-'));
  try {
    fs.rmSync(shot, { force: true });
    const made = spawnSync(
      'firefox-esr',
      [
        '--headless',
        '--no-remote',
        '--profile',
        profile,
        '--window-size=1280,860',
        `--screenshot=${shot}`,
        `${pathToFileURL(file)}`,
      ],
      {
        encoding: 'utf8',
        timeout: kMostTime,
        env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
      },
    );
    expect(fs.existsSync(shot), `firefox takes no picture: ${made.stderr.slice(-300)}`);
    const image = `data:image/png;base64,${fs.readFileSync(shot).toString('base64')}`;
    const found = await reader.evaluate(async (source) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      context.drawImage(picture, 0, 0);
      // The left part has the picture, the right part the panel. A colour of boxes is neither white, grey nor black.
      const { data } = context.getImageData(0, 60, 900, picture.height - 60);
      const colours = new Set();
      let coloured = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue] = data.subarray(at, at + 3);
        colours.add(`${red >> 3},${green >> 3},${blue >> 3}`);
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 12) coloured++;
      }
      return { colours: colours.size, coloured };
    }, image);
    expect(found.colours >= kLeastColours && found.coloured > 500, `the picture is empty: ${JSON.stringify(found)}`);
  } finally {
    fs.rmSync(profile, { recursive: true, force: true });
  }
}
