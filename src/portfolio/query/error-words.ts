/** What happened, then what to do about it: one sentence or two each, for people. */
export interface ErrorWords {
  readonly happened: string;
  readonly remedy: string;
}
