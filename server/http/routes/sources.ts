import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import { SourceCreate } from '#shared/schemas/sources.ts'
import { maxSourceBytes } from '#shared/sources.ts'
import type { Answer } from '../../catalog/answer.ts'
import { missingScopes } from '../caller.ts'
import { checkNew } from '../check-write.ts'
import { readQuery } from '../query-string.ts'
import { callerOf, jobsOf, workspaceOf, writeContext } from '../request-context.ts'
import { sendAnswer } from '../send-answer.ts'
import type { Services } from '../services.ts'
import { parseSourceForm } from '../source-form.ts'
import { receiveUpload } from '../upload.ts'

const limits = { files: 2, fields: 50, fieldSize: 8 * 1024 * 1024, fileSize: maxSourceBytes }

/** New sources: checked at once, fetched and read by a job (decisions, Sources). */
export async function sourceRoutes(
  app: FastifyInstance,
  { uploadsDir }: Pick<Services, 'uploadsDir'>,
): Promise<void> {
  // A file that is too large is read to its end: who is still sending cannot read the answer.
  await app.register(multipart, { limits, throwFileSizeLimit: false })

  app.post(
    '/sources',
    {
      config: { scopes: ['write:sources'] },
      schema: { summary: 'Make a source of a URL, a text or a file', body: SourceCreate },
      attachValidation: true,
    },
    (request, reply) => sendAnswer(reply, createSource(request, uploadsDir)),
  )
}

async function createSource(request: FastifyRequest, uploadsDir: string): Promise<Answer> {
  const id = randomUUID()
  const path = join(uploadsDir, id)
  try {
    const received = request.isMultipart()
      ? await receiveForm(request, path)
      : await receiveJson(request, path)
    const { fileName, ...source } = received
    const answer = await workspaceOf(request).call('enqueueSource', {
      id,
      ...source,
      file: fileName === undefined ? undefined : { name: fileName, path },
      mayWriteProducts: missingScopes(callerOf(request), ['write:products']).length === 0,
      context: writeContext(request),
    })
    jobsOf(request).wake()
    return answer
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

interface Received {
  readonly body: Omit<SourceCreate, 'file'>
  /** The file that was sent now lies on disk. */
  readonly fileName: string | undefined
  readonly faults: readonly FieldError[]
}

async function receiveForm(request: FastifyRequest, path: string): Promise<Received> {
  const upload = await receiveUpload(request, path)
  const { body, faults } = parseSourceForm(upload.fields)
  const all = [...readQuery(request).settle(), ...faults, ...upload.faults]
  return { body, fileName: upload.fileName, faults: all }
}

async function receiveJson(request: FastifyRequest, path: string): Promise<Received> {
  const { body: sent, faults } = checkNew<SourceCreate>(request)
  const { file, ...body } = sent
  // A file of the wrong form has been told, and only what is left of it is here.
  const { name, content_base64: content } = file ?? {}
  if (name === undefined || content === undefined) return { body, fileName: undefined, faults }
  if (!isBase64(content)) {
    faults.push({ field: 'file.content_base64', issue: 'Expected the content of the file in Base64.' })
  } else {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' })
  }
  return { body, fileName: name, faults }
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
