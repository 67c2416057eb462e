import type { Static, TSchema } from 'typebox'
import { type EntityType, entityTypes } from '#shared/entities.ts'
import type { SetAside } from '#shared/schemas/app-surface.ts'
import type { PackageInfo, PackageSchema } from '#shared/packages.ts'
import {
  PackagedAcceptance,
  PackagedEntity,
  PackagedName,
  PackagedNote,
  PackagedScraped,
  PackageSchema as PackageSchemaForm,
} from '#shared/schemas/packages.ts'
import { makeWorkspace, type Transaction, type Write } from '../../catalog/connections/writer.ts'
import { takeOverWorkspace } from '../../catalog/job-queue/queue.ts'
import type { WriteContext } from '../../catalog/events/record-event.ts'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import { addFile } from '../../catalog/files/stored-files.ts'
import { keepChannelNames } from '../../catalog/channels/set-up-channel.ts'
import {
  damaged,
  refuseRepeatedIds,
  storeArrangements,
  storeAttributes,
} from '../../catalog/packages/store-schema.ts'
import {
  insertEntities,
  labelEntities,
  linkEntities,
  storeAcceptances,
  storeNotes,
  storeScraped,
} from '../../catalog/packages/store-entities.ts'
import { PackageFile } from './package-file.ts'

export interface UnpackWorkspace {
  readonly file: string
  readonly target: string
}

const context: WriteContext = {
  actor: { type: 'owner', id: null, name: null },
  via: 'app',
  request_id: null,
  job_id: null,
}
const batchRows = 500

const acceptedPart = 'values/accepted_findings.jsonl'
const valuesOf = (type: EntityType) => `values/${type}.jsonl`

/** The unpacked workspace, with the parts that were switched off because they came from elsewhere. */
export interface UnpackedWorkspace {
  readonly info: PackageInfo
  readonly setAside: SetAside
}

/** Counted in unpacked bytes. References are stored after all entities, so entities are read twice. */
interface Progress {
  readonly current: number
  readonly total: number
}

/** Makes a workspace file from a package: equal to the packaged one, or no file at all. */
export async function unpackWorkspace(
  { file, target }: UnpackWorkspace,
  onProgress: (progress: Progress) => void,
): Promise<UnpackedWorkspace> {
  const source = await PackageFile.open(file)
  try {
    const total = source.sizeOf(source.parts) + source.sizeOf(entityTypes.map(valuesOf))
    source.onRead = (current) => onProgress({ current, total })
    const setAside = await makeWorkspace(target, (write) => new Unpacking(source, write).run())
    return { info: source.info, setAside }
  } finally {
    source.close()
  }
}

class Unpacking {
  readonly #source: PackageFile
  readonly #write: Write

  constructor(source: PackageFile, write: Write) {
    this.#source = source
    this.#write = write
  }

  async run(): Promise<SetAside> {
    const schema: PackageSchema = await this.#source.document('schema.json', PackageSchemaForm)
    refuseRepeatedIds(schema)
    this.#write((tx) => storeAttributes(tx, schema.attributes, context))
    if (this.#source.info.kind === 'workspace') await this.#unpackValues()
    this.#write((tx) => storeArrangements(tx, schema, context))
    if (this.#source.has(acceptedPart)) await this.#each(acceptedPart, PackagedAcceptance, storeAcceptances)
    return this.#write((tx) => takeOverWorkspace(tx, {}))
  }

  async #unpackValues(): Promise<void> {
    for (const name of this.#source.storedFiles) await this.#unpackFile(name)
    for (const type of entityTypes)
      await this.#each(valuesOf(type), PackagedEntity, (tx, some) => insertEntities(tx, type, some))
    for (const type of entityTypes)
      await this.#each(valuesOf(type), PackagedEntity, (tx, some) => linkEntities(tx, type, some, context))
    for (const type of entityTypes) this.#write((tx) => labelEntities(tx, type))
    await this.#each('values/scraped.jsonl', PackagedScraped, storeScraped)
    await this.#each('values/channel_names.jsonl', PackagedName, (tx, some) => {
      for (const { channel, product, name } of some)
        keepChannelNames(tx, { channel, names: [[product, name]] })
    })
    // Without any note, and before there were notes, a package has no such part.
    if (this.#source.has('values/notes.jsonl'))
      await this.#each('values/notes.jsonl', PackagedNote, storeNotes)
  }

  /** The name of a file is the hash of its bytes, and its extension their kind. */
  async #unpackFile(name: string): Promise<void> {
    const bytes = await this.#source.bytes(name)
    const kind = detectFileKind(bytes)
    const path = kind && this.#write((tx) => addFile(tx, { bytes, ...kind }).path)
    if (path !== name) throw damaged(`${name} is another file than its name says.`)
  }

  async #each<S extends TSchema>(
    name: string,
    schema: S,
    store: (tx: Transaction, some: Static<S>[]) => void,
  ): Promise<void> {
    for await (const some of this.#source.batches(name, schema, batchRows))
      this.#write((tx) => store(tx, some))
  }
}
