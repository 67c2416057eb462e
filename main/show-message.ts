import type { BrowserWindow } from 'electron'
import type { Electron } from './electron.ts'

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
