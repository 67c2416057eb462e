/**
 * Whether what a node says of a statement is about its disk, and not about the statement: other nodes may have carried it out, for each
 * one applies the log by itself.
 */
export function isDamage(error: string | undefined): boolean {
  return error !== undefined && /malformed|not a database|disk I\/O|disk is full/.test(error)
}
