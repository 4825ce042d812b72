import type { RentalService } from '../../src/playground/rental-service/service.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';

/** What the bot is told of the servers around it. */
export function environmentOf(
  service: RentalService,
  workspace: SlackWorkspace,
  secrets: {
    readonly botToken: string;
    readonly appToken: string;
    readonly signingSecret: string;
  },
  databaseUrl: string,
  isSnapshotShared: boolean,
): Record<string, string> {
  const isSocket = workspace.state().settings.transport === 'socket';
  return {
    DATABASE_URL: databaseUrl,
    SHARED_SNAPSHOT: isSnapshotShared ? 'on' : 'off',
    SLACK_API_URL: workspace.apiUrl,
    SLACK_BOT_TOKEN: secrets.botToken,
    SLACK_SIGNING_SECRET: secrets.signingSecret,
    ...(isSocket ? { SLACK_APP_TOKEN: secrets.appToken } : {}),
    RENTAL_FILES_URL: service.filesUrl,
    RENTAL_AUTH_URL: service.authUrl,
    RENTAL_IDP: service.idp,
    RENTAL_PROJECT_ID: service.projectId,
    RENTAL_KEY: JSON.stringify(service.keyFile),
    RENTAL_POLL_SECONDS: '10',
    // Whoever asks so much is told once, and then nothing: that is not to be taken for a loss.
    ACCESS_BURST: '0',
    RENTAL_FILE_LINK: 'https://console.example/files/{id}',
    // The more is written, the more could slip in.
    LOG_LEVEL: 'trace',
  };
}
