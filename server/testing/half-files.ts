import { open } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** A file as a reader has seen it while others wrote it. */
export interface Sightings {
  readonly reads: number
  /** How often it was neither of the whole files. */
  readonly halves: number
  readonly missing: number
}

const everyMs = 5

/** A file of one byte over and over, so that its size and its last byte show whether it is whole. */
export interface WholeFile {
  readonly size: number
  readonly byte: number
}

/** Reads a file every 5 ms until it is told to end. */
export function pollFile(path: string, whole: readonly WholeFile[]): { end(): Promise<Sightings> } {
  let [reads, halves, missing] = [0, 0, 0]
  const stop = new AbortController()
  const polling = (async () => {
    while (!stop.signal.aborted) {
      const seen = await look(path)
      reads += 1
      if (seen === undefined) missing += 1
      else if (!whole.some(({ size, byte }) => size === seen.size && byte === seen.byte)) halves += 1
      await setTimeout(everyMs)
    }
  })()
  return {
    async end() {
      stop.abort()
      await polling
      return { reads, halves, missing }
    },
  }
}

/** Its size and last byte, by one handle, which stays with the file that it was opened for. */
async function look(path: string): Promise<WholeFile | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    return { size, byte: bytesRead === 1 ? (buffer[0] ?? -1) : -1 }
  } finally {
    await file.close()
  }
}
