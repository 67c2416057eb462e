import type { App } from 'electron'
import { isWorkspaceFile } from './saved-files.ts'
import { shareSwitch } from './share-address.ts'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Ends the app in order and restarts it on the same data folder; it shares its catalogs if an address is
 * given.
 */
export function relaunch(
  app: Pick<App, 'relaunch' | 'quit'>,
  argv: readonly string[],
  shareAt?: string,
): void {
  const program = process.env['APPIMAGE']
  const remaining = argv.slice(1).filter((argument) => !isDroppedAtRelaunch(argument))
  const args = shareAt === undefined ? remaining : [...remaining, `${shareSwitch}${shareAt}`]
  app.relaunch({ args, ...(program !== undefined && { execPath: program }) })
  app.quit()
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

/**
 * Sets whether the system starts the app at login; Linux has no call for it, only a file. Throws when it
 * cannot.
 */
export function setStartAtLogin(
  app: Pick<App, 'setLoginItemSettings'>,
  { platform, configFolder, command }: LoginItem,
  isWanted: boolean,
): void {
  const [program = '', ...args] = command
  if (platform !== 'linux') {
    return app.setLoginItemSettings({ openAtLogin: isWanted, path: program, args: [...args, hiddenSwitch] })
  }
  const file = join(configFolder, 'autostart', 'vitrine.desktop')
  if (!isWanted) return rmSync(file, { force: true })
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

/** Whether the next run must not get an argument: the file to open, or the way this run was started. */
function isDroppedAtRelaunch(argument: string): boolean {
  if (argument.startsWith('-')) return argument.startsWith(shareSwitch) || argument === hiddenSwitch
  return isWorkspaceFile(argument)
}
