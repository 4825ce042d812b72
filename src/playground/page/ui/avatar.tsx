import { HouseIcon } from './icons.tsx';

interface AvatarProps {
  readonly id: string;
  readonly name: string;
  readonly isApp: boolean;
  readonly size?: 'small' | 'large';
}

const HUES = 8;

/** Initials on a colour of their own; the app has its sign. */
export function Avatar({ id, name, isApp, size = 'large' }: AvatarProps) {
  const hue =
    Array.from(id, (character) => character.codePointAt(0) ?? 0).reduce(
      (sum, code) => sum + code,
      0,
    ) % HUES;
  return (
    <span className={`avatar ${size} ${isApp ? 'app' : `hue-${hue}`}`} aria-hidden="true">
      {isApp ? <HouseIcon /> : initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? Array.from(word)[0] : ''))
    .join('')
    .toUpperCase();
}
