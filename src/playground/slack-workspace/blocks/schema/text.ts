import { z } from 'zod';

/** The longest text of any text object, in characters. */
const TEXT_MAX = 3_000;

/**
 * A text object without markup.
 *
 * @param max in characters; an empty text is refused everywhere
 * @see https://docs.slack.dev/reference/block-kit/composition-objects/text-object
 */
export function plainText(max: number = TEXT_MAX) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean().optional(),
  });
}

/** A text object with markup; `max` in characters. */
export function mrkdwn(max: number = TEXT_MAX) {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  });
}

/** A text object of either kind; `max` in characters. */
export function anyText(max: number = TEXT_MAX) {
  return z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);
}

const slackFile = z.union([
  z.strictObject({ id: z.string().min(1) }),
  z.strictObject({ url: z.string().min(1) }),
]);

/** The fields that both the image block and the image element have. */
export const imageFields = {
  type: z.literal('image'),
  image_url: z.string().min(1).max(3_000).optional(),
  slack_file: slackFile.optional(),
  alt_text: z.string().min(1).max(2_000),
};

/** True when an image says where it is, in exactly one way. */
export function hasOneSource(image: { image_url?: unknown; slack_file?: unknown }): boolean {
  return (image.image_url === undefined) !== (image.slack_file === undefined);
}

export const ONE_SOURCE = 'must have one of image_url and slack_file';

export const imageElement = z.strictObject(imageFields).refine(hasOneSource, ONE_SOURCE);
