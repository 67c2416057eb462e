import type { FastifyReply, FastifyRequest } from 'fastify'
import { renditionFormats } from '#shared/renditions.ts'
import type { NewFile } from '../catalog/files/stored-files.ts'
import { namesTag } from '../catalog/answer.ts'
import { notFound } from '../catalog/errors.ts'
import type { RenditionPlan, RenditionQuery } from '../catalog/renditions/plan-rendition.ts'
import type { RenditionResult } from '../workspaces/renditions.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import { message } from '#shared/messages/message.ts'
import type { QueryReader } from './query-string.ts'
import { callerOf } from './request-context.ts'
import { setRateHeaders } from './rate-limit.ts'
import type { Services } from './services.ts'

const shownInline = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

type SentFile = NewFile & { readonly hash: string }

/** Only plain pictures are shown by a browser; everything else is saved. */
export function safeDisposition(mediaType: string, name: string): string {
  return `${shownInline.includes(mediaType) ? 'inline' : 'attachment'}; filename="${name}"`
}

/** Sends a stored file so that no browser takes it for a page of this origin (decisions, Files). */
export function sendFile(
  reply: FastifyReply,
  { hash, extension, media_type, bytes }: SentFile,
): FastifyReply {
  return reply
    .type(media_type)
    .header('content-disposition', safeDisposition(media_type, `${hash}.${extension}`))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', unchanging)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const unchanging = 'private, max-age=31536000, immutable'
// A recipe and the steps of an image may be others tomorrow: the tag says whether they are.
const asked = 'private, no-cache'

const maxInteger = Number.MAX_SAFE_INTEGER

/** The parameters of a rendition in a query string. */
export function takeRenditionQuery(reader: QueryReader): RenditionQuery {
  return {
    width: reader.takeInteger('width', undefined, [1, maxInteger]),
    height: reader.takeInteger('height', undefined, [1, maxInteger]),
    fit: reader.takeOne('fit'),
    format: reader.takeOne('format'),
    background: reader.takeOne('background'),
    quality: reader.takeInteger('quality', undefined, [1, 100]),
    recipe: reader.takeOne('recipe'),
    image: reader.takeOne('image'),
  }
}

export interface PictureRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: Services
  readonly workspace: WorkspaceThreads
  readonly workspaceId: string
  readonly hash: string
  /** Reads the bytes; without it they are those of the workspace. */
  readonly read?: () => Promise<Uint8Array | undefined>
}

/** Aborted when nobody waits for the answer any more. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => leaving.abort())
  return leaving.signal
}

/** The rendition of a plan; undefined where no picture can be made of the file. */
export function findRendition(
  { reply, services, workspace, workspaceId, hash, ...picture }: Omit<PictureRequest, 'request'>,
  plan: RenditionPlan,
): Promise<RenditionResult> {
  const read = picture.read ?? (async () => (await workspace.call('readFile', { hash }))?.bytes)
  return services.renditions.find({ workspace: workspaceId, hash, plan, read }, signalOf(reply))
}

/** Sends the rendition of a plan, or 304 to who has it; throws `not_found` where none can be made. */
export async function sendRendition(picture: PictureRequest, plan: RenditionPlan): Promise<FastifyReply> {
  const { request, reply, services, hash } = picture
  const tag = `"${hash.slice(0, 16)}-${plan.key}"`
  const known = request.headers['if-none-match']
  reply.header('etag', tag).header('cache-control', plan.isMovable ? asked : unchanging)
  if (known !== undefined && namesTag(known, tag)) return reply.code(304).send()
  const { bytes, isCached } = await findRendition(picture, plan)
  if (!bytes) {
    reply.removeHeader('etag').removeHeader('cache-control')
    throw notFound(message('rendition.none'), message('rendition.none_remedy'))
  }
  if (isCached) setRateHeaders(reply, services.rateLimit.uncount(callerOf(request)))
  const { media_type, extension } = renditionFormats[plan.look.format]
  return reply
    .type(media_type)
    .header('content-disposition', `inline; filename="${hash}.${extension}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
