import { mkdir, open, readdir, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const resultKinds = { errors: 'errors.csv', differences: 'differences.jsonl' } as const
export type ResultKind = keyof typeof resultKinds

const retentionMs = 30 * 24 * 3600 * 1000

export function resultsFolderOf(uploadsDir: string): string {
  return join(dirname(uploadsDir), 'results')
}

export function resultPath(folder: string, jobId: string, kind: ResultKind): string {
  return join(folder, `${jobId}.${resultKinds[kind]}`)
}

export async function prepareResults(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = Date.now() - retentionMs
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const age = await stat(path).catch(() => undefined)
    if (age && age.mtimeMs < before) await rm(path, { force: true })
  }
}

interface StoredIndex {
  readonly lines: number
  readonly marks: readonly number[]
  readonly size: number
}

const linesPerMark = 500

/** Writes values as one JSON a line with an index, so that any page of a long list is read at once. */
export class PagedFileWriter {
  readonly #path: string
  #handle: FileHandle | undefined
  #size = 0
  #lines = 0
  readonly #marks: number[] = []

  constructor(path: string) {
    this.#path = path
  }

  get count(): number {
    return this.#lines
  }

  async add(values: readonly unknown[]): Promise<void> {
    if (values.length === 0) return
    this.#handle ??= await open(this.#path, 'w', 0o600)
    const pieces: Buffer[] = []
    let text = ''
    for (const value of values) {
      if (this.#lines % linesPerMark === 0) {
        pieces.push(this.#measured(text))
        text = ''
        this.#marks.push(this.#size)
      }
      this.#lines += 1
      text += `${JSON.stringify(value)}\n`
    }
    pieces.push(this.#measured(text))
    await this.#handle.write(Buffer.concat(pieces))
  }

  #measured(text: string): Buffer {
    const piece = Buffer.from(text)
    this.#size += piece.length
    return piece
  }

  async close({ isGivenUp = false } = {}): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    if (!handle) return
    await handle.close()
    if (isGivenUp) return
    const index: StoredIndex = { lines: this.#lines, marks: this.#marks, size: this.#size }
    await writeFile(`${this.#path}.index`, JSON.stringify(index), { mode: 0o600 })
  }
}

export async function readPage(
  path: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ values: unknown[]; total: number } | undefined> {
  const text = await readFile(`${path}.index`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { lines: total, marks, size }: StoredIndex = JSON.parse(text)
  const first = Math.floor(offset / linesPerMark)
  const start = marks[first]
  if (start === undefined) return { values: [], total }
  const end = marks[Math.floor((offset + limit - 1) / linesPerMark) + 1] ?? size
  const bytes = Buffer.alloc(end - start)
  const handle = await open(path)
  try {
    await handle.read(bytes, 0, bytes.length, start)
  } finally {
    await handle.close()
  }
  const skipped = offset - first * linesPerMark
  const lines = bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(skipped, skipped + limit)
  return { values: lines.map((line) => JSON.parse(line)), total }
}
