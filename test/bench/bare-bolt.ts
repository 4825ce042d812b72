import { App, HTTPReceiver } from '@slack/bolt';

/** The floor: a Bolt app that acknowledges with a constant and does nothing else. */
const receiver = new HTTPReceiver({ signingSecret: process.env['SLACK_SIGNING_SECRET'] ?? '' });
const app = new App({
  receiver,
  authorize: async () => ({ botToken: 'xoxb-bench', botId: 'B1', botUserId: 'U1' }),
});
app.command('/rental', async ({ ack }) => ack('ok'));
const server = await receiver.start(0);
console.log(JSON.stringify(server.address()));
