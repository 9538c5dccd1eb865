// The current view as a file: SVG or PNG.
import { draw, type Look, type Rect } from './draw';
import { escaped } from './dom';
import type { Inside } from './layout';
import type { Model } from './model';
import { kSvgFont, SvgPen } from './pen';

const kMostPixels = 16_000; // on a side of a PNG; browsers have such limits
const kPngScale = 2;

/** The part of the picture in view, without the empty space around the picture. */
export function viewSvg(
  model: Model,
  root: Inside,
  look: Look,
  view: Rect,
  zoom: number,
  margin: number,
): { svg: string; width: number; height: number } {
  const left = Math.max(view.x, -margin),
    top = Math.max(view.y, -margin);
  const part = {
    x: left,
    y: top,
    width: Math.min(view.x + view.width, root.width + margin) - left,
    height: Math.min(view.y + view.height, root.height + margin) - top,
  };
  const pen = new SvgPen(false);
  // A file can be enlarged, so that it has all details.
  draw(model, root, pen, part, Math.max(zoom, 1), look);
  const size = (value: number) => Math.max(1, Math.round(value * 10) / 10);
  const [width, height] = [size(part.width), size(part.height)];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${part.x} ${part.y} ${width} ${height}" ${kSvgFont}>` +
    `<title>${escaped(model.picture.name)}</title><rect x="${part.x}" y="${part.y}" width="${width}" height="${height}" fill="${look.theme.background}"/>` +
    `${pen.content()}</svg>\n`;
  return { svg, width, height };
}

/** Rejects when the browser cannot draw the SVG. */
export async function pngOf({ svg, width, height }: { svg: string; width: number; height: number }): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(kPngScale, kMostPixels / Math.max(width, height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function saveAs(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
