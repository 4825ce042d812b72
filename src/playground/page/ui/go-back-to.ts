/** Puts the keyboard where it was before; where that is gone, into the composer. */
export function goBackTo(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const target = isThere ? before : document.querySelector<HTMLElement>('.composer textarea');
  target?.focus();
}
