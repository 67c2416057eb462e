/** Shops are kinds of their own once a sync compares them (automation.md §6). */
export const connectionKinds = ['folder', 'https', 'sftp', 's3'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** Why the last use of a connection failed; the app and the command line say it in a sentence. */
export const connectionProblems = [
  'host_key_unknown',
  'host_key_changed',
  'not_allowed_address',
  'secret_missing',
  'refused',
  'unreachable',
  'not_found',
  'full',
] as const
export type ConnectionProblem = (typeof connectionProblems)[number]
