import type { App } from 'electron'
import { hiddenSwitch } from './login-item.ts'
import { isWorkspaceFile } from './open-file.ts'
import { shareSwitch } from './share-address.ts'

/** Ends the app in order and starts it again on the same data folder: with an address it shares then, without one it does not. */
export function relaunch(
  app: Pick<App, 'relaunch' | 'quit'>,
  argv: readonly string[],
  shareAt?: string,
): void {
  const program = process.env['APPIMAGE']
  const kept = argv.slice(1).filter((argument) => !isLeftOut(argument))
  const args = shareAt === undefined ? kept : [...kept, `${shareSwitch}${shareAt}`]
  app.relaunch({ args, ...(program !== undefined && { execPath: program }) })
  app.quit()
}

/** A file that this run was to open, and how it was started, are no concern of the next. */
function isLeftOut(argument: string): boolean {
  if (argument.startsWith('-')) return argument.startsWith(shareSwitch) || argument === hiddenSwitch
  return isWorkspaceFile(argument)
}
