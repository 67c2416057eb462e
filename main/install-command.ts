/** The menu's “Install the Command Line”: a file called `vitrine` in a folder of the PATH, which starts this program. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { t } from './app-language.ts'
import type { Electron } from './electron.ts'
import { showMessage } from './start-error.ts'

export interface CommandHost {
  readonly platform: string
  /** What starts the program, without arguments of its own. */
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

/** Installs it for the program that runs, and tells where it lies or what is in the way. */
export async function installAndTell(
  electron: Pick<Electron, 'app' | 'dialog'>,
  window: BrowserWindow | undefined,
): Promise<void> {
  const { env, platform, execPath } = process
  const own = env['APPIMAGE'] ?? execPath
  const program = electron.app.isPackaged ? [own] : [own, electron.app.getAppPath()]
  const outcome = installCommand({
    platform,
    program,
    home: homedir(),
    path: env['PATH'] ?? '',
    localAppData: env['LOCALAPPDATA'],
  })
  await showMessage(electron, window, { ...wordingOf(outcome), buttons: [t('OK')], type: 'info' })
}

function wordingOf(outcome: InstallOutcome): { message: string; detail: string } {
  if ('taken' in outcome)
    return {
      message: t('Another program is called vitrine.'),
      detail: t('{file} was not made by Vitrine and stays as it is. Rename it and try again.', {
        file: outcome.taken,
      }),
    }
  const { file, isOnPath } = outcome
  return {
    message: t('The command line is installed.'),
    detail: isOnPath
      ? t('Type “vitrine --help” in a new terminal. It is {file}.', { file })
      : t('It is {file}. Your terminal does not look there yet: add its folder to the PATH.', { file }),
  }
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
