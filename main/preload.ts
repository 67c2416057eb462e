import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { CommandId } from '#shared/commands.ts'
import type { PageCommandId } from '#shared/page-commands.ts'
import type { DesktopBridge } from '#shared/desktop-bridge.ts'
import { channels } from './channels.ts'

// Named functions only: the page gets neither ipcRenderer nor the event object, through which it could reach main.
const desktop: DesktopBridge = {
  openWorkspace: () => ipcRenderer.invoke(channels.openWorkspace),
  createWorkspace: () => ipcRenderer.invoke(channels.createWorkspace),
  // Only a file that the user dropped or chose has a path; the page itself cannot name one.
  openDropped: (file) => ipcRenderer.invoke(channels.openDropped, webUtils.getPathForFile(file as File)),
  listTeamCatalogs: () => ipcRenderer.invoke(channels.listTeamCatalogs),
  openTeamCatalog: (address) => ipcRenderer.invoke(channels.openTeamCatalog, address),
  forgetTeamCatalog: (origin) => ipcRenderer.invoke(channels.forgetTeamCatalog, origin),
  paste: () => ipcRenderer.invoke(channels.paste),
  chooseFolder: (title) => ipcRenderer.invoke(channels.chooseFolder, title),
  showInFolder: (file) => ipcRenderer.invoke(channels.showInFolder, file),
  onSaved: (listener) => listen(channels.saved, listener),
  showSaved: (name) => ipcRenderer.invoke(channels.showSaved, name),
  readSettings: () => ipcRenderer.invoke(channels.readSettings),
  changeSettings: (change) => ipcRenderer.invoke(channels.changeSettings, change),
  followLanguage: (language) => ipcRenderer.invoke(channels.followLanguage, language),
  onCommand: (listener) => listen<CommandId | PageCommandId>(channels.command, listener),
}

function listen<Argument>(channel: string, listener: (argument: Argument) => void): () => void {
  const hear = (_event: unknown, argument: Argument): void => listener(argument)
  ipcRenderer.on(channel, hear)
  return () => void ipcRenderer.off(channel, hear)
}

contextBridge.exposeInMainWorld('desktop', desktop)
