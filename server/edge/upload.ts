import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { validationFailed } from '../catalog/errors.ts'
import { noteField, notingFile } from './idempotency.ts'

export interface Upload {
  readonly fields: ReadonlyMap<string, string>
  readonly fileName: string | undefined
  readonly faults: readonly FieldError[]
}

const mb = 1024 * 1024
// A sending client cannot read the answer, so the excess of a form is read and thrown away up to this bound:
// more for a form of known length, such as a film mistaken for a picture.
const maxDrainedBytes = { ofKnownLength: 512 * mb, ofUnknownLength: 64 * mb }

/** Yields the parts of a form. A form that goes far beyond `maxBytes` ends with its connection. */
export function partsOf(request: FastifyRequest, maxBytes: number): AsyncIterable<Multipart> {
  const { raw, headers } = request
  const isKnown = headers['content-length'] !== undefined
  let left = maxBytes + maxDrainedBytes[isKnown ? 'ofKnownLength' : 'ofUnknownLength']
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  return request.parts()
}

/**
 * Reads a multipart form up to `maxBytes`, streaming its one file to `path`. A cut off or malformed form
 * leaves no file behind.
 */
export async function receiveUpload(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<Upload> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const receiver = new UploadReceiver(path, request)
  try {
    for await (const part of partsOf(request, maxBytes)) await receiver.take(part)
  } catch (error) {
    readRest(request)
    await rm(path, { force: true })
    if (error instanceof Error && 'syscall' in error) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw validationFailed([{ field: 'body', ...issueSentence(`The form could not be read: ${reason}.`) }])
  }
  return receiver
}

/**
 * Throws the rest of an abandoned form away: its sender cannot read the answer, and the next request of
 * the connection comes after it.
 */
function readRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

class UploadReceiver implements Upload {
  readonly fields = new Map<string, string>()
  readonly faults: FieldError[] = []
  fileName: string | undefined
  readonly #path: string
  readonly #request: FastifyRequest

  constructor(path: string, request: FastifyRequest) {
    this.#path = path
    this.#request = request
  }

  async take(part: Multipart): Promise<void> {
    if (isNameless(part)) {
      this.faults.push({ field: 'body', ...issueSentence('A part of the form has no name.') })
      if (part.type === 'file') part.file.resume()
      return
    }
    if (part.type === 'file') return this.#takeFile(part)
    if (part.valueTruncated)
      this.faults.push({ field: part.fieldname, ...issueSentence('The value is too long.') })
    else this.#takeField(part.fieldname, toText(part.value))
  }

  #takeField(name: string, value: string): void {
    if (this.fields.has(name)) this.faults.push({ field: name, ...issueSentence('Send this field once.') })
    this.fields.set(name, value)
    noteField(this.#request, name, value)
  }

  async #takeFile({ fieldname, filename, file }: MultipartFile): Promise<void> {
    if (fieldname !== 'file' || this.fileName !== undefined) {
      this.faults.push({ field: fieldname, ...issueSentence('Send one file, in the part named file.') })
      file.resume()
      return
    }
    this.fileName = filename
    await pipeline(
      file,
      notingFile(this.#request, filename),
      createWriteStream(this.#path, { mode: 0o600, flags: 'wx' }),
    )
    if (file.truncated) this.faults.push({ field: 'file', ...issueSentence(message('file.too_large')) })
  }
}

export function isFile(
  _field: string | undefined,
  _type: string | undefined,
  name: string | undefined,
): boolean {
  return name !== undefined
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isNameless({ fieldname }: { readonly fieldname: string | undefined }): boolean {
  return fieldname === undefined || fieldname === ''
}
