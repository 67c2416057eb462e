import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FieldError } from '#shared/errors.ts'
import type { SourceCreate } from '#shared/schemas/sources.ts'
import type { Answer } from '../catalog/answer.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { OpenWorkspace } from './request-context.ts'

/** Who makes a source, and where. */
export interface SourceMaker {
  readonly workspace: OpenWorkspace
  readonly uploadsDir: string
  readonly mayWriteProducts: boolean
  readonly context: WriteContext
}

export interface ReceivedSource {
  readonly body: Omit<SourceCreate, 'file'>
  /** The file that was sent now lies on disk. */
  readonly fileName: string | undefined
  readonly faults: readonly FieldError[]
}

/** Receives what a source is made of, checks it and schedules the job: 202. What was received goes where that fails. */
export async function createSource(
  { workspace, uploadsDir, mayWriteProducts, context }: SourceMaker,
  receive: (path: string) => Promise<ReceivedSource>,
): Promise<Answer> {
  const id = randomUUID()
  const path = join(uploadsDir, id)
  try {
    const { fileName, ...source } = await receive(path)
    const file = fileName === undefined ? undefined : { name: fileName, path }
    const answer = await workspace.threads.call('enqueueSource', {
      id,
      ...source,
      file,
      pagePath: path,
      mayWriteProducts,
      context,
    })
    workspace.jobs.wake()
    return answer
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Writes the file that came inside of JSON to disk. */
export async function receiveInline(
  { file, ...body }: SourceCreate,
  faults: readonly FieldError[],
  path: string,
): Promise<ReceivedSource> {
  // A file of the wrong form has been told, and only what is left of it is here.
  const { name, content_base64: content } = file ?? {}
  if (name === undefined || content === undefined) return { body, fileName: undefined, faults }
  if (!isBase64(content)) {
    const issue = 'Expected the content of the file in Base64.'
    return { body, fileName: name, faults: [...faults, { field: 'file.content_base64', issue }] }
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' })
  return { body, fileName: name, faults }
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
