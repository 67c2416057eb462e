/** What the desktop program does without a window when it is called like the command line: `vitrine mcp …`. */
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

/** The arguments of the command line if the program was called like it; undefined where a window is wanted. */
export function commandLineFrom(argv: readonly string[], isPackaged: boolean): readonly string[] | undefined {
  // Unpackaged, the folder of the app stands in between.
  const args = argv.slice(isPackaged ? 1 : 2)
  return commands.has(args[0] ?? '') ? args : undefined
}
