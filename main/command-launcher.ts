/** A file called `vitrine` in a folder of the PATH, which starts this program. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CommandHost {
  readonly platform: string
  /** Starts the program, without arguments of its own. */
  readonly program: readonly string[]
  readonly home: string
  readonly path: string
  /** `%LOCALAPPDATA%` of Windows. */
  readonly localAppData: string | undefined
}

export type InstallOutcome =
  | { readonly file: string; readonly isOnPath: boolean }
  /** Something else is called so, and stays. */
  | { readonly taken: string }

const mark = 'Made by Vitrine'

/** Writes the file into the first folder that takes it; a file that Vitrine has not made is never replaced. */
export function installCommand(host: CommandHost): InstallOutcome {
  const { platform, path } = host
  const isWindows = platform === 'win32'
  const known = path.split(isWindows ? ';' : ':')
  for (const folder of foldersOf(host)) {
    const file = join(folder, isWindows ? 'vitrine.cmd' : 'vitrine')
    if (existsSync(file) && !readFileSync(file, 'utf8').includes(mark)) return { taken: file }
    if (writeLauncher(folder, file, isWindows ? windowsScript(host) : shellScript(host)))
      return { file, isOnPath: known.includes(folder) }
  }
  throw new Error('No folder takes the command.')
}

function foldersOf({ platform, home, localAppData }: CommandHost): string[] {
  if (platform === 'win32') return [join(localAppData ?? home, 'Microsoft', 'WindowsApps')]
  const own = join(home, '.local', 'bin')
  return platform === 'darwin' ? ['/usr/local/bin', own] : [own]
}

function writeLauncher(folder: string, file: string, script: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, script)
    chmodSync(file, 0o755)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
    throw error
  }
}

function shellScript({ program }: CommandHost): string {
  const words = program.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
  return `#!/bin/sh\n# ${mark}. The menu of the app makes it anew where the app has moved.\nexec ${words.join(' ')} "$@"\n`
}

function windowsScript({ program }: CommandHost): string {
  return `@echo off\r\nrem ${mark}.\r\n${program.map((word) => `"${word}"`).join(' ')} %*\r\n`
}
