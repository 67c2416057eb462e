/** The entries of every thread and of the process of the parsers: the source files, or their bundles beside this one. */
const isSource = import.meta.url.endsWith('.ts')
export const workerEntry = new URL(isSource ? '../worker.ts' : './worker.js', import.meta.url)
export const parserEntry = new URL(isSource ? './parser-process.ts' : './parser-process.js', import.meta.url)
