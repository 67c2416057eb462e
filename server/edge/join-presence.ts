import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { parseUuid, pluralOf } from '#shared/entities.ts'
import { presenceHeader } from '#shared/presence.ts'
import { CatalogError } from '../catalog/errors.ts'
import { isStillGood } from './caller.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import type { Services } from './services.ts'

// A list of everybody is small: a client with this much unread is not waited for.
const maxUnreadBytes = 256 * 1024

/**
 * Adds the presence of other people to a person's stream of changes, where the request names a presence
 * id. It has no stream of its own, since a browser allows six connections to a server over all its
 * windows. Where there are too many members the stream carries changes alone.
 */
export function joinPresence(
  request: FastifyRequest,
  { collaboration: team }: Services,
  response: ServerResponse,
): void {
  const caller = callerOf(request)
  const presenceId = parseUuid(String(request.headers[presenceHeader] ?? ''))
  if (team === undefined || caller.kind !== 'person' || !presenceId) return
  const { id, name } = caller.person
  const line = {
    send: (text: string) => {
      if (response.writableEnded || response.destroyed) return true
      if (response.writableLength > maxUnreadBytes) return false
      response.write(text)
      return true
    },
    mayRead: (type: keyof typeof pluralOf) => isStillGood(caller, [`read:${pluralOf[type]}`]),
  }
  try {
    const leave = team.presence.join(presenceId, {
      workspaceId: workspaceIdOf(request),
      person: { id, name },
      line,
    })
    response.on('close', leave)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
  }
}
