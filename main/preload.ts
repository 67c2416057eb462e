import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { CommandId } from '#shared/commands.ts'
import type { PageCommandId } from '#shared/page-commands.ts'
import type { DesktopBridge } from '#shared/desktop-bridge.ts'
import { ipcChannels } from './channels.ts'

// Exposes named functions only: with ipcRenderer or the event, a page could send any message.
const desktop: DesktopBridge = {
  openWorkspace: () => ipcRenderer.invoke(ipcChannels.openWorkspace),
  createWorkspace: () => ipcRenderer.invoke(ipcChannels.createWorkspace),
  // Only a file that the user dropped or chose has a path; the page itself cannot name one.
  openDropped: (file) => ipcRenderer.invoke(ipcChannels.openDropped, webUtils.getPathForFile(file as File)),
  listTeamCatalogs: () => ipcRenderer.invoke(ipcChannels.listTeamCatalogs),
  openTeamCatalog: (address) => ipcRenderer.invoke(ipcChannels.openTeamCatalog, address),
  forgetTeamCatalog: (origin) => ipcRenderer.invoke(ipcChannels.forgetTeamCatalog, origin),
  paste: () => ipcRenderer.invoke(ipcChannels.paste),
  chooseFolder: (title) => ipcRenderer.invoke(ipcChannels.chooseFolder, title),
  showInFolder: (file) => ipcRenderer.invoke(ipcChannels.showInFolder, file),
  onSaved: (listener) => listen(ipcChannels.saved, listener),
  showSaved: (name) => ipcRenderer.invoke(ipcChannels.showSaved, name),
  readSettings: () => ipcRenderer.invoke(ipcChannels.readSettings),
  readUpdateHost: () => ipcRenderer.invoke(ipcChannels.readUpdateHost),
  changeSettings: (change) => ipcRenderer.invoke(ipcChannels.changeSettings, change),
  followLanguage: (language) => ipcRenderer.invoke(ipcChannels.followLanguage, language),
  onCommand: (listener) => listen<CommandId | PageCommandId>(ipcChannels.command, listener),
}

function listen<Argument>(channel: string, listener: (argument: Argument) => void): () => void {
  const handler = (_event: unknown, argument: Argument): void => listener(argument)
  ipcRenderer.on(channel, handler)
  return () => void ipcRenderer.off(channel, handler)
}

contextBridge.exposeInMainWorld('desktop', desktop)
