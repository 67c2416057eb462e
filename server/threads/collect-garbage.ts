/** Collects garbage of this thread, and code that has not run lately, where the process was started with `--expose-gc`. */
export function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
