import { t } from './app-language.ts'
import { asError } from '#shared/interrupted.ts'
import type { BrowserWindow } from 'electron'
import type { Electron } from './electron.ts'

export interface StartError {
  readonly message: string
  readonly detail: string
}

function remedyOf(code: string): string {
  switch (code) {
    case 'ENOTDIR':
      return t('A part of this path is a file, not a folder. Name another folder with --data DIR.')
    case 'EEXIST':
      return t(
        'There is a file of that name where a folder is needed. Move it away or name another folder with --data DIR.',
      )
    case 'EACCES':
    case 'EPERM':
      return t(
        'You may not write there. Give yourself access to the folder or name another one with --data DIR.',
      )
    case 'EROFS':
      return t('That disk can only be read. Name a folder on another disk with --data DIR.')
    case 'ENOSPC':
      return t('The disk is full. Free some space and start again.')
    case 'EADDRINUSE':
      return t('Another program uses the port. Close it and start again.')
    default:
      return t('Please send this text to the makers of Vitrine.')
  }
}

export function describeStartError(error: unknown, dataFolder: string): StartError {
  const { code, message, name }: NodeJS.ErrnoException = asError(error)
  const headline = t('Vitrine could not start with the data folder {folder}.', { folder: dataFolder })
  // This message is user-facing and already says what to do.
  if (name === 'WorkspaceFileError') return { message: headline, detail: message }
  return { message: headline, detail: `${remedyOf(code ?? '')}\n\n${message}` }
}

export function describeOpenError(error: unknown, file: string): StartError {
  return { message: t('{file} could not be opened.', { file }), detail: asError(error).message }
}

interface Message {
  readonly message: string
  readonly detail: string
  /** Enter chooses the first. */
  readonly buttons: readonly string[]
  readonly type?: 'error' | 'warning' | 'info'
}

/** Shows a system message, over a window where there is one, and returns the index of the chosen button. */
export async function showMessage(
  { dialog }: Pick<Electron, 'dialog'>,
  window: BrowserWindow | undefined,
  { message, detail, buttons, type = 'error' }: Message,
): Promise<number> {
  const box = {
    type,
    title: 'Vitrine',
    message,
    detail,
    buttons: [...buttons],
    cancelId: buttons.length - 1,
    noLink: true,
  }
  const { response } = await (window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box))
  return response
}
