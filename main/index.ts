import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  screen,
  session,
  shell,
  Tray,
} from 'electron'
import { runCommandLine, startServer } from '#server'
import { commandLineFrom } from './command-line.ts'
import { dataFolderFrom } from './data-folder.ts'
import { Shell } from './shell.ts'

// Before anything is opened: the catalog, its side files and its backups are for this user alone.
process.umask(0o077)

const command = commandLineFrom(process.argv, app.isPackaged)
if (command) {
  // No window comes: the icon in the dock of a Mac would only be in the way.
  app.dock?.hide()
  void runCommandLine(command).then((code) => app.exit(code))
} else {
  new Shell({
    electron: {
      app,
      BrowserWindow,
      clipboard,
      dialog,
      ipcMain,
      Menu,
      nativeTheme,
      Notification,
      screen,
      session,
      shell,
      Tray,
    },
    startServer,
    dataFolder: dataFolderFrom(process.argv, process.env),
    distFolder: join(import.meta.dirname, '..'),
    argv: process.argv,
    workingDirectory: process.cwd(),
  }).start()
}
