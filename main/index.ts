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
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron'
import type * as Server from '#server'
import { commandLineFrom } from './command-line.ts'
import { keepCompiledCode } from './compiled-code.ts'
import { dataFolderFrom } from './data-folder.ts'
import { utilityParsers } from './parser-processes.ts'
import { shareSwitch } from './share-address.ts'
import { SharingShell } from './sharing-shell.ts'
import { Shell, type ShellOptions } from './shell.ts'

// Before anything is opened: the catalog, its side files and its backups are for this user alone.
process.umask(0o077)

const dataFolder = dataFolderFrom(process.argv, process.env)
const command = commandLineFrom(process.argv, app.isPackaged)
if (command) {
  // No window comes: the icon in the dock of a Mac would only be in the way.
  app.dock?.hide()
  void loadServer()
    .then(({ runCommandLine }) => runCommandLine(command))
    .then((code) => app.exit(code))
} else {
  keepCompiledCode(join(dataFolder, 'desktop/compiled'))
  const options: ShellOptions = {
    electron: {
      app,
      BrowserWindow,
      clipboard,
      dialog,
      ipcMain,
      Menu,
      nativeTheme,
      Notification,
      safeStorage,
      screen,
      session,
      shell,
      Tray,
      utilityProcess,
    },
    startServer: async (options) => (await loadServer()).startServer(options),
    dataFolder,
    distFolder: join(import.meta.dirname, '..'),
    argv: process.argv,
    workingDirectory: process.cwd(),
  }
  const isShared = process.argv.some((argument) => argument.startsWith(shareSwitch))
  new (isShared ? SharingShell : Shell)(options).start()
}

async function loadServer(): Promise<typeof Server> {
  const server = await import('#server')
  server.startParsersBy(utilityParsers({ app, utilityProcess }))
  return server
}
