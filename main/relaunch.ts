import type { App } from 'electron'
import { isWorkspaceFile } from './open-file.ts'
import { shareSwitch } from './share-address.ts'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Ends the app in order and starts it again on the same data folder: with an address it shares then, without one it does not. */
export function relaunch(
  app: Pick<App, 'relaunch' | 'quit'>,
  argv: readonly string[],
  shareAt?: string,
): void {
  const program = process.env['APPIMAGE']
  const remaining = argv.slice(1).filter((argument) => !isLeftOut(argument))
  const args = shareAt === undefined ? remaining : [...remaining, `${shareSwitch}${shareAt}`]
  app.relaunch({ args, ...(program !== undefined && { execPath: program }) })
  app.quit()
}

export const hiddenSwitch = '--hidden'

interface LoginItem {
  readonly platform: string
  /** Where desktop environments of Linux look for what they start: `$XDG_CONFIG_HOME` or `~/.config`. */
  readonly configFolder: string
  /** The program and the arguments that start it again as it runs now. */
  readonly command: readonly string[]
}

/** Makes the system start the app at login, or no longer. Linux has no call for it but a file. Throws when it cannot. */
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

/** A file that this run was to open, and how it was started, are no concern of the next. */
function isLeftOut(argument: string): boolean {
  if (argument.startsWith('-')) return argument.startsWith(shareSwitch) || argument === hiddenSwitch
  return isWorkspaceFile(argument)
}
