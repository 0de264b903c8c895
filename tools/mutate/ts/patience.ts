/** How long a test waits for what has to come, in milliseconds: with a mutant it often never comes, and each of those waits to
 * the end. The tests themselves wait longer. */
export const patienceMs = 10_000;
