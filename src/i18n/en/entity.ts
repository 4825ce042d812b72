/** A rental file as a Work Object of Slack's: the card of a link, and the details panel. */
export const entity = {
  status: 'Status',
  /** Label of the working days since the file was created. */
  waiting: 'Waiting',
  /** Label of what was just done, or could not be. */
  note: 'Note',
  /** Label of why the file is shown as last read. */
  notice: 'Not up to date',
  taken: 'Taken',
  snoozed: 'Snoozed',
  updated: 'Updated',
  /** Stands in the panel where Slack waits no longer. */
  late: {
    happened: 'Rental Desk could not read this file in the time that Slack allows.',
    remedy: 'Refresh this panel in a moment, or type /rental show and its reference.',
  },
};
