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
const { drive } = await import('./driver.ts')
drive()

// As under Electron, the program is the first argument and what follows are its own.
process.argv.splice(1, 1)
await import(pathToFileURL(resolve(process.argv[1] as string)).href)
app.entryLoaded()
