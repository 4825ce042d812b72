/** The first messages in a channel, and to a person. */
export const welcome = {
  title: 'Rental Desk is now in this channel.',
  intro: 'Type in any channel:',
  commands: [
    { typed: '/rental pending', does: 'files awaiting a decision' },
    { typed: '/rental search dupont', does: 'find a file by applicant, property or reference' },
    { typed: '/rental me', does: 'files that you manage' },
  ],
  answers: 'Answers are for you alone until you share them.',
  digest: 'Set up a digest',
  digestSpoken: 'Set up a digest that posts what awaits a decision in this channel',
  /** In the direct message. */
  direct: {
    title: 'What would you like to see?',
    intro: 'Ask in your own words, such as “ready in Lyon since last week”, or choose:',
    mine: 'My files',
    mineSpoken: 'List the rental files that you manage',
  },
};
