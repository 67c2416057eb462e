/** The entry of every thread: the source file, or its bundle beside this one. */
export const workerEntry = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
)
