import type { FastifyReply } from 'fastify'
import type { NewFile } from '../catalog/files/stored-files.ts'

const shownInline = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Sends a stored file so that no browser takes it for a page of this origin (decisions, Files). */
export function sendFile(
  reply: FastifyReply,
  { hash, extension, media_type, bytes }: NewFile & { readonly hash: string },
): FastifyReply {
  const disposition = shownInline.includes(media_type) ? 'inline' : 'attachment'
  return reply
    .type(media_type)
    .header('content-disposition', `${disposition}; filename="${hash}.${extension}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
