import { onTestFinished } from 'vitest';

import { startSlackFront } from './slack-front.ts';

/** Takes what is posted to response URLs, and counts it. */
export interface AnswerBox {
  readonly url: string;
  /** Of a bot that is to post its answers here. */
  readonly apiUrl: string;
  /** How many answers came to each path, in the order of their numbers; signs of life not counted. */
  counts(): ReadonlyMap<string, number>;
}

/** @param workspace has everything that is no answer */
export async function answerBox(workspace: URL): Promise<AnswerBox> {
  const counts = new Map<string, number>();
  const front = await startSlackFront((path, body) => {
    const isProgress = body.includes('Reading the rental files');
    if (!isProgress) counts.set(path, (counts.get(path) ?? 0) + 1);
  });
  front.passTo(workspace);
  onTestFinished(() => front.stop());
  return {
    url: front.answersUrl,
    apiUrl: front.apiUrl,
    counts: () =>
      new Map(
        [...counts].toSorted(([one], [other]) => Number(one.slice(1)) - Number(other.slice(1))),
      ),
  };
}
