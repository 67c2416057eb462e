import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, screen, session, shell } from 'electron'
import { startServer } from '#server'
import { dataFolderFrom } from './data-folder.ts'
import { Shell } from './shell.ts'

// Before anything is opened: the catalog, its side files and its backups are for this user alone.
process.umask(0o077)

new Shell({
  electron: { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, screen, session, shell },
  startServer,
  dataFolder: dataFolderFrom(process.argv, process.env),
  distFolder: join(import.meta.dirname, '..'),
  argv: process.argv,
  workingDirectory: process.cwd(),
}).start()
