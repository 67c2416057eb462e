import { closeSync, existsSync, openSync, readSync } from 'node:fs'

/** The end of the newest commit in a write-ahead log. Its salts change each time that the log begins again. */
export interface WalEnd {
  readonly salts: string
  /** In bytes; 0 without a log. */
  readonly offset: number
}

const headerBytes = 32
const frameHeaderBytes = 24
// More frames than this since the last look, some 400 MB, are one transaction that has not ended.
const maxFrames = 100_000

const noLog: WalEnd = { salts: '', offset: 0 }

/** The salts in the header of a write-ahead log, or of Litestream's copy of one; undefined without a header. */
export function readSalts(file: string): string | undefined {
  return withFile(file, (fd) => readHeader(fd)?.salts)
}

/**
 * Finds the end of the newest commit of a database, going on from where it was found before. Only the log is
 * opened: to close another file of a database would drop the locks that SQLite holds in this process.
 */
export class WalReader {
  readonly #file: string
  #last: WalEnd = noLog

  /** `file` is the database, beside which its log lies. */
  constructor(file: string) {
    this.#file = file
  }

  /** Undefined where there is no database. */
  read(): WalEnd | undefined {
    if (!existsSync(this.#file)) return undefined
    this.#last = withFile(`${this.#file}-wal`, (fd) => this.#endIn(fd)) ?? noLog
    return this.#last
  }

  #endIn(fd: number): WalEnd | undefined {
    const header = readHeader(fd)
    if (!header) return undefined
    const { salts, pageBytes } = header
    let end = this.#last.salts === salts ? this.#last.offset : headerBytes
    const frame = Buffer.alloc(frameHeaderBytes)
    for (let read = 0, at = end; read < maxFrames; read++) {
      if (readSync(fd, frame, 0, frameHeaderBytes, at) < frameHeaderBytes) break
      // A frame of an earlier round of the log ends this one.
      if (frame.toString('hex', 8, 16) !== salts) break
      at += frameHeaderBytes + pageBytes
      const isCommit = frame.readUInt32BE(4) !== 0
      if (isCommit) end = at
    }
    return { salts, offset: end }
  }
}

function readHeader(fd: number): { readonly salts: string; readonly pageBytes: number } | undefined {
  const header = Buffer.alloc(headerBytes)
  if (readSync(fd, header, 0, headerBytes, 0) < headerBytes) return undefined
  return { salts: header.toString('hex', 16, 24), pageBytes: header.readUInt32BE(8) }
}

function withFile<T>(file: string, read: (fd: number) => T): T | undefined {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return read(fd)
  } finally {
    closeSync(fd)
  }
}
