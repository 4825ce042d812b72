import type { Language } from './language.ts';

// Two dots before a date are those of a range.
const WRITTEN = /(?<![\d/-])(?<!(?:^|[^.])\.)(?:(\d{1,2})[./-])?(\d{1,2})[./-](\d{4})(?![\d/-])/gu;
const MONTHS = 12;

/**
 * Dates as people write them, `21/11/2026` or `11/2026`, as ISO 8601 has them; `null` when there is
 * none, when one does not exist, or when nobody can tell its day from its month. In French the day
 * comes first.
 */
export function isoDatesIn(text: string, language: Language): string | null {
  let isSure = true;
  const iso = text.replaceAll(
    WRITTEN,
    (_, first: string | undefined, second: string, year: string) => {
      const isMonthFirst = language !== 'fr' && Number(second) > MONTHS;
      const [day = '1', month] = isMonthFirst ? [second, first ?? ''] : [first, second];
      const isEither = language !== 'fr' && Number(day) <= MONTHS && day !== month;
      if (first !== undefined && isEither) isSure = false;
      if (!isDate(Number(year), Number(month), Number(day))) isSure = false;
      return [year, month, ...(first === undefined ? [] : [day])]
        .map((part) => part.padStart(2, '0'))
        .join('-');
    },
  );
  return isSure && iso !== text ? iso : null;
}

/** Whether a day is in the calendar. */
export function isDate(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > MONTHS || day < 1) return false;
  return day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}
