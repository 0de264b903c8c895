/** How long is waited for what has to come, in milliseconds: more than a busy machine needs, since only what fails waits so long. */
export const patienceMs = 20_000;
