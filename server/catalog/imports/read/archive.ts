import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile as Archive } from 'yauzl'
import { asError } from '#shared/interrupted.ts'
import { faultOfFileName } from '#shared/file-names.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../../errors.ts'
import { isPictureFile } from '../recognise/cell-values.ts'
import { refusal } from './file-rows.ts'
import { maxPictureMb, NoPicture, type PictureSource } from './picture-files.ts'

/** A ZIP with one table and pictures that its cells name, as people send them together. */
export interface PackedTable {
  /** The path of the unpacked table. */
  readonly file: string
  readonly name: string
  readonly pictures: PictureSource
}

interface ArchiveLimits {
  readonly parts: number
  readonly bytes: number
}

export const archiveLimits: ArchiveLimits = { parts: 50_000, bytes: 4 * 1024 ** 3 }

/** The names of files and other fields of the parts are held in memory. */
const maxDirectoryBytes = 16 * 1024 * 1024
const maxNamed = 10

/**
 * Unpacks the table of a ZIP beside it and lists its pictures, which are read one by one when cells name
 * them. Undefined for a file that is no ZIP, or is a workbook, which is a ZIP too. Throws a refusal that names
 * the tables where there are several or none, and where the ZIP is damaged or goes over the limits.
 */
export async function unpackTable(
  file: string,
  signal: AbortSignal,
  limits: ArchiveLimits = archiveLimits,
): Promise<PackedTable | undefined> {
  if (!(await isZipFile(file))) return undefined
  return withArchive(file, async (archive) => {
    const parts = await listParts(archive, limits)
    if (parts === undefined) return undefined
    const table = chooseTable([...parts.values()])
    const target = `${file}.table`
    await unpack(archive, table, target, signal)
    return { file: target, name: table.fileName, pictures: picturesOf(file, parts) }
  })
}

async function isZipFile(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  return bytesRead === 4 && buffer.equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
}

async function withArchive<Result>(
  file: string,
  read: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const archive = await openPromise(file, { autoClose: false }).catch(() => {
    throw refusal(message('file.damaged_archive'))
  })
  try {
    return await read(archive)
  } catch (error) {
    throw explain(error)
  } finally {
    archive.close()
  }
}

function explain(error: unknown): unknown {
  if (error instanceof CatalogError || error instanceof NoPicture) return error
  if (asError(error).name === 'AbortError') return error
  return refusal(message('file.damaged_archive'))
}

/** Undefined for a workbook. */
async function listParts(
  archive: Archive,
  limits: ArchiveLimits,
): Promise<ReadonlyMap<string, Entry> | undefined> {
  const tooMany = refusal(
    message('archive.too_large', { parts: limits.parts, size: limits.bytes / 1024 ** 3 }),
  )
  const parts = new Map<string, Entry>()
  let [count, total, directory] = [0, 0, 0]
  for await (const part of archive.eachEntry()) {
    const { fileName: name, uncompressedSize: size } = part
    if (workbookParts.has(name)) return undefined
    count += 1
    total += size
    directory += part.fileNameLength + part.extraFieldLength + part.fileCommentLength
    if (count > limits.parts || total > limits.bytes || directory > maxDirectoryBytes) throw tooMany
    if (isHidden(name)) continue
    if (nested.has(extname(name).toLowerCase())) throw refusal(message('archive.nested', { name }))
    if (part.isEncrypted()) throw refusal(message('archive.has_password'))
    if (name.split('/').every((step) => faultOfFileName(step) === undefined)) parts.set(name, part)
  }
  return parts
}

/** Workbooks of Excel and of OpenDocument begin with one of these. */
const workbookParts: ReadonlySet<string> = new Set(['[Content_Types].xml', 'mimetype', '_rels/.rels'])
const nested: ReadonlySet<string> = new Set(['.zip', '.7z', '.rar', '.gz', '.tgz', '.tar', '.bz2', '.xz'])

/** Folders, and what systems put beside the files of people. */
function isHidden(name: string): boolean {
  const steps = name.split('/')
  const last = steps.at(-1) ?? ''
  return last === '' || last.toLowerCase() === 'thumbs.db' || steps.some(isSystemName)
}

function isSystemName(step: string): boolean {
  return step.startsWith('.') || step === '__MACOSX'
}

const tableEndings: ReadonlySet<string> = new Set(
  '.csv .tsv .tab .xlsx .xlsm .xlsb .xls .ods .json .jsonl .ndjson .xml'.split(' '),
)
/** These may be a table or a note about it, so that one of the others goes first. */
const likelyEndings: ReadonlySet<string> = new Set(['.txt', '.htm', '.html'])

function chooseTable(parts: readonly Entry[]): Entry {
  const withEnding = (endings: ReadonlySet<string>) =>
    parts.filter(({ fileName }) => endings.has(extname(fileName).toLowerCase()))
  const sure = withEnding(tableEndings)
  const tables = sure.length > 0 ? sure : withEnding(likelyEndings)
  const [table] = tables
  if (table === undefined) throw refusal(message('archive.no_table'))
  if (tables.length === 1) return table
  const shown = tables.slice(0, maxNamed).map(({ fileName }) => fileName)
  throw refusal(message('archive.several_tables', { count: tables.length, names: shown.join(', ') }))
}

async function unpack(archive: Archive, part: Entry, target: string, signal: AbortSignal): Promise<void> {
  const sum = new Checksum()
  const content = await archive.openReadStreamPromise(part)
  await pipeline(content, sum, createWriteStream(target, { mode: 0o600 }), { signal })
  if (sum.value !== part.crc32) throw refusal(message('file.damaged_archive'))
}

class Checksum extends Transform {
  value = 0

  override _transform(chunk: Buffer, _encoding: unknown, done: (error: null, chunk: Buffer) => void): void {
    this.value = crc32(chunk, this.value)
    done(null, chunk)
  }
}

function picturesOf(file: string, parts: ReadonlyMap<string, Entry>): PictureSource {
  const pictures = new Map([...parts].filter(([name]) => isPictureFile(basename(name))))
  return {
    paths: [...pictures.keys()],
    async read(path) {
      const part = pictures.get(path)
      if (!part) throw new NoPicture(message('picture.not_in_folder'))
      if (part.uncompressedSize > maxPictureMb * 1024 * 1024)
        throw new NoPicture(message('picture.file_too_large', { size: maxPictureMb }))
      return withArchive(file, (archive) => readPart(archive, part)).catch(() => {
        throw new NoPicture(message('picture.not_readable'))
      })
    },
  }
}

/** One buffer of the size in the directory: the library ends a part that unpacks to more. */
async function readPart(archive: Archive, part: Entry): Promise<Uint8Array> {
  const bytes = Buffer.alloc(part.uncompressedSize)
  let length = 0
  for await (const chunk of await archive.openReadStreamPromise(part))
    length += (chunk as Buffer).copy(bytes, length)
  if (crc32(bytes) !== part.crc32) throw new NoPicture(message('picture.not_readable'))
  return bytes
}
