/** The workspace that installed the app. */
export const TEAM = { id: 'T0BELLECOUR', name: 'Agence Bellecour', domain: 'agence-bellecour' };

/** The organisation that the external channel is shared with. */
export const PARTNER_TEAM = {
  id: 'T0PARTNER01',
  name: 'Northgate Lettings',
  domain: 'northgate-lettings',
};

/** The app as this workspace knows it. */
export const APP = { id: 'A0RENTDESK1', botId: 'B0RENTDESK1', userId: 'U0RENTDESK1' };

/** Who speaks for Slack itself. */
export const SLACKBOT_ID = 'USLACKBOT';

/** Slack still sends its old verification token; nothing may rely on it. */
export const VERIFICATION_TOKEN = 'verification-token-of-the-playground';
