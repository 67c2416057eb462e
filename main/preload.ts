import { contextBridge, ipcRenderer } from 'electron'
import type { DesktopBridge, MenuCommand } from '#shared/desktop-bridge.ts'
import { channels } from './channels.ts'

// Named functions only: the page gets neither ipcRenderer nor the event object, through which it could reach main.
const desktop: DesktopBridge = {
  openWorkspace: () => ipcRenderer.invoke(channels.openWorkspace),
  createWorkspace: () => ipcRenderer.invoke(channels.createWorkspace),
  onCommand(listener) {
    const hear = (_event: unknown, command: MenuCommand): void => listener(command)
    ipcRenderer.on(channels.command, hear)
    return () => void ipcRenderer.off(channels.command, hear)
  },
}

contextBridge.exposeInMainWorld('desktop', desktop)
