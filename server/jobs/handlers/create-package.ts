import { basename } from 'node:path'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { packageFormat, type PackagedEntity, type PackageInfo, packageVersion } from '#shared/packages.ts'
import { message } from '#shared/messages/message.ts'
import { openReadTransaction } from '../../catalog/connections/reader.ts'
import { conflict, Faults } from '../../catalog/errors.ts'
import { isFileThere } from '../../catalog/storage-fault.ts'
import { planList } from '../../catalog/exports/plan-export.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import {
  countAll,
  readChannelNames,
  readEntities,
  readSchema,
  readScrapedOf,
} from '../../catalog/packages/read-workspace.ts'
import { readPackagedAcceptances } from '../../catalog/quality/packaged-quality.ts'
import { listNotedEntities, readNotesOf } from '../../catalog/notes/write-notes.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { PartFile } from '../exports/part-file.ts'
import { ZipWriter } from '../exports/zip-writer.ts'
import { type JobContext, readStoredJob, type StoredJob } from '../job-context.ts'
import { LinkedFiles } from '../packages/linked-files.ts'
import { JobPace } from '../run-chunks.ts'
import { toIso } from '#shared/iso-times.ts'

type Db = ReturnType<typeof openReadTransaction>['db']

const batchRows = 500

/**
 * Writes a package of one state of the workspace. After an interruption it begins again; its file appears
 * once it is complete.
 */
export async function createPackage(context: JobContext): Promise<JobEnd> {
  const { input } = await readStoredJob(context, 'package')
  const { package_file: file } = context.chosen
  if (file === undefined) throw conflict(message('package.target_unknown'))
  refuseTaken(file)
  const state = openReadTransaction(context.read)
  const part = await PartFile.create(file)
  try {
    const writer = new PackageWriter(context, state.db, new ZipWriter(part))
    const info = await writer.write(input)
    if (!info) return cancelledEnd
    refuseTaken(file)
    await part.commit()
    return {
      status: 'completed',
      result: {
        file_name: basename(file),
        size: part.size,
        counts: info.counts,
        ...(writer.linked.counts && { linked_files: writer.linked.counts }),
      },
    }
  } finally {
    state.close()
    await part.discard()
  }
}

function refuseTaken(file: string): void {
  if (isFileThere(file))
    throw conflict(message('workspace_file.name_taken_in_folder', { file: basename(file) }))
}

type PackageInput = StoredJob<'package'>['input']

class PackageWriter {
  readonly linked: LinkedFiles
  readonly #db: Db
  readonly #zip: ZipWriter
  readonly #counts: Omit<PackageInfo['counts'], 'files'>
  readonly #pace: JobPace
  readonly #files = new Set<string>()
  readonly #written = new Set<string>()
  #hasNotes = false
  #hasRules = false
  #isOfVersion4 = false
  #isOfVersion5 = false
  #hasAutomations = false
  #hasFeeds = false
  #done = 0
  #isCancelled = false

  constructor(context: JobContext, db: Db, zip: ZipWriter) {
    this.#db = db
    this.#zip = zip
    this.linked = new LinkedFiles(context.chosen.library_folders)
    this.#counts = countAll(db)
    const entities = Object.values(this.#counts.entities).reduce((sum, count) => sum + count, 0)
    this.#pace = new JobPace(context, entities)
  }

  async write({
    kind,
    name,
    program,
    with_linked: withLinked = false,
  }: PackageInput): Promise<PackageInfo | undefined> {
    const schema = readSchema(this.#db, kind)
    this.#hasRules = schema.quality_rules !== undefined
    this.#hasAutomations = schema.automations !== undefined
    this.#hasFeeds = (schema.feeds ?? schema.export_profiles) !== undefined
    this.#isOfVersion4 = schema.channels.some(({ learned, shop_address: address }) => learned ?? address)
    await this.#zip.add('schema.json', `${JSON.stringify(schema, null, 2)}\n`)
    if (kind === 'workspace' && withLinked) await this.#takeLinkedIn()
    if (kind === 'workspace') await this.#writeValues()
    const files = await this.#writeFiles()
    if (this.#isCancelled) return undefined
    const none = { product: 0, image: 0, vendor: 0, category: 0, source: 0 }
    const counts = { ...this.#counts, ...(kind === 'schema' && { entities: none }), files }
    const info = {
      format: packageFormat,
      version: this.#version(),
      kind,
      name,
      program,
      created_at: toIso(Date.now()),
      counts,
    }
    await this.#zip.add('package.json', `${JSON.stringify(info, null, 2)}\n`)
    await this.#zip.end()
    return info
  }

  /** Values name what is taken in by its hash, so that these files come before them. */
  async #takeLinkedIn(): Promise<void> {
    for (const type of entityTypes) {
      const { ids } = planList(this.#db, { type, clauses: [], join: 'and', sort: [] }, new Faults())()
      for (let start = 0; start < ids.length && !this.#isCancelled; start += batchRows) {
        const some = readEntities(this.#db, type, ids.slice(start, start + batchRows))
        await this.linked.takeIn(some, (name, bytes) => this.#writeFile(name, bytes))
        this.#isCancelled = await this.#pace.isCancelledAt(0)
      }
    }
  }

  async #writeFile(name: string, bytes: Uint8Array): Promise<void> {
    if (this.#written.has(name)) return
    this.#written.add(name)
    const entry = await this.#zip.begin(name)
    await entry.write(Buffer.from(bytes))
    await entry.end()
  }

  async #writeValues(): Promise<void> {
    for (const type of entityTypes) {
      const faults = new Faults()
      const { ids } = planList(this.#db, { type, clauses: [], join: 'and', sort: [] }, faults)()
      await this.#writeLines(`values/${type}.jsonl`, ids, (some) => this.#readEntities(type, some))
      if (type === 'source')
        await this.#writeLines('values/scraped.jsonl', ids, (some) => readScrapedOf(this.#db, some))
    }
    await this.#writeNotes()
    await this.#writeAcceptances()
    const names = await this.#zip.begin('values/channel_names.jsonl')
    await names.write(toLines(readChannelNames(this.#db)))
    await names.end()
  }

  #readEntities(type: EntityType, ids: readonly number[]): PackagedEntity[] {
    const entities = readEntities(this.#db, type, ids).map((entity) => this.linked.replaceIn(entity))
    this.#isOfVersion4 ||= entities.some(({ axes }) => axes !== undefined)
    return entities
  }

  /** Older programs do not know this part, so it is written only where it has content. */
  async #writeNotes(): Promise<void> {
    const lots = listNotedEntities(this.#db, batchRows)
    this.#hasNotes = lots.length > 0
    if (!this.#hasNotes) return
    const entry = await this.#zip.begin('values/notes.jsonl')
    for (const some of lots) {
      const notes = readNotesOf(this.#db, some)
      this.#isOfVersion5 ||= notes.some(({ due_on: day }) => day !== undefined)
      await entry.write(toLines(notes))
    }
    await entry.end()
  }

  async #writeAcceptances(): Promise<void> {
    const accepted = readPackagedAcceptances(this.#db)
    if (accepted.length === 0) return
    this.#hasRules = true
    const entry = await this.#zip.begin('values/accepted_findings.jsonl')
    await entry.write(toLines(accepted))
    await entry.end()
  }

  #version(): number {
    if (this.#hasFeeds) return packageVersion
    if (this.#hasAutomations) return 6
    if (this.#isOfVersion5) return 5
    if (this.#isOfVersion4) return 4
    if (this.#hasRules) return 3
    return this.#hasNotes ? 2 : 1
  }

  async #writeLines(
    name: string,
    ids: readonly number[],
    read: (ids: readonly number[]) => readonly object[],
  ): Promise<void> {
    const entry = await this.#zip.begin(name)
    const isCounted = name !== 'values/scraped.jsonl'
    for (let start = 0; start < ids.length && !this.#isCancelled; start += batchRows) {
      const some = ids.slice(start, start + batchRows)
      const lines = toLines(read(some))
      this.#noteFiles(lines.toString())
      await entry.write(lines)
      if (isCounted) this.#done += some.length
      this.#isCancelled = await this.#pace.isCancelledAt(this.#done)
    }
    await entry.end()
  }

  #noteFiles(lines: string): void {
    for (const [name] of lines.matchAll(/files\/[0-9a-f]{64}\.[a-z0-9]+/g)) this.#files.add(name)
  }

  async #writeFiles(): Promise<number> {
    for (const name of this.#files) {
      if (this.#isCancelled) break
      const file = readFile(this.#db, { hash: name.slice('files/'.length, 'files/'.length + 64) })
      if (!file || name !== `files/${file.hash}.${file.extension}`) continue
      await this.#writeFile(name, file.bytes)
      this.#isCancelled = await this.#pace.isCancelledAt(this.#done)
    }
    return this.#written.size
  }
}

function toLines(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
