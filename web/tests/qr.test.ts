import { describe, expect, test } from 'vitest';
import { qr, qrPath } from '../src/lib/qr';

const hexadecimal = (rows: boolean[][]) => rows.map((row) => parseInt(row.map(Number).join(''), 2).toString(16).padStart(6, '0'));

// As segno 1.6.6 draws it: version 1, level L, mask 3.
const DRAWN = `1fd47f 104e41 175e5d 17575d 175b5d 104641 1fd57f 000200 1e579d 0c2cf5 13c803
  0e940a 075568 0019fa 1fc234 10438e 1749ad 1755ec 175b04 1054f1 1fd0e4`.split(/\s+/);

describe('a QR code', () => {
  test('is the one that the standard prescribes', () => {
    expect(hexadecimal(qr('parlour.example/t', 3)!)).toEqual(DRAWN);
  });

  test.each([
    [17, 21],
    [18, 25],
    [106, 37],
    [107, 41],
    [230, 53],
  ])('of %i letters has %i squares a side', (letters, side) => {
    expect(qr('x'.repeat(letters))).toHaveLength(side);
  });

  test('is not drawn of more than fits', () => {
    expect(qr('x'.repeat(231))).toBeNull();
  });

  test('is drawn square by square', () => {
    expect(qrPath([[true, false], [false, true]])).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
  });
});
