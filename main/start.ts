import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildStale } from './build.ts'
import { findOrInstallElectron, hasDisplay } from './find-electron.ts'
import { workspacesOrSample, dataFolderFrom } from './first-start.ts'
import { startFailedCode } from './shell.ts'
import { describeStartError } from './start-error.ts'
import { asError } from '#shared/interrupted.ts'

const root = join(import.meta.dirname, '..')

// An exit within this time means that Electron cannot run here, as without libraries or sandbox.
const minHealthyRunMs = 15_000

/**
 * Builds stale parts, then opens the desktop window; without Electron or a display it prints one line and
 * serves the same app for the browser. Returns the exit code once the app has ended.
 */
export async function start(argv: readonly string[]): Promise<number> {
  process.umask(0o077)
  try {
    await buildStale(printLine)
  } catch (error) {
    console.error(`The program could not be built.\n${asError(error).message}`)
    return 1
  }
  const exitCodeOrReason = await openDesktop(argv)
  if (typeof exitCodeOrReason === 'number') return exitCodeOrReason
  printLine(`${exitCodeOrReason} Vitrine runs in your browser instead.`)
  return serveForBrowser(dataFolderFrom(argv, process.env))
}

/** Runs the desktop app until it ends and returns its exit code, or the reason why there is no window. */
async function openDesktop(argv: readonly string[]): Promise<number | string> {
  if (!hasDisplay(process.platform, process.env)) return 'There is no display for a window.'
  const electron = await findOrInstallElectron(printLine)
  if (!electron) return 'Electron, which makes the window, is not installed and could not be downloaded.'
  printLine('Opening the window…')
  const started = performance.now()
  const code = await run(electron, [root, ...argv])
  const isAppExitCode = code === 0 || code === startFailedCode
  if (isAppExitCode || performance.now() - started > minHealthyRunMs) return code
  return `Electron cannot open a window here (it ended with code ${code}).`
}

function run(program: string, args: readonly string[]): Promise<number> {
  const env = { ...process.env }
  // Set in the terminals of some editors; it would turn Electron into plain Node.
  delete env['ELECTRON_RUN_AS_NODE']
  const child = spawn(program, args, { stdio: 'inherit', env })
  // Ctrl+C also reaches the app, which shuts down cleanly; this process waits for it.
  const stop = (): void => void child.kill('SIGTERM')
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function serveForBrowser(dataFolder: string): Promise<number> {
  const { startServer } = await import('#server')
  const interrupted = nextInterrupt()
  try {
    const server = await startServer({ dataDir: dataFolder, rendererDir: join(root, 'dist/renderer') })
    await workspacesOrSample(server)
    printLine(`\nOpen ${server.appUrl()}\n\nThe address works once; Ctrl+C ends Vitrine.`)
    await interrupted
    await server.close()
    return 0
  } catch (error) {
    const { message, detail } = describeStartError(error, dataFolder)
    console.error(`${message}\n${detail}`)
    return 1
  }
}

function nextInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

function printLine(line: string): void {
  console.log(line)
}
