import { at } from './place';

/** What calls somebody back who looks elsewhere: the icon's badge, and a notification where it is allowed. */
const SIZE = 64;
const DOT = 17;

export const canNotify = (): boolean => typeof Notification !== 'undefined' && Notification.permission !== 'denied';

/** Ask the browser whether it may tell; whether it may. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Tell somebody who looks elsewhere; telling again about the same thing replaces what was told. */
export async function notify(title: string, body: string, about: string): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const options = { body, tag: about, icon: at('icon-192.png') };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones want it from the worker.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  }
}

let plain = '';

/** Put a dot on the page's icon, or take it away. */
export async function badge(on: boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plain ||= link.href;
  const wanted = on ? await dotted(plain) : plain;
  if (link.href !== wanted) link.href = wanted;
  const app = navigator as { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  await (on ? app.setAppBadge?.(1) : app.clearAppBadge?.())?.catch(() => {});
}

async function dotted(address: string): Promise<string> {
  const image = new Image(SIZE, SIZE);
  image.src = address;
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  const pen = canvas.getContext('2d');
  if (!pen) return address;
  await image.decode().catch(() => {});
  if (image.complete && image.naturalWidth) pen.drawImage(image, 0, 0, SIZE, SIZE);
  pen.fillStyle = '#fffdf6';
  pen.beginPath();
  pen.arc(SIZE - DOT - 2, DOT + 2, DOT + 2, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = '#c01f1f';
  pen.beginPath();
  pen.arc(SIZE - DOT - 2, DOT + 2, DOT - 3, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toDataURL('image/png');
}
