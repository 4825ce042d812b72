/** How numbers are written in one language. */
export interface Figures {
  /** At most one decimal. */
  readonly number: (value: number) => string;
  /** 64 becomes `64%`. */
  readonly percent: (value: number) => string;
}

/** Nobody means a number of so many digits; it must not fill the page. */
const HUGE = 1e9;

/** Of each language, and of whatever is written several times in every answer. */
const WRITTEN_MAX = 2_000;

export const figuresEn = figuresIn('en-GB', '%');
export const figuresFr = figuresIn('fr-FR', '\u00a0%');

function figuresIn(locale: string, percentSign: string): Figures {
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const huge = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent' });
  return {
    number: remembered((value) => (Math.abs(value) < HUGE ? decimal : huge).format(value)),
    percent: remembered((value) =>
      Math.abs(value) < HUGE ? share.format(value / 100) : huge.format(value) + percentSign,
    ),
  };
}

function remembered(write: (value: number) => string): (value: number) => string {
  const written = new Map<number, string>();
  return (value) => {
    const known = written.get(value);
    if (known !== undefined) return known;
    const text = write(value);
    if (written.size === WRITTEN_MAX) written.clear();
    written.set(value, text);
    return text;
  };
}
