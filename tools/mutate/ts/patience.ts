/** Time limit of a test's waits, in milliseconds: with a mutant an event often never comes, and each wait lasts until its
 * limit. The tests themselves wait longer. */
export const patienceMs = 10_000;
