import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..')
const built = (name: string): string => JSON.stringify(pathToFileURL(join(root, 'dist/server', name)).href)

/**
 * Threads run the built program, which loads in 40 ms where the sources take 450; a test of the server
 * starts four threads or more. Code in the process of the test itself runs from the sources.
 */
const builtThreads: Plugin = {
  name: 'built-threads',
  enforce: 'pre',
  transform(_code, id) {
    if (!id.endsWith('/server/threads/worker-entry.ts')) return undefined
    return `export const workerEntry = new URL(${built('worker.js')})
    export const parserEntry = new URL(${built('parser-process.js')})`
  },
}

export default defineConfig({
  plugins: [builtThreads],
  test: {
    root,
    exclude: ['e2e/**', '**/node_modules/**', ...(process.env['LONG_TESTS'] ? [] : ['**/*.long.test.ts'])],
    // Generous: a busy machine is slow, and a hanging test fails all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A state that a test waits for occurs or the test ends; no test asserts a time of its own.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: join(import.meta.dirname, 'build-server-first.ts'),
    setupFiles: ['seed-properties.ts', 'cpu-of-file.ts'].map((name) => join(import.meta.dirname, name)),
    // One process for many files: loading vitest and the server again for each costs more than most tests. So
    // tests must revert changes of their process: these options do it for variables, globals and spies, and
    // fake clocks are stopped.
    isolate: false,
    // One more than the cores: tests wait for files, timers and other processes a fourth of their time.
    maxWorkers: availableParallelism() + 1,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
})
