import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { FieldError } from '#shared/errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { message } from '#shared/messages/message.ts'
import { validationFailed } from '../catalog/errors.ts'
import { maxNames, officePart } from '../catalog/files/file-kinds.ts'
import type { SentFile } from '../jobs/assets/match-folder.ts'
import { noteField, notingFile } from './idempotency.ts'
import { partsOf } from './upload.ts'

export interface ReceivedFiles {
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly SentFile[]
  readonly faults: readonly FieldError[]
}

interface ReceiveLimits {
  /** The bytes of the whole form. */
  readonly bytes: number
  readonly files: number
  /** The bytes of one file; of a larger one a byte more is kept, so that it is told as too large. */
  readonly fileBytes: number
  /** The largest size that an archive may unpack to. */
  readonly unpackedBytes: number
  readonly archiveParts: number
}

/**
 * Reads a form of text parts and many parts named `files` into a folder. Archives are unpacked, and their
 * folders become part of the names. A form that breaks off is refused.
 */
export async function receiveFiles(
  request: FastifyRequest,
  folder: string,
  limits: ReceiveLimits,
): Promise<ReceivedFiles> {
  const receiver = new FilesReceiver(request, folder, limits)
  try {
    for await (const part of partsOf(request, limits.bytes)) await receiver.take(part)
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof Error && 'syscall' in error) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw validationFailed([{ field: 'body', ...issueSentence(`The form could not be read: ${reason}.`) }])
  }
  return receiver
}

const maxNameLength = 1000

class FilesReceiver implements ReceivedFiles {
  readonly fields = new Map<string, string>()
  readonly files: SentFile[] = []
  readonly faults: FieldError[] = []
  readonly #folder: string
  readonly #limits: ReceiveLimits
  readonly #request: FastifyRequest
  #parts = 0
  #unpacked = 0

  constructor(request: FastifyRequest, folder: string, limits: ReceiveLimits) {
    this.#request = request
    this.#folder = folder
    this.#limits = limits
  }

  async take(part: Multipart): Promise<void> {
    if (part.type === 'file') return this.#takeFile(part)
    if (part.valueTruncated)
      this.faults.push({ field: part.fieldname, ...issueSentence('The value is too long.') })
    else if (this.fields.has(part.fieldname))
      this.faults.push({ field: part.fieldname, ...issueSentence('Send this field once.') })
    else
      this.#takeField(
        part.fieldname,
        typeof part.value === 'string' ? part.value : JSON.stringify(part.value),
      )
  }

  #takeField(name: string, value: string): void {
    this.fields.set(name, value)
    noteField(this.#request, name, value)
  }

  async #takeFile({ fieldname, filename, file }: MultipartFile): Promise<void> {
    if (fieldname !== 'files' || this.files.length >= this.#limits.files) {
      const sentence =
        fieldname === 'files'
          ? message('picture.too_many_files', { count: this.#limits.files })
          : 'Send the files in parts named files.'
      this.faults.push({ field: fieldname || 'body', ...issueSentence(sentence) })
      file.resume()
      return
    }
    const sent = this.#nextFile(filename)
    const path = join(this.#folder, sent.part)
    const copy = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    await pipeline(file, notingFile(this.#request, filename), copy)
    if (await isArchive(path)) await this.#unpack(sent.name, path)
    else this.files.push(sent)
  }

  #nextFile(name: string): SentFile {
    this.#parts += 1
    return { part: `${this.#parts}.file`, name: name.slice(0, maxNameLength) }
  }

  async #unpack(name: string, path: string): Promise<void> {
    const archive = await openPromise(path, { lazyEntries: true }).catch(() => undefined)
    try {
      if (!archive) this.#refuse(name, message('file.damaged_archive'))
      else if (archive.entryCount > this.#limits.archiveParts)
        this.#refuse(name, message('picture.too_many_files', { count: this.#limits.archiveParts }))
      else await this.#unpackParts(archive)
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw error
      this.#refuse(name, message('file.damaged_archive'))
    } finally {
      archive?.close()
      await rm(path, { force: true })
    }
  }

  #refuse(name: string, sentence: ReturnType<typeof message>): void {
    const { message: text } = sentence
    this.faults.push({ field: 'files', ...issueSentence(sentence), message: `${name}: ${text}` })
  }

  async #unpackParts(archive: ZipFile): Promise<void> {
    for await (const part of archive.eachEntry()) {
      if (isLeftOut(part)) continue
      if (this.files.length >= this.#limits.files || this.#unpacked > this.#limits.unpackedBytes) {
        this.#refuse(part.fileName, message('file.too_large'))
        return
      }
      const sent = this.#nextFile(part.fileName)
      await this.#writeBounded(await archive.openReadStreamPromise(part), join(this.#folder, sent.part))
      this.files.push(sent)
    }
  }

  async #writeBounded(content: Readable, path: string): Promise<void> {
    await using file = await open(path, 'wx', 0o600)
    let left = this.#limits.fileBytes + 1
    for await (const chunk of content as AsyncIterable<Buffer>) {
      const some = chunk.subarray(0, left)
      await file.write(some)
      left -= some.length
      this.#unpacked += some.length
      if (left <= 0) break
    }
    content.destroy()
  }
}

/** Whether a file is an archive to open; documents of offices are archives too, and stay as they are. */
async function isArchive(path: string): Promise<boolean> {
  return (await readStart(path)) === archiveStart && !(await hasPart(path, officePart))
}

const archiveStart = 'PK\u0003\u0004'

async function readStart(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(archiveStart.length), 0, archiveStart.length, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

/** Whether one of the first parts of an archive has a name; false for one whose directory is damaged. */
async function hasPart(path: string, name: string): Promise<boolean> {
  const archive = await openPromise(path, { lazyEntries: true }).catch(() => undefined)
  try {
    let looked = 0
    for await (const { fileName } of archive?.eachEntry() ?? []) {
      looked += 1
      if (fileName === name) return true
      if (looked >= maxNames) return false
    }
    return false
  } catch {
    return false
  } finally {
    archive?.close()
  }
}

/** Folders, hidden files and what macOS adds to archives. */
function isLeftOut({ fileName }: Entry): boolean {
  return fileName.endsWith('/') || /(^|\/)(\.|__MACOSX\/)/.test(fileName)
}
