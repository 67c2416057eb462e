/**
 * A stand-in for the parts of `electron` that main/ uses: NOT Electron. Windows are pages of a real Chromium; dialogs,
 * the system's browser and the file manager are only recorded. It throws on misuse and shows how our own code behaves
 * given what Electron documents; it cannot show what Electron does.
 */
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { ipcMain } from './ipc.ts'
export { Menu } from './menu.ts'
export { dialog, shell } from './record.ts'
export { session } from './session.ts'

export const nativeTheme = { shouldUseDarkColors: false }

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}
