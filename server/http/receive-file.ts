import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { validationFailed } from '../catalog/errors.ts'
import { partsOf } from '../edge/upload.ts'

/** What one file may weigh; it is held in memory on its way into the workspace. */
export const maxFileBytes = 64 * 1024 * 1024

interface ReceivedFile {
  readonly bytes: Uint8Array | undefined
  readonly faults: readonly FieldError[]
}

/** Reads a multipart form of one file in the part named `file`. Throws validation_failed for what is no such form. */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw refused('body', 'Send the file as multipart/form-data.')
  const files: Uint8Array[] = []
  const faults: FieldError[] = []
  try {
    // Registered without throwFileSizeLimit: a file that is too large is a fault among others.
    for await (const part of partsOf(request, maxFileBytes)) await take(part, files, faults)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refused('body', `The form could not be read: ${reason}.`)
  }
  return { bytes: files[0], faults }
}

async function take(part: Multipart, files: Uint8Array[], faults: FieldError[]): Promise<void> {
  if (part.type === 'field' || part.fieldname !== 'file' || files.length > 0) {
    if (part.type === 'file') part.file.resume()
    faults.push({
      field: part.fieldname || 'body',
      ...issueSentence('Send one file, in the part named file, and nothing else.'),
    })
    return
  }
  const bytes = await collect(part.file)
  if (part.file.truncated) {
    faults.push({
      field: 'file',
      ...issueSentence(message('file.larger_than', { size: maxFileBytes / 1024 / 1024 })),
    })
  } else files.push(bytes)
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function refused(field: string, sentence: Sentence): Error {
  return validationFailed([{ field, ...issueSentence(sentence) }])
}
