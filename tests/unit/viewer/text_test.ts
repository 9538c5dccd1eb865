import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser';
import {
  bytesText,
  countText,
  flopsText,
  numberText,
  secondsText,
  shortened,
  shortenedFront,
  type Font,
  widthOf,
} from 'viewer/text';

test('counts have three digits and a unit of a thousand', () => {
  assert.equal(countText(0), '0');
  assert.equal(countText(999), '999');
  assert.equal(countText(1000), '1.00 k');
  assert.equal(countText(25557032), '25.6 M');
  assert.equal(countText(123456789), '123 M');
});

test('a count just below a unit is rounded up into the unit', () => {
  assert.equal(countText(999_600), '1.00 M');
});

test('operations, bytes and times have units of their own', () => {
  assert.equal(flopsText(12), '12 FLOP');
  assert.equal(flopsText(4.1e9), '4.10 GFLOP');
  assert.equal(bytesText(1000), '1000 B');
  assert.equal(bytesText(1024), '1.00 KiB');
  assert.equal(bytesText(3 * 2 ** 20), '3.00 MiB');
  assert.equal(secondsText(0), '0 s');
  assert.equal(secondsText(0.0021), '2.10 ms');
  assert.equal(secondsText(4.2e-8), '42.0 ns');
});

test('numbers of tensors have four digits, a real minus and words for what is not a number', () => {
  assert.equal(numberText(0), '0');
  assert.equal(numberText(-1.23456), '−1.235');
  assert.equal(numberText(1234567), '1.23e+6');
  assert.equal(numberText(-0.00012345), '−1.23e-4');
  assert.equal(numberText(null), 'nan');
  assert.equal(numberText(-Infinity), '−inf');
});

test('a long text ends with an ellipsis, and a long path begins with one', () => {
  assert.equal(shortened('abcdef', 6), 'abcdef');
  assert.equal(shortened('abcdefg', 6), 'abcde…');
  assert.equal(shortenedFront('layer4.2.conv3', 9), '….2.conv3');
});

test('characters outside the basic plane count once and are not cut in two', () => {
  assert.equal(shortened('😀😀😀', 2), '😀…');
});

test('control characters and marks that turn text around become blanks', () => {
  assert.equal(shortened('a\u0000\n\u202eb', 10), 'a b');
});

test('a width follows the table of tsviz and the size of the font', () => {
  const near = (text: string, font: Font, width: number) =>
    assert.ok(Math.abs(widthOf(text, font) - width) < 1e-9, text);
  near('ab', { size: 11, weight: 400 }, 11 * (0.613 + 0.635));
  near('ab', { size: 22, weight: 600 }, 22 * (0.675 + 0.716));
  near('ab', { size: 10.5, weight: 400, isMono: true }, 10.5 * 2 * 0.602);
  near('é世', { size: 10, weight: 400 }, 10 * (0.84 + 1));
});
