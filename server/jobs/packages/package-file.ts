/** Reads the parts of a package from an untrusted source: everything is checked before use. */
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile as Archive } from 'yauzl'
import { Check } from 'typebox/schema'
import { type Static, type TSchema, Type } from 'typebox'
import { entityTypes } from '#shared/entities.ts'
import { packageFormat, type PackageInfo, packageVersion } from '#shared/packages.ts'
import { PackageInfo as PackageInfoSchema } from '#shared/schemas/packages.ts'
import { CatalogError, conflict } from '../../catalog/errors.ts'
import { damaged } from '../../catalog/packages/store-schema.ts'
import { asError } from '#shared/interrupted.ts'
import { message } from '#shared/messages/message.ts'
import { linesOf, refuseWide } from './package-text.ts'

const mebibyte = 1024 * 1024
const maxParts = 65_535
const maxUnpacked = 16 * 1024 * mebibyte
const maxDocument = 64 * mebibyte
const maxStoredFile = 256 * mebibyte
const maxBatch = 4 * mebibyte
const maxBlanks = mebibyte
// The bound for the directory's memory: names and other fields of the parts.
const maxDirectory = 16 * mebibyte

const storedName = /^files\/[0-9a-f]{64}\.[a-z0-9]{1,10}$/
const partNames: ReadonlySet<string> = new Set([
  'package.json',
  'schema.json',
  ...entityTypes.map((type) => `values/${type}.jsonl`),
  'values/scraped.jsonl',
  'values/channel_names.jsonl',
  'values/notes.jsonl',
  'values/accepted_findings.jsonl',
])

export class PackageFile {
  readonly info: PackageInfo
  readonly #archive: Archive
  readonly #parts: ReadonlyMap<string, Entry>
  #read = 0
  onRead: ((bytes: number) => void) | undefined

  /**
   * Throws a sentence for a file that is no package, is damaged, comes from a newer program or is too
   * large.
   */
  static async open(path: string): Promise<PackageFile> {
    const archive = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      throw isMissing ? conflict(message('package.file_missing', { file: path })) : noPackage(path)
    })
    try {
      const parts = await listParts(archive)
      return new PackageFile(archive, parts, await readInfo(archive, parts, path))
    } catch (error) {
      archive.close()
      throw explain(error)
    }
  }

  private constructor(archive: Archive, parts: ReadonlyMap<string, Entry>, info: PackageInfo) {
    this.#archive = archive
    this.#parts = parts
    this.info = info
  }

  get parts(): readonly string[] {
    return [...this.#parts.keys()].filter((name) => name !== 'package.json')
  }

  get storedFiles(): readonly string[] {
    return this.parts.filter((name) => storedName.test(name))
  }

  has(name: string): boolean {
    return this.#parts.has(name)
  }

  sizeOf(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + (this.#parts.get(name)?.uncompressedSize ?? 0), 0)
  }

  async document<S extends TSchema>(name: string, schema: S): Promise<Static<S>> {
    const text = (await this.bytes(name)).toString()
    refuseWide(name, text, maxDocument)
    return parse(schema, name, text)
  }

  async bytes(name: string): Promise<Buffer> {
    // One buffer of the size in the directory: no part unpacks to more.
    const bytes = Buffer.alloc(this.sizeOf([name]))
    let length = 0
    for await (const chunk of this.#chunks(name)) length += chunk.copy(bytes, length)
    return bytes.subarray(0, length)
  }

  async *batches<S extends TSchema>(name: string, schema: S, most: number): AsyncGenerator<Static<S>[]> {
    let batch: Static<S>[] = []
    let [number, size] = [0, 0]
    for await (const line of linesOf(this.#chunks(name), name)) {
      number += 1
      size += line.length
      const entry = `Line ${number} of ${name}`
      refuseWide(entry, line, maxBlanks)
      batch.push(parse(schema, entry, line))
      if (batch.length < most && size < maxBatch) continue
      yield batch
      batch = []
      size = 0
    }
    if (batch.length > 0) yield batch
  }

  close(): void {
    this.#archive.close()
  }

  async *#chunks(name: string): AsyncGenerator<Buffer> {
    for await (const chunk of chunksOf(this.#archive, this.#parts, name)) {
      yield chunk
      this.#read += chunk.length
      this.onRead?.(this.#read)
    }
  }
}

/** The unpacked bytes of a part, checked by its sum at their end. */
async function* chunksOf(
  archive: Archive,
  parts: ReadonlyMap<string, Entry>,
  name: string,
): AsyncGenerator<Buffer> {
  const entry = parts.get(name)
  if (!entry) throw damaged(`${name} is missing.`)
  let sum = 0
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw explain(error)
  }
  if (sum !== entry.crc32) throw damaged(`${name} is not as it was written.`)
}

async function listParts(archive: Archive): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxParts) throw tooLarge()
  const parts = new Map<string, Entry>()
  let [total, directory] = [0, 0]
  for await (const part of archive.eachEntry()) {
    const { fileName: name, uncompressedSize: size } = part
    directory += part.fileNameLength + part.extraFieldLength + part.fileCommentLength
    if (directory > maxDirectory) throw damaged('its list of parts is too long.')
    if (parts.has(name)) throw damaged(`${name} stands in it twice.`)
    total += size
    if (total > maxUnpacked || size > maxOf(name)) throw tooLarge()
    parts.set(name, part)
  }
  return parts
}

function maxOf(name: string): number {
  if (storedName.test(name)) return maxStoredFile
  return name.endsWith('.jsonl') ? maxUnpacked : maxDocument
}

/** Reads the package's information first: a newer package may have parts that this program does not know. */
async function readInfo(
  archive: Archive,
  parts: ReadonlyMap<string, Entry>,
  path: string,
): Promise<PackageInfo> {
  const marks = parts.has('package.json') ? await readMarks(archive, parts) : undefined
  if (marks?.format !== packageFormat) throw noPackage(path)
  if (typeof marks.version === 'number' && marks.version > packageVersion)
    throw conflict(message('workspace_file.newer', { file: path }))
  for (const name of parts.keys())
    if (!partNames.has(name) && !storedName.test(name))
      throw damaged(`It has a part ${JSON.stringify(name)} that no package has.`)
  if (Check(PackageInfoSchema, marks)) return marks
  throw damaged('package.json does not say what it should.')
}

async function readMarks(
  archive: Archive,
  parts: ReadonlyMap<string, Entry>,
): Promise<Partial<Record<'format' | 'version', unknown>> | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(archive, parts, 'package.json')) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  refuseWide('package.json', text, maxDocument)
  const value = parse(Type.Unknown(), 'package.json', text)
  return typeof value === 'object' && value !== null ? value : undefined
}

function parse<S extends TSchema>(schema: S, entry: string, text: string): Static<S> {
  const value: unknown = parseOrRefuse(entry, text)
  const isOfForm = (candidate: unknown): candidate is Static<S> => Check(schema, candidate)
  if (!isOfForm(value)) throw damaged(`${entry} does not say what it should.`)
  return value
}

function parseOrRefuse(entry: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(`${entry} is no JSON.`)
  }
}

function explain(error: unknown): Error {
  if (error instanceof CatalogError) return error
  return asError(error).message.startsWith('too many bytes') ? tooLarge() : damaged('it is damaged.')
}

function noPackage(path: string): CatalogError {
  return conflict(message('package.not_a_package', { file: path }))
}

function tooLarge(): CatalogError {
  return conflict(
    'The package unpacks to more than 16 GB, to more than it says, or to a file of more than 256 MB. It is not opened.',
  )
}
