import type { IpcMainInvokeEvent } from 'electron'
import { channels } from './channels.ts'
import type { Electron } from './electron.ts'
import { isAppUrl } from './security.ts'

export interface PageCalls {
  openWorkspace(): Promise<unknown>
  createWorkspace(): Promise<unknown>
}

/** Answers the calls of our own pages. They take no arguments, so a page can name no path. */
export function answerPageCalls(
  { ipcMain }: Pick<Electron, 'ipcMain'>,
  origin: string,
  calls: PageCalls,
): void {
  const answer = (channel: string, call: () => Promise<unknown>): void =>
    ipcMain.handle(channel, (event) => {
      if (!isFromOurPage(event, origin)) throw new Error('This page may not use the desktop.')
      return call()
    })
  answer(channels.openWorkspace, () => calls.openWorkspace())
  answer(channels.createWorkspace, () => calls.createWorkspace())
}

function isFromOurPage({ senderFrame }: IpcMainInvokeEvent, origin: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url, origin)
}
