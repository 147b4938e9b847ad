/** A little Markdown: headings, paragraphs, lists, bold, code, numbered rules, and diagrams. */

export type Piece = { is: 'text' | 'bold' | 'code' | 'rule'; text: string };
export type Block =
  | { is: 'heading'; pieces: Piece[] }
  | { is: 'paragraph'; pieces: Piece[] }
  | { is: 'list'; items: Piece[][] }
  | { is: 'diagram'; kind: string; lines: string[] };

const RULE = /(?:T-)?(?:[A-Z][A-Z0-9]{1,3}|C)-G?\d\d+/.source; // J-10 is a division of Bacarac's board
const PIECE = new RegExp(`\\*\\*(.+?)\\*\\*|\`([^\`]+)\`|(?<![\\w-])(${RULE})(?![\\w-])`, 'g');

export function inline(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(PIECE)) {
    if (found.index > end) pieces.push({ is: 'text', text: text.slice(end, found.index) });
    if (found[1] !== undefined) pieces.push({ is: 'bold', text: found[1] });
    else if (found[2] !== undefined) pieces.push({ is: 'code', text: found[2] });
    else pieces.push({ is: 'rule', text: found[3]! });
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push({ is: 'text', text: text.slice(end) });
  return pieces;
}

export function blocks(page: string): Block[] {
  const found: Block[] = [];
  for (const part of page.trim().split(/\n\s*\n/)) {
    const lines = part.split('\n').map((line) => line.trim());
    const first = lines[0] ?? '';
    if (first.startsWith('```')) {
      found.push({ is: 'diagram', kind: first.slice(3).trim(), lines: lines.slice(1, -1) });
    } else if (first.startsWith('#')) {
      if (first.startsWith('##')) found.push({ is: 'heading', pieces: inline(first.replace(/^#+\s*/, '')) });
    } else if (first.startsWith('- ')) {
      const items = lines.join('\n').slice(2).split('\n- ');
      found.push({ is: 'list', items: items.map((item) => inline(item.replaceAll('\n', ' '))) });
    } else found.push({ is: 'paragraph', pieces: inline(lines.join(' ')) });
  }
  return found;
}
