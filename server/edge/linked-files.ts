/** Sends files of linked libraries from disk; what is no picture, video or document of ours is not there. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseUuid } from '#shared/entities.ts'
import { detectFileKind, type FileKind, fileHeadLength } from '../catalog/files/file-kinds.ts'
import { notFound } from '../catalog/errors.ts'
import { openLinkedFile, resolveLinkedPath } from '../jobs/assets/library-files.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Services } from './services.ts'
import { safeDisposition } from './send-picture.ts'

export interface LinkedRequest {
  readonly services: Services
  readonly workspaceId: string
  readonly library: string
  readonly path: string
}

interface OpenLinkedFile extends FileKind {
  readonly handle: NonNullable<Awaited<ReturnType<typeof openLinkedFile>>>['handle']
  readonly size: number
  readonly etag: string
}

/** Opens a linked file and says what it is; undefined where it is not there or of no kind that is served. */
async function openServed(request: LinkedRequest): Promise<OpenLinkedFile | undefined> {
  const { services, workspaceId, path } = request
  const library = parseUuid(request.library)
  const folder = library && services.assetLibraries.folderOf(workspaceId.toLowerCase(), library)
  const whole = folder === undefined ? undefined : await resolveLinkedPath(folder, path)
  const opened = whole === undefined ? undefined : await openLinkedFile(whole)
  if (!opened) return undefined
  const { handle, size, modifiedAt } = opened
  const head = new Uint8Array(Math.min(size, fileHeadLength))
  await handle.read(head, 0, head.length, 0)
  const kind = detectFileKind(head)
  if (kind) return { ...kind, handle, size, etag: `"${size.toString(36)}-${modifiedAt.toString(36)}"` }
  await handle.close()
  return undefined
}

/** Replies with a linked file; 404 where it is missing, leads out of its library or the library is unknown. */
export async function sendLinkedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  linked: LinkedRequest,
  throwIfFaulty: () => void = () => undefined,
) {
  const file = await openServed(linked)
  if (!file) throw notFound('The linked file', missingRemedy)
  try {
    throwIfFaulty()
  } catch (error) {
    await file.handle.close()
    throw error
  }
  const { handle, size, etag, media_type, extension } = file
  reply
    .type(media_type)
    .header('content-disposition', safeDisposition(media_type, `file.${extension}`))
    .header('content-security-policy', "sandbox; default-src 'none'")
    // The same value names other bytes once the file has changed.
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
  const isKnown = request.headers['if-none-match'] === etag
  if (isKnown || request.method === 'HEAD') {
    await handle.close()
    return isKnown ? reply.code(304).send() : reply.header('content-length', size).send()
  }
  return reply.header('content-length', size).send(handle.createReadStream({ start: 0 }))
}

const missingRemedy =
  'Its path is that of a value, linked/<library>/<path>, and the folder of the library holds the file.'

/** The linked file of a hash, as the last scan has seen it. */
export async function findLinked(
  threads: WorkspaceThreads,
  hash: string,
): Promise<Pick<LinkedRequest, 'library' | 'path'> | undefined> {
  return threads.call('findLinkedByHash', { hash })
}
