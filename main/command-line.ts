/** Commands that the desktop executable passes to the command line: `vitrine mcp …`. */
const commands: ReadonlySet<string> = new Set([
  'action',
  'api',
  'approve',
  'assets',
  'attributes',
  'backup',
  'channel',
  'check',
  'cluster',
  'completion',
  'connection',
  'duplicates',
  'edit',
  'events',
  'export',
  'feed',
  'generate',
  'get',
  'help',
  'import',
  'jobs',
  'key',
  'list',
  'listen',
  'mcp',
  'me',
  'open',
  'package',
  'proposals',
  'provider',
  'quality',
  'restore',
  'promote',
  'serve',
  'standby',
  'types',
  'undo',
  'upgrade',
  'use',
  'user',
  'views',
  'webhook',
  'automation',
  'workspace',
  '--help',
  '--version',
])

/** Returns the command line arguments; undefined if a window should open. */
export function commandArguments(
  argv: readonly string[],
  isPackaged: boolean,
): readonly string[] | undefined {
  // In an unpackaged app, Electron passes the app folder as the second argument.
  const args = argv.slice(isPackaged ? 1 : 2)
  return commands.has(args[0] ?? '') ? args : undefined
}
