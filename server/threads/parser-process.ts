/**
 * The process of the parsers. They run on a thread of it, so that the main thread can watch the memory of the
 * process many times a second.
 */
import { toFailure, type ParserReply, type ParserRequest } from './channel.ts'
import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

/** The share of the memory limit for objects of the parser; buffers and the process get the rest. */
const shareOfObjects = 0.65
const lookEveryMs = 15
/** A process that keeps more than this share of its limit between two requests is replaced. */
const spentShare = 0.5

/** Messages come by this port under Electron, and by the channel of the process under Node. */
interface ElectronPort {
  on(event: 'message', listener: (message: { data: ParserRequest }) => void): void
  postMessage(reply: ParserReply): void
}
const { parentPort: port } = process as NodeJS.Process & { parentPort?: ElectronPort }

function reply(message: ParserReply): void {
  if (port) port.postMessage(message)
  else process.send?.(message)
}

let thread: Thread | undefined
let hasCrashed = false
let maxMemoryMb = Infinity

// Drawings are made without the fonts of this computer, which nobody else has; must be set before libvips is loaded.
process.env['FONTCONFIG_SYSROOT'] = '/nonexistent'

function startThread(memoryMb: number): Thread {
  maxMemoryMb = memoryMb
  setInterval(() => {
    if (usedMb() > maxMemoryMb) endOver(maxMemoryMb)
  }, lookEveryMs)
  const heapMb = Math.round(memoryMb * shareOfObjects)
  return new Thread({ role: 'parser', file: '', heapMb }, workerEntry, { onCrash: () => (hasCrashed = true) })
}

function usedMb(): number {
  return process.memoryUsage.rss() / 1024 / 1024
}

/** Runs one parser; requests come one after the other, and the thread is kept for the next. */
async function parse({ parser, input, memoryMb }: ParserRequest): Promise<void> {
  thread ??= startThread(memoryMb)
  try {
    const value = await thread.call(parser, input)
    reply({ kind: 'answer', value, isSpent: usedMb() > memoryMb * spentShare })
  } catch (error) {
    const isOverHeap = error instanceof Error && error.stack?.includes('ERR_WORKER_OUT_OF_MEMORY')
    if (isOverHeap) endOver(memoryMb)
    else if (hasCrashed) end()
    else reply({ kind: 'failure', failure: toFailure(error) })
  }
}

/** The parent kills the process on this message; should that take long, it ends by itself. */
function endOver(memoryMb: number): void {
  reply({ kind: 'limit', sentence: `It took more than ${memoryMb} MB of memory.` })
  setTimeout(end, 50)
}

/** At once: an orderly end would wait for the thread. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

process.on('disconnect', end)
if (port) port.on('message', ({ data }) => void parse(data))
else process.on('message', (request) => void parse(request as ParserRequest))
