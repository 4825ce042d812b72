import { z } from 'zod';

import { blockErrors } from '../blocks/check.ts';
import { checkEntity, type Entity } from '../blocks/entity.ts';
import { misshapen } from '../blocks/errors.ts';
import { withNames } from '../blocks/ids.ts';
import { isObject, objectsIn } from '../blocks/json-walk.ts';
import type { ServerContext } from '../context.ts';
import { domainOf, linkNamed, type Unfurling } from '../message-text.ts';
import type { Json } from '../page-protocol.ts';
import { refusedIn, WORK_OBJECTS } from '../rejected-blocks.ts';
import { APP } from '../store/team.ts';
import { defineMethod, json, MethodError, text, withMessages } from './method.ts';

/**
 * Puts a preview under a message that has a link of the app's. The message is named by its channel
 * and time, or by what the event `link_shared` said.
 *
 * @see https://docs.slack.dev/reference/methods/chat.unfurl
 */
export const unfurl = defineMethod({
  scopes: ['links:write'],
  args: z.object({
    channel: text.optional(),
    ts: text.optional(),
    unfurl_id: text.optional(),
    source: text.optional(),
    unfurls: json.optional(),
    metadata: json.optional(),
  }),
  run(context, args) {
    const { ids, store } = context;
    const unfurling = unfurlingOf(context, args);
    const message = store.messages.find(unfurling.channel, unfurling.ts);
    if (message === undefined) throw new MethodError('cannot_find_message');
    const { unfurls = {}, metadata } = args;
    if (args.unfurls === undefined && metadata === undefined) {
      throw new MethodError('missing_unfurls');
    }
    if (!isObject(unfurls)) throw new MethodError('invalid_unfurls_format');

    let attachments = message.attachments;
    const attach = (link: string, shown: Json) => {
      const old = attachments.find((one) => one['app_unfurl_url'] === link);
      const id = old?.['id'] ?? attachments.length + 1;
      const preview = { ...shown, ...ownFields(link), id };
      attachments = [...attachments.filter((one) => one !== old), preview];
    };
    for (const entity of entitiesIn(context, metadata)) {
      attach(ownLink(context, unfurling, entity.app_unfurl_url ?? ''), { entity });
    }
    for (const [named, content] of Object.entries(unfurls)) {
      const link = ownLink(context, unfurling, named);
      if (!isObject(content)) throw new MethodError('cannot_parse_attachment');
      refuseBad(context, content);
      attach(
        link,
        previewOf(content, () => ids.name()),
      );
    }
    store.messages.amend(message, { attachments });
    return {};
  },
});

/** The Work Objects of a call, strictly by their types. */
function entitiesIn({ refused }: ServerContext, metadata: unknown): readonly Entity[] {
  if (metadata === undefined) return [];
  if (refused.types().includes(WORK_OBJECTS)) throw new MethodError('error_processing_metadata');
  const given = isObject(metadata) ? metadata['entities'] : undefined;
  if (!Array.isArray(given)) throw new MethodError('error_processing_metadata');
  return given.map((one: unknown, index) => {
    const { value, errors } = checkEntity(one, ['metadata', 'entities', index]);
    if (value === null) throw withMessages('error_processing_metadata', errors);
    return value;
  });
}

interface Named {
  readonly channel?: string | undefined;
  readonly ts?: string | undefined;
  readonly unfurl_id?: string | undefined;
  readonly source?: string | undefined;
}

function unfurlingOf({ unfurls, store }: ServerContext, named: Named): Unfurling {
  const { channel, ts, unfurl_id: id, source } = named;
  if (id !== undefined || source !== undefined) {
    if (id === undefined) throw new MethodError('missing_unfurl_id');
    if (source === undefined) throw new MethodError('missing_source');
    const isKnown = source === 'composer' || source === 'conversations_history';
    if (!isKnown) throw new MethodError('invalid_source');
    return unfurls.byId(id) ?? none('invalid_unfurl_id');
  }
  if (channel === undefined) throw new MethodError('missing_channel');
  if (ts === undefined) throw new MethodError('missing_ts');
  if (store.room(channel) === undefined) throw new MethodError('cannot_find_channel');
  return unfurls.byMessage(channel, ts) ?? none('cannot_unfurl_message');
}

function none(code: string): never {
  throw new MethodError(code);
}

function ownLink({ manifest }: ServerContext, unfurling: Unfurling, named: string): string {
  const link = linkNamed(unfurling, named);
  if (link === undefined) throw new MethodError('cannot_unfurl_message');
  if (domainOf(link, manifest.features.unfurl_domains) === undefined) {
    throw new MethodError('cannot_unfurl_url');
  }
  return link;
}

/** Block types of messages without `rich_text`, which previews do not support. */
function refuseBad(context: ServerContext, { blocks }: Json): void {
  if (blocks === undefined) return;
  const rich = Array.from(objectsIn(blocks, ['blocks'])).filter(
    ({ object, path }) => object['type'] === 'rich_text' && path.length === 2,
  );
  const errors = [
    ...blockErrors(blocks, 'message'),
    ...refusedIn(context, blocks),
    ...rich.map(({ path }) => misshapen([...path, 'type'], 'unsupported type: rich_text')),
  ];
  if (errors.length > 0) throw withMessages('invalid_blocks', errors);
}

function previewOf(content: Json, nextName: () => string): Json {
  const { blocks } = content;
  if (!Array.isArray(blocks)) return content;
  return { ...content, blocks: withNames(blocks.filter(isObject), nextName) };
}

function ownFields(link: string): Json {
  return {
    from_url: link,
    app_unfurl_url: link,
    is_app_unfurl: true,
    app_id: APP.id,
    bot_id: APP.botId,
    fallback: '[no preview available]',
  };
}
