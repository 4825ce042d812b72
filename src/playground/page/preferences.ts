import { useEffect, useLayoutEffect, useState } from 'react';

export type Theme = 'light' | 'dark';

const THEME = 'rental-desk.theme';
const PERSON = 'rental-desk.person';

/** The theme: the system's until one is chosen. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(THEME));
  const [system, setSystem] = useState<Theme>(systemTheme);
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : system;

  useEffect(() => {
    const query = matchMedia(DARK);
    const follow = () => setSystem(systemTheme());
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);

  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  return [
    theme,
    (next) => {
      localStorage.setItem(THEME, next);
      setChosen(next);
    },
  ];
}

/** The id of the person whose part the visitor plays. */
export function usePersonId(): readonly [string | null, (id: string) => void] {
  const [id, setId] = useState(() => localStorage.getItem(PERSON));
  return [
    id,
    (next) => {
      localStorage.setItem(PERSON, next);
      setId(next);
    },
  ];
}

const DARK = '(prefers-color-scheme: dark)';

function systemTheme(): Theme {
  return matchMedia(DARK).matches ? 'dark' : 'light';
}
