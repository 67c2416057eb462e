import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { CommandId } from '#shared/commands.ts'
import type { DesktopBridge } from '#shared/desktop-bridge.ts'
import { channels } from './channels.ts'

// Named functions only: the page gets neither ipcRenderer nor the event object, through which it could reach main.
const desktop: DesktopBridge = {
  openWorkspace: () => ipcRenderer.invoke(channels.openWorkspace),
  createWorkspace: () => ipcRenderer.invoke(channels.createWorkspace),
  // Only a file that the user dropped or chose has a path: the page can name none.
  openDropped: (file) => ipcRenderer.invoke(channels.openDropped, webUtils.getPathForFile(file as File)),
  readSettings: () => ipcRenderer.invoke(channels.readSettings),
  changeSettings: (change) => ipcRenderer.invoke(channels.changeSettings, change),
  onCommand(listener) {
    const hear = (_event: unknown, command: CommandId): void => listener(command)
    ipcRenderer.on(channels.command, hear)
    return () => void ipcRenderer.off(channels.command, hear)
  },
}

contextBridge.exposeInMainWorld('desktop', desktop)
