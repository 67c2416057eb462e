import type { App } from 'electron'
import { isWorkspaceFile } from './saved-files.ts'
import { shareSwitch } from './share-dialogs.ts'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Quits and restarts the app on the same data folder; `shareAt` is where the new run shares its catalogs. */
export function relaunch(
  app: Pick<App, 'relaunch' | 'quit'>,
  argv: readonly string[],
  shareAt?: string,
): void {
  restartAtEnd(app, argv, shareAt === undefined ? {} : { shareAt })
  app.quit()
}

interface RestartOptions {
  readonly shareAt?: string
  /** The file of the program, where an update gave it another name. */
  readonly program?: string | undefined
}

/** Lets the system start the app again on the same data folder once it has ended. */
export function restartAtEnd(
  app: Pick<App, 'relaunch'>,
  argv: readonly string[],
  { shareAt, program = process.env['APPIMAGE'] }: RestartOptions,
): void {
  const remaining = argv.slice(1).filter((argument) => !isDroppedAtRelaunch(argument))
  const args = shareAt === undefined ? remaining : [...remaining, `${shareSwitch}${shareAt}`]
  app.relaunch({ args, ...(program !== undefined && { execPath: program }) })
}

export const hiddenSwitch = '--hidden'

interface LoginItem {
  readonly platform: string
  /**
   * The folder where Linux desktop environments look for autostart entries: `$XDG_CONFIG_HOME` or
   * `~/.config`.
   */
  readonly configFolder: string
  readonly command: readonly string[]
}

/** Sets whether the system starts the app at login, on Linux by an autostart file; throws if that fails. */
export function setStartAtLogin(
  app: Pick<App, 'setLoginItemSettings'>,
  { platform, configFolder, command }: LoginItem,
  isTurnedOn: boolean,
): void {
  const [program = '', ...args] = command
  if (platform !== 'linux') {
    return app.setLoginItemSettings({ openAtLogin: isTurnedOn, path: program, args: [...args, hiddenSwitch] })
  }
  const file = join(configFolder, 'autostart', 'vitrine.desktop')
  if (!isTurnedOn) return rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  const line = [program, ...args, hiddenSwitch].map(quote).join(' ')
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Vitrine\nExec=${line}\nX-GNOME-Autostart-enabled=true\n`,
  )
}

function quote(argument: string): string {
  return `"${argument.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`
}

/** Whether a relaunch drops an argument: a file to open, or a switch of this start only. */
function isDroppedAtRelaunch(argument: string): boolean {
  if (argument.startsWith('-')) return argument.startsWith(shareSwitch) || argument === hiddenSwitch
  return isWorkspaceFile(argument)
}
