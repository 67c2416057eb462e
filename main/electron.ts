import type * as ElectronModule from 'electron'

/** The parts of Electron that main/ uses. Only index.ts imports the real thing; all else is handed this. */
export type Electron = Pick<
  typeof ElectronModule,
  | 'app'
  | 'BrowserWindow'
  | 'clipboard'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'Notification'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
  | 'utilityProcess'
>
