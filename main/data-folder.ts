import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { defaultDataFolder } from '#shared/data-folder.ts'

/**
 * Returns the data folder of `--data DIR` (or `--data=DIR`), else the platform's; the command line takes
 * the same.
 */
export function dataFolderFrom(argv: readonly string[], env: NodeJS.ProcessEnv): string {
  const named = argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length)
  const position = argv.indexOf('--data')
  const folder = named ?? (position < 0 ? undefined : argv[position + 1])
  return folder ? resolve(folder) : defaultDataFolder(process.platform, env, homedir())
}
