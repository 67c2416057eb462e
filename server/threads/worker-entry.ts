const isSource = import.meta.url.endsWith('.ts')
export const workerEntry = new URL(isSource ? '../worker.ts' : './worker.js', import.meta.url)
export const parserEntry = new URL(isSource ? './parser-process.ts' : './parser-process.js', import.meta.url)
