/** Why something could not be put where it was meant for; `unclear`: it may stand there all the same. */
type Obstacle = 'not_in_channel' | 'archived' | 'not_allowed' | 'refused' | 'unclear';

/** An answer is there, and Slack does not take it to where it was meant for, or does not say so. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle, options?: ErrorOptions) {
    super(`Slack does not take it: ${obstacle}`, options);
    this.obstacle = obstacle;
  }
}
