/** Collects what is garbage in this thread, and code that has not run lately; does nothing where V8 does not offer it. */
export function cleanUp(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
