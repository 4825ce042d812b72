/** Where a text went wrong, and how it can be mended. */
export interface TextMistakeDetails<Code extends string, Key extends string> {
  readonly code: Code;
  /** All that the person typed. */
  readonly text: string;
  /** The part of it that is wrong. */
  readonly word: string;
  /** Where that part begins, in UTF-16 units from 0. */
  readonly at: number;
  /** The key that the word was meant for. */
  readonly key?: Key | null;
  /** What could stand there, in the language of the person. */
  readonly valid?: readonly string[];
  /** What was probably meant instead of the word. */
  readonly nearest?: string | null;
}

/**
 * A mistake in what somebody typed. The message is for the log; what was typed may name
 * applicants, so it stands in fields that neither a log nor `inspect` prints.
 */
export class TextMistake<Code extends string, Key extends string> extends Error {
  readonly code: Code;
  readonly #details: TextMistakeDetails<Code, Key>;

  /** @param what was meant to be read from the text */
  constructor(what: string, details: TextMistakeDetails<Code, Key>) {
    super(`${what} refused at ${details.at} (${details.code})`);
    this.code = details.code;
    this.#details = details;
  }

  get text(): string {
    return this.#details.text;
  }

  get word(): string {
    return this.#details.word;
  }

  get at(): number {
    return this.#details.at;
  }

  get key(): Key | null {
    return this.#details.key ?? null;
  }

  get valid(): readonly string[] {
    return this.#details.valid ?? [];
  }

  get nearest(): string | null {
    return this.#details.nearest ?? null;
  }

  /** The text with the word replaced by the nearest; `null` when nothing comes near. */
  get mended(): string | null {
    const { text, word, at, nearest } = this.#details;
    if (nearest === undefined || nearest === null) return null;
    return text.slice(0, at) + nearest + text.slice(at + word.length);
  }
}
