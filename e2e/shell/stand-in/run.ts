/** Runs a built main bundle on the stand-in: `node run.ts dist/main/index.js [arguments]`, driven over Node's IPC. */
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const electronUrl = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: electronUrl, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

const { app } = await import('./app.ts')
const { BrowserWindow } = await import('./browser-window.ts')
const { drive } = await import('./driver.ts')
const { moments } = await import('./record.ts')
drive()

// Electron has its browser inside and launches it before the program is loaded.
if (takeSwitch('--stand-in-browser-first')) {
  const { launchBrowser } = await import('./browser.ts')
  await launchBrowser()
}
if (takeSwitch('--stand-in-away')) BrowserWindow.isUserAway = true
// As under Electron, the program is the first argument and the others are its own.
process.argv.splice(1, 1)
// The system may hand over a file early: here right after the program has begun to listen.
const openFile = process.argv.indexOf('--stand-in-open-file')
const [, earlyFile] = openFile < 0 ? [] : process.argv.splice(openFile, 2)
moments.programBegins = Date.now()
await import(pathToFileURL(resolve(process.argv[1] as string)).href)
if (earlyFile) app.emit('open-file', { preventDefault() {} }, earlyFile)
app.entryLoaded()

function takeSwitch(name: string): boolean {
  const position = process.argv.indexOf(name)
  if (position >= 0) process.argv.splice(position, 1)
  return position >= 0
}
