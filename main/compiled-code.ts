import * as nodeModule from 'node:module'

// By then everything that a start loads has been loaded.
const flushAfterMs = 10_000

/** Keeps compiled code between runs in a folder of the user's own, for this thread and (by the variable) for its workers. */
export function keepCompiledCode(folder: string): void {
  process.env['NODE_COMPILE_CACHE'] ??= folder
  nodeModule.enableCompileCache?.(process.env['NODE_COMPILE_CACHE'])
  // Electron may end without the end of Node's environment, which would write it.
  setTimeout(() => nodeModule.flushCompileCache?.(), flushAfterMs).unref()
}
