import type { IpcMainInvokeEvent } from 'electron'
import type { DesktopSettings } from '#shared/desktop-bridge.ts'
import { channels } from './channels.ts'
import { pickSettings } from './desktop-settings.ts'
import type { Electron } from './electron.ts'
import { isWorkspaceFile } from './open-file.ts'
import { isAppUrl } from './security.ts'

export interface PageCalls {
  openWorkspace(): Promise<unknown>
  createWorkspace(): Promise<unknown>
  openFile(file: string): Promise<unknown>
  readSettings(): DesktopSettings
  changeSettings(change: Partial<DesktopSettings>): DesktopSettings
}

/** Answers the calls of our own pages, and of the main frame of them only. What they send is checked before it is used. */
export function answerPageCalls(
  { ipcMain }: Pick<Electron, 'ipcMain'>,
  origin: string,
  calls: PageCalls,
): void {
  const answer = (channel: string, call: (argument: unknown) => unknown): void =>
    ipcMain.handle(channel, (event, argument: unknown) => {
      if (!isFromOurPage(event, origin)) throw new Error('This page may not use the desktop.')
      return call(argument)
    })
  answer(channels.openWorkspace, () => calls.openWorkspace())
  answer(channels.createWorkspace, () => calls.createWorkspace())
  answer(channels.openDropped, (file) => calls.openFile(parseFile(file)))
  answer(channels.readSettings, () => calls.readSettings())
  answer(channels.changeSettings, (change) => calls.changeSettings(pickSettings(change)))
}

function parseFile(file: unknown): string {
  if (typeof file === 'string' && isWorkspaceFile(file)) return file
  throw new Error('Only a .vitrine file can be opened as a workspace.')
}

function isFromOurPage({ senderFrame }: IpcMainInvokeEvent, origin: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url, origin)
}
