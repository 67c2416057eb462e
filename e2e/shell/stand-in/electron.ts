/**
 * A stand-in for the parts of `electron` that main/ uses: NOT Electron. Windows are pages of a real Chromium; dialogs,
 * the system's browser and the file manager are only recorded. It throws on misuse and shows how our own code behaves
 * given what Electron documents; it cannot show what Electron does.
 */
import { EventEmitter } from 'node:events'

export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { ipcMain } from './ipc.ts'
export { Menu } from './menu.ts'
export { Notification, Tray } from './notices.ts'
export { clipboard, dialog, shell } from './record.ts'
export { net } from './net.ts'
export { session } from './session.ts'
export { utilityProcess } from './utility-process.ts'

/** An unlocked keyring; it seals by inverting bytes. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text: string) => Buffer.from(text).map((byte) => byte ^ 0xff),
  decryptStringAsync: async (sealed: Buffer) => ({
    result: Buffer.from(sealed.map((byte) => byte ^ 0xff)).toString(),
    shouldReEncrypt: false,
  }),
}

/** Squirrel of a Mac, which no other system has. */
export const autoUpdater = new EventEmitter()

export const nativeTheme = { shouldUseDarkColors: false }

export const displays = [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }]

export const screen = {
  getAllDisplays: () => displays,
}
