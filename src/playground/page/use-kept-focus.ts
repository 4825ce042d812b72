import { useEffect } from 'react';

/**
 * Keeps the keyboard where it was when an action replaces the element that has the focus: the
 * message, the modal or the tab that it stood in gets it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element, then what it stands in. */
    let trail: readonly HTMLElement[] = [];

    const note = ({ target }: FocusEvent) => {
      trail = trailOf(target);
    };
    const forget = () => {
      const [left] = trail;
      // An element is still there while the event of its removal runs.
      queueMicrotask(() => {
        if (left === trail[0] && left?.isConnected && left !== document.activeElement) trail = [];
      });
    };
    const changes = new MutationObserver(() => {
      const [replaced] = trail;
      if (replaced === undefined || replaced.isConnected) return;
      const next = trail.find((element) => element.isConnected && element.hasAttribute('tabindex'));
      trail = [];
      if (isNowhere()) next?.focus({ preventScroll: true });
    });

    addEventListener('focusin', note);
    addEventListener('focusout', forget);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', note);
      removeEventListener('focusout', forget);
      changes.disconnect();
    };
  }, []);
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function trailOf(target: EventTarget | null): readonly HTMLElement[] {
  const trail: HTMLElement[] = [];
  let element = target instanceof HTMLElement ? target : null;
  while (element !== null) {
    trail.push(element);
    element = element.parentElement;
  }
  return trail;
}
