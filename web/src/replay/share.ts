/** Pass an address on as the device does it, or put it on the clipboard. Returns what to say, as a message's key. */
export async function share(address: string, title: string): Promise<string> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url: address });
      return 'replay.shared';
    }
    await navigator.clipboard.writeText(address);
    return 'replay.copied';
  } catch {
    return 'replay.not_copied';
  }
}
