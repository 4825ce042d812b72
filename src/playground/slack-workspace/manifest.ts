import { parse } from 'yaml';
import { z } from 'zod';

/**
 * The parts of an app manifest that a workspace acts on.
 *
 * @see https://docs.slack.dev/reference/app-manifest
 */
export const Manifest = z.object({
  display_information: z.object({ name: z.string() }),
  features: z
    .object({
      app_home: z
        .object({
          home_tab_enabled: z.boolean().default(false),
          messages_tab_enabled: z.boolean().default(false),
        })
        .prefault({}),
      slash_commands: z
        .array(
          z.object({
            command: z.string(),
            description: z.string(),
            usage_hint: z.string().default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .default([]),
      shortcuts: z
        .array(
          z.object({
            type: z.enum(['global', 'message']),
            callback_id: z.string(),
            name: z.string(),
            description: z.string().default(''),
          }),
        )
        .default([]),
      unfurl_domains: z.array(z.string()).default([]),
    })
    .prefault({}),
  oauth_config: z
    .object({
      scopes: z
        .object({
          bot: z.array(z.string()).default([]),
          bot_optional: z.array(z.string()).default([]),
        })
        .prefault({}),
    })
    .prefault({}),
  settings: z
    .object({
      interactivity: z
        .object({
          is_enabled: z.boolean().default(false),
          message_menu_options_url: z.string().optional(),
        })
        .prefault({}),
      event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).prefault({}),
    })
    .prefault({}),
});
export type Manifest = z.output<typeof Manifest>;

/**
 * Reads a `manifest.yml`.
 *
 * @throws {z.ZodError} when it is not a manifest
 */
export function readManifest(yaml: string): Manifest {
  return Manifest.parse(parse(yaml));
}

/** Scopes of the bot token; the workspace grants the optional ones, too. */
export function grantedScopes({ oauth_config: { scopes } }: Manifest): readonly string[] {
  return [...scopes.bot, ...scopes.bot_optional];
}
