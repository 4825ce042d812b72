/** Moments as digests tell them, in a zone. */
export interface DigestTimes {
  /** `Mon 23 Nov, 09:00` */
  readonly moment: (epochMs: number, zone: string) => string;
  /** `09:00` */
  readonly time: (epochMs: number, zone: string) => string;
  /** `23 Nov` */
  readonly day: (epochMs: number, zone: string) => string;
}

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

export const digestTimesEn = timesIn('en-GB');
export const digestTimesFr = timesIn('fr-FR');

function timesIn(locale: string): DigestTimes {
  const format = (style: Intl.DateTimeFormatOptions) => (epochMs: number, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(epochMs);
  return {
    moment: format({ weekday: 'short', ...DAY, ...TIME }),
    time: format(TIME),
    day: format(DAY),
  };
}
