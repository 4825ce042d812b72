/** What a label says where it may not say what it was given. */
const OTHER = 'other';

const WORD = /^[a-z][a-z0-9_]{0,39}$/;
const METHOD = /^[a-z]{1,20}(?:\.[a-zA-Z]{1,30}){1,3}$/;

/** A code, a state or a command: no id, no name, no sentence. */
function isWord(text: string): boolean {
  return WORD.test(text);
}

/** A method of Slack’s Web API, such as `chat.postMessage`. */
export function isMethod(text: string): boolean {
  return METHOD.test(text);
}

/**
 * Keeps what a label may say to a few words: each makes rows of its own, for as long as the process
 * lives. Whatever does not look like one, or comes when there are `max`, is `other`.
 */
export function fewWords(max: number, looksRight = isWord): (text: string) => string {
  const known = new Set<string>();
  return (text) => {
    if (known.has(text)) return text;
    if (!looksRight(text) || known.size === max) return OTHER;
    known.add(text);
    return text;
  };
}
