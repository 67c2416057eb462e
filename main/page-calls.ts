import type { IpcMainInvokeEvent, WebContents } from 'electron'
import type { DesktopSettings, CustomFile, TeamCatalog, TeamRefusal } from '#shared/desktop-bridge.ts'
import { channels } from './channels.ts'
import { pickSettings } from './desktop-settings.ts'
import type { Electron } from './electron.ts'
import { isWorkspaceFile } from './open-file.ts'
import { isAppUrl } from './security.ts'
import { parseOwnFile } from './saved-files.ts'

export interface PageCalls {
  openWorkspace(): Promise<unknown>
  createWorkspace(): Promise<unknown>
  openFile(file: string): Promise<unknown>
  listTeamCatalogs(): readonly TeamCatalog[]
  openTeamCatalog(address: string): Promise<TeamRefusal | null>
  forgetTeamCatalog(origin: string): Promise<void>
  chooseFolder(title: string): Promise<unknown>
  showInFolder(file: CustomFile): Promise<unknown>
  showSaved(name: unknown): void
  readSettings(): DesktopSettings
  changeSettings(change: Partial<DesktopSettings>): DesktopSettings
  followLanguage(language: unknown): Promise<void>
}

/** Answers calls from the main frame of our own pages only. Their arguments are checked before use. */
export function answerPageCalls(
  { ipcMain }: Pick<Electron, 'ipcMain'>,
  origin: string,
  calls: PageCalls,
): void {
  const answer = (channel: string, call: (argument: unknown, page: WebContents) => unknown): void =>
    ipcMain.handle(channel, (event, argument: unknown) => {
      if (!isFromOurPage(event, origin)) throw new Error('This page may not use the desktop.')
      return call(argument, event.sender)
    })
  answer(channels.openWorkspace, () => calls.openWorkspace())
  answer(channels.createWorkspace, () => calls.createWorkspace())
  answer(channels.openDropped, (file) => calls.openFile(parseFile(file)))
  answer(channels.listTeamCatalogs, () => calls.listTeamCatalogs())
  answer(channels.openTeamCatalog, (address) => calls.openTeamCatalog(parseAddress(address)))
  answer(channels.forgetTeamCatalog, (origin) => calls.forgetTeamCatalog(parseAddress(origin)))
  // A page may not read the clipboard without a paste event; this triggers the same event as the keys.
  answer(channels.paste, (_nothing, page) => page.paste())
  answer(channels.chooseFolder, (title) => calls.chooseFolder(parseTitle(title)))
  answer(channels.showInFolder, (file) => calls.showInFolder(parseOwnFile(file)))
  answer(channels.showSaved, (name) => calls.showSaved(name))
  answer(channels.readSettings, () => calls.readSettings())
  answer(channels.changeSettings, (change) => calls.changeSettings(pickSettings(change)))
  answer(channels.followLanguage, (language) => calls.followLanguage(language))
}

function parseFile(file: unknown): string {
  if (typeof file === 'string' && isWorkspaceFile(file)) return file
  throw new Error('Only a .vitrine file can be opened as a workspace.')
}

function parseAddress(address: unknown): string {
  if (typeof address === 'string' && address.length <= 2000) return address
  throw new Error('An address is a text of up to 2000 characters.')
}

function parseTitle(title: unknown): string {
  if (typeof title === 'string' && title.length <= 100) return title
  throw new Error('A dialog needs a short title.')
}

function isFromOurPage({ senderFrame }: IpcMainInvokeEvent, origin: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url, origin)
}
