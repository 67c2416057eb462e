import type { FastifyReply } from 'fastify'
import type { Answer } from '../catalog/answer.ts'
import { apiRoot } from './api-root.ts'

/** Sends what a thread answered, as it is. */
export async function sendAnswer(
  reply: FastifyReply,
  pending: Answer | Promise<Answer>,
): Promise<FastifyReply> {
  const { status, body, location, etag } = await pending
  if (location !== undefined) reply.header('location', apiRoot + location)
  if (etag !== undefined) reply.header('etag', etag)
  if (status === 304) return reply.code(status).send()
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  return reply.send(
    typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  )
}
