/** How numbers are written in one language. */
export interface Figures {
  /** At most one decimal. */
  readonly number: (value: number) => string;
  /** 64 becomes `64%`. */
  readonly percent: (value: number) => string;
}

/** Nobody means a number of so many digits; it must not fill the page. */
const HUGE = 1e9;

export const figuresEn = figuresIn('en-GB', '%');
export const figuresFr = figuresIn('fr-FR', '\u00a0%');

function figuresIn(locale: string, percentSign: string): Figures {
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const huge = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent' });
  return {
    number: (value) => (Math.abs(value) < HUGE ? decimal : huge).format(value),
    percent: (value) =>
      Math.abs(value) < HUGE ? share.format(value / 100) : huge.format(value) + percentSign,
  };
}
