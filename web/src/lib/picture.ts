import { course } from './course';
import { download } from './record';

/** What the picture of a match shows. */
export interface Shown {
  game: string;
  title: string;
  date: string;
  players: { name: string; score: string; wins: boolean }[];
  course: number[][];
}

const [WIDTH, HEIGHT, EDGE, MOST] = [1080, 1080, 72, 8];
const TEXT = "'Source Serif 4', Georgia, serif";

/** The colours and the face of the box, as the page wears them. */
function dress(inside: Element): { ground: string; ink: string; second: string; face: string } {
  const worn = getComputedStyle(inside);
  const read = (name: string, otherwise: string) => worn.getPropertyValue(name).trim() || otherwise;
  return {
    ground: read('--box-ground', '#3a2c1e'),
    ink: read('--box-ink', '#e9c46a'),
    second: read('--box-second', '#f6ecd6'),
    face: read('--display', TEXT),
  };
}

/** A match on a page of its own, as one would show it to a friend. */
export async function picture(shown: Shown, inside: Element): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser does not draw');
  const { ground, ink, second, face } = dress(inside);
  await document.fonts?.ready;
  const write = (text: string, x: number, y: number, size: number, color: string, font = TEXT, align: CanvasTextAlign = 'left', most = WIDTH - 2 * EDGE) => {
    pen.font = `${size}px ${font}`;
    pen.fillStyle = color;
    pen.textAlign = align;
    pen.fillText(text, x, y, most);
  };
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = ink;
  pen.lineWidth = 4;
  pen.strokeRect(28, 28, WIDTH - 56, HEIGHT - 56);
  pen.lineWidth = 1.5;
  pen.strokeRect(38, 38, WIDTH - 76, HEIGHT - 76);
  write(shown.game, WIDTH / 2, 170, 104, ink, face, 'center');
  write(shown.title, WIDTH / 2, 258, 56, second, TEXT, 'center');
  const step = Math.min(70, 440 / Math.max(1, Math.min(MOST, shown.players.length)));
  shown.players.slice(0, MOST).forEach(({ name, score, wins }, i) => {
    const y = 350 + i * step;
    if (wins) star(pen, EDGE + 24, y - 13, 20, ink);
    write(name, EDGE + 66, y, 40, wins ? ink : second, TEXT, 'left', 640);
    write(score, WIDTH - EDGE - 16, y, 40, wins ? ink : second, TEXT, 'right', 240);
  });
  if (shown.course.length > 1) drawCourse(pen, shown, 350 + Math.min(MOST, shown.players.length) * step + 10, ink, second);
  write(`${shown.date} · ${location.host}`, WIDTH / 2, HEIGHT - 66, 28, second, TEXT, 'center');
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
}

function star(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string): void {
  pen.fillStyle = color;
  pen.beginPath();
  for (let i = 0; i < 10; i++) {
    const reach = i % 2 ? radius * 0.42 : radius;
    pen.lineTo(x + reach * Math.sin((i * Math.PI) / 5), y - reach * Math.cos((i * Math.PI) / 5));
  }
  pen.fill();
}

function drawCourse(pen: CanvasRenderingContext2D, shown: Shown, top: number, ink: string, second: string): void {
  const [width, height] = [WIDTH - 2 * EDGE - 32, Math.min(240, HEIGHT - 130 - top)];
  const { lines } = course(shown.course, shown.players.length, width, height);
  pen.save();
  pen.translate(EDGE + 16, top);
  for (const [i, { path }] of lines.entries()) {
    const wins = shown.players[i]?.wins;
    pen.strokeStyle = wins ? ink : second;
    pen.globalAlpha = wins ? 1 : 0.55;
    pen.lineWidth = wins ? 6 : 3;
    pen.setLineDash(wins ? [] : [[], [14, 8], [4, 8], [20, 8, 4, 8]][i % 4]!);
    pen.stroke(new Path2D(path));
  }
  pen.restore();
}

/** Hand a picture on, where the device knows how; otherwise save it. */
export async function handOn(blob: Blob, name: string, text: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], text });
      return;
    } catch (error) {
      if ((error as Error).name === 'AbortError') return;
    }
  }
  download(name, blob);
}
