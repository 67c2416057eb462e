import type * as ElectronModule from 'electron'

/**
 * The parts of Electron that main/ uses. Only index.ts imports Electron; all other modules get it as an
 * argument.
 */
export type Electron = Pick<
  typeof ElectronModule,
  | 'app'
  | 'autoUpdater'
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
