import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { defaultDataFolder } from '#shared/data-folder.ts'

interface Program {
  readonly execPath: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly defaultApp?: boolean
}

/**
 * Returns what starts this program's command line on this computer, as whole paths, since programs such as Claude Desktop know
 * no PATH; and the options that lead it to the data folder, where that is not the usual one.
 */
export function ownCommand(dataDir: string, program: Program = process) {
  const usual = defaultDataFolder(program.platform, program.env, homedir())
  return { program: wordsOf(program), options: dataDir === usual ? [] : ['--data', dataDir] }
}

/** The desktop app takes commands itself; an AppImage is mounted at another place with each start. */
function wordsOf({ execPath, argv, env, versions, defaultApp }: Program): string[] {
  const script = argv[1] === undefined ? [] : [resolve(argv[1])]
  if (versions['electron'] === undefined || defaultApp === true) return [execPath, ...script]
  return [env['APPIMAGE'] ?? execPath]
}
