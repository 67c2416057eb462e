import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SourceCreate } from '#shared/schemas/sources.ts'
import { maxSourceBytes } from '#shared/sources.ts'
import { missingScopes } from '../../edge/caller.ts'
import { checkNew } from '../../edge/check-write.ts'
import {
  createSource,
  receiveInline,
  type ReceivedSource,
  type SourceMaker,
} from '../../edge/create-source.ts'
import { readQuery } from '../../edge/query-string.ts'
import { callerOf, openWorkspaceOf, workspaceOf, writeContext } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import type { Services } from '../../edge/services.ts'
import { parseSourceForm } from '../source-form.ts'
import { receiveUpload } from '../../edge/upload.ts'

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
    (request, reply) =>
      sendAnswer(
        reply,
        createSource(makerOf(request, uploadsDir), (path) => receive(request, path)),
      ),
  )

  app.get<{ Params: { id: string } }>(
    '/sources/:id/scraped',
    { config: { scopes: ['read:sources'] }, schema: { summary: 'Read what was scraped for a source' } },
    (request, reply) => {
      const input = { id: request.params.id, faults: readQuery(request).settle() }
      return sendAnswer(reply, workspaceOf(request).call('readScraped', input))
    },
  )
}

function makerOf(request: FastifyRequest, uploadsDir: string): SourceMaker {
  return {
    workspace: openWorkspaceOf(request),
    uploadsDir,
    mayWriteProducts: missingScopes(callerOf(request), ['write:products']).length === 0,
    context: writeContext(request),
  }
}

async function receive(request: FastifyRequest, path: string): Promise<ReceivedSource> {
  if (request.isMultipart()) return receiveForm(request, path)
  const { body, faults } = checkNew<SourceCreate>(request)
  return receiveInline(body, faults, path)
}

async function receiveForm(request: FastifyRequest, path: string): Promise<ReceivedSource> {
  const upload = await receiveUpload(request, path)
  const { body, faults } = parseSourceForm(upload.fields)
  const all = [...readQuery(request).settle(), ...faults, ...upload.faults]
  return { body, fileName: upload.fileName, faults: all }
}
