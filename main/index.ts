import { join } from 'node:path'
import {
  app,
  autoUpdater,
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
import type { startParsersBy } from '#server'
import { commandArguments } from './command-line.ts'
import { dataFolderFrom } from './first-start.ts'
import { shareSwitch } from './share-dialogs.ts'
import { SharingShell } from './sharing-shell.ts'
import { DesktopApp, type ShellOptions } from './shell.ts'
import * as nodeModule from 'node:module'
import type { Electron } from './electron.ts'

const flushAfterMs = 10_000

/** Keeps compiled code between runs in a folder of the user's own, for this thread and (by the variable) for its workers. */
function keepCompiledCode(folder: string): void {
  process.env['NODE_COMPILE_CACHE'] ??= folder
  nodeModule.enableCompileCache?.(process.env['NODE_COMPILE_CACHE'])
  // Electron may end without ending Node's environment, which would write it.
  setTimeout(() => nodeModule.flushCompileCache?.(), flushAfterMs).unref()
}

// Set before anything is opened: the catalog, its side files and its backups are readable by this user only.
process.umask(0o077)

const dataFolder = dataFolderFrom(process.argv, process.env)
const command = commandArguments(process.argv, app.isPackaged)
if (command) {
  // A command line call has no window and needs no icon in the Mac's dock.
  app.dock?.hide()
  void loadServer()
    .then(({ runCommandLine }) => runCommandLine(command))
    .then((code) => app.exit(code))
} else {
  keepCompiledCode(join(dataFolder, 'desktop/compiled'))
  const options: ShellOptions = {
    electron: {
      app,
      autoUpdater,
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
  new (isShared ? SharingShell : DesktopApp)(options).start()
}

async function loadServer(): Promise<typeof Server> {
  const server = await import('#server')
  server.startParsersBy(utilityParsers({ app, utilityProcess }))
  return server
}

type StartParser = Parameters<typeof startParsersBy>[0]

/** Starts the server's parser processes under Electron, whose program cannot be run as Node. */
function utilityParsers({ app, utilityProcess }: Pick<Electron, 'app' | 'utilityProcess'>): StartParser {
  return async (file) => {
    await app.whenReady()
    const child = utilityProcess.fork(file, [], { stdio: 'ignore', serviceName: 'Vitrine parser' })
    return {
      send: (request) => child.postMessage(request, []),
      onMessage: (listener) => void child.on('message', listener),
      ended: new Promise((resolve) => child.once('exit', resolve)),
      kill: () => void child.kill(),
    }
  }
}
