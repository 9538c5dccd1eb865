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

test('a width is kept by font', () => {
  const small = { size: 10, weight: 400 } as const;
  const large = { size: 20, weight: 400 } as const;
  assert.equal(widthOf('abc', small), 18);
  assert.equal(widthOf('abc', large), 36);
  assert.equal(widthOf('abc', small), 18);
});
