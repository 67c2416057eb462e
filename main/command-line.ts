/** Commands of the desktop program that run without a window, as in the command line: `vitrine mcp …`. */
const commands: ReadonlySet<string> = new Set([
  'action',
  'approve',
  'backup',
  'channel',
  'check',
  'cluster',
  'duplicates',
  'edit',
  'export',
  'generate',
  'help',
  'import',
  'key',
  'mcp',
  'package',
  'proposals',
  'provider',
  'quality',
  'restore',
  'serve',
  'undo',
  'user',
  'workspace',
  '--help',
  '--version',
])

/** Returns the arguments of a command line call; undefined where a window is wanted. */
export function commandArguments(
  argv: readonly string[],
  isPackaged: boolean,
): readonly string[] | undefined {
  // Unpackaged, the app's folder is one more argument.
  const args = argv.slice(isPackaged ? 1 : 2)
  return commands.has(args[0] ?? '') ? args : undefined
}
