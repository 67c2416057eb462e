/** The menu's “Install the Command Line”: installs it, and tells where it lies or what is in the way. */
import { homedir } from 'node:os'
import type { BrowserWindow } from 'electron'
import { t } from './app-language.ts'
import { installCommand, type InstallOutcome } from './command-launcher.ts'
import type { Electron } from './electron.ts'
import { showMessage } from './start-error.ts'

/** Installs it for the program that runs. */
export async function showInstalledCommand(
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
