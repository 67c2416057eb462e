import { mkdir, open, readdir, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Difference, differenceStatuses } from '#shared/jobs.ts'
import { tableOf } from '#shared/text.ts'
import type { EventRecord } from '#shared/events.ts'

const resultKinds = {
  errors: 'errors.csv',
  differences: 'differences.jsonl',
  created: 'created.jsonl',
  updated: 'updated.jsonl',
} as const
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
class PagedFileWriter {
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

/** Writes what a dry run would change, all of it and apart what it would create and what it would update. */
export class DifferenceFile {
  readonly #file: PagedFileWriter
  readonly #byStatus: Readonly<Record<Difference['status'], PagedFileWriter>>
  readonly #sample = new Sample()

  constructor(results: string, jobId: string) {
    this.#file = new PagedFileWriter(resultPath(results, jobId, 'differences'))
    this.#byStatus = tableOf(
      differenceStatuses,
      (status) => new PagedFileWriter(resultPath(results, jobId, status)),
    )
  }

  /**
   * Adds the events of a batch; `marks` maps each row to its last event. An id after `firstNewId` is new
   * and does not exist outside the dry run.
   */
  async add(
    events: readonly EventRecord[],
    marks: ReadonlyMap<number, number>,
    firstNewId: string,
  ): Promise<void> {
    const differences = toDifferences(events, marks).map((difference) =>
      difference.id !== null && difference.id > firstNewId ? { ...difference, id: null } : difference,
    )
    this.#sample.add(differences)
    await this.#file.add(differences)
    for (const status of differenceStatuses)
      await this.#byStatus[status].add(differences.filter((difference) => difference.status === status))
  }

  async close(): Promise<{ differences: readonly Difference[]; differences_total: number }> {
    for (const file of this.#files()) await file.close()
    return { differences: this.#sample.list, differences_total: this.#file.count }
  }

  async giveUp(): Promise<void> {
    for (const file of this.#files()) await file.close({ isGivenUp: true })
  }

  #files(): PagedFileWriter[] {
    return [this.#file, ...Object.values(this.#byStatus)]
  }
}

function toDifferences(events: readonly EventRecord[], marks: ReadonlyMap<number, number>): Difference[] {
  const ends = [...marks]
  let index = 0
  return events.flatMap((event) => {
    while (index < ends.length - 1 && (ends[index]?.[1] ?? 0) < event.sequence) index += 1
    return ofEvent(event, ends[index]?.[0] ?? 0)
  })
}

function ofEvent({ event, entity, changes }: EventRecord, row: number): Difference[] {
  const isNew = event === 'entity.created'
  if (!entity || !(isNew || event === 'entity.updated')) return []
  const place = { row, status: isNew ? 'created' : 'updated', ...entity } as const
  return changes.map((change) => ({
    ...place,
    attribute: change.attribute,
    old: change.old,
    new: change.new,
  }))
}

const maxSample = 100

class Sample {
  readonly #updated: Difference[] = []
  readonly #created: Difference[] = []

  add(differences: readonly Difference[]): void {
    for (const difference of differences) {
      const list = difference.status === 'updated' ? this.#updated : this.#created
      if (list.length < maxSample) list.push(difference)
    }
  }

  get list(): readonly Difference[] {
    return [...this.#updated, ...this.#created].slice(0, maxSample)
  }
}
