import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { FieldError } from '#shared/errors.ts'
import type { SourceCreate } from '#shared/schemas/sources.ts'
import { textOf } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { Answer } from '../catalog/answer.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import { recognizeFormat, describeUnreadable } from '../jobs/sources/recognize-format.ts'
import { findEarlier } from './idempotency.ts'
import type { OpenWorkspace } from './request-context.ts'

export interface SourceMaker {
  readonly workspace: OpenWorkspace
  readonly uploadsDir: string
  readonly mayWriteProducts: boolean
  /** Called once all that is sent has been read. */
  readonly context: () => WriteContext
}

export interface ReceivedSource {
  readonly body: Omit<SourceCreate, 'file'>
  readonly fileName: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * Receives the parts of a source, checks it and schedules the job: 202. The received file is removed on a
 * failure.
 */
export async function createSource(
  { workspace, uploadsDir, mayWriteProducts, context }: SourceMaker,
  receive: (path: string) => Promise<ReceivedSource>,
): Promise<Answer> {
  const id = randomUUID()
  const path = join(uploadsDir, id)
  try {
    const { fileName, ...source } = await receive(path)
    const by = context()
    const earlier = await findEarlier(workspace.threads, by)
    if (earlier) {
      await rm(path, { force: true })
      return earlier
    }
    const file = fileName === undefined ? undefined : { name: fileName }
    const faults = [...source.faults, ...(file ? await refuseUnreadable({ ...file, path }) : [])]
    const answer = await workspace.threads.call('enqueueSource', {
      id,
      ...source,
      faults,
      file,
      mayWriteProducts,
      context: by,
    })
    workspace.jobs.wake()
    return answer
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const beginningBytes = 1024

/**
 * Refuses a file without readable text before a job is made, where the beginning of the file and its name
 * reveal it.
 */
async function refuseUnreadable({ name, path }: { name: string; path: string }): Promise<FieldError[]> {
  const beginning = await readBeginning(path)
  if (beginning === undefined || name.trim() === '') return []
  const recognized = recognizeFormat(beginning, { extension: extname(name) })
  if (typeof recognized === 'string') return []
  const sentence = describeUnreadable(recognized.unreadable)
  return [{ field: 'file', ...issueSentence(sentence), message: textOf(sentence) }]
}

async function readBeginning(path: string): Promise<Buffer | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export async function receiveInline(
  { file, ...body }: SourceCreate,
  faults: readonly FieldError[],
  path: string,
): Promise<ReceivedSource> {
  // A fault of the file's form has been reported already; only its valid parts are left here.
  const { name, content_base64: content } = file ?? {}
  if (name === undefined || content === undefined) return { body, fileName: undefined, faults }
  if (!isBase64(content)) {
    const issue = issueSentence('Expected the content of the file in Base64.')
    return { body, fileName: name, faults: [...faults, { field: 'file.content_base64', ...issue }] }
  }
  await writeReceived(path, Buffer.from(content, 'base64'))
  return { body, fileName: name, faults }
}

export async function writeReceived(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600, flag: 'wx' })
}

export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
