import type { FastifyRequest } from 'fastify'
import type { Route } from '#shared/routes/route.ts'
import { CatalogError } from '../catalog/errors.ts'
import type { Caller } from './caller.ts'
import { callerOf } from './request-context.ts'
import type { Services } from './services.ts'

/** Below `/app/v1`: where somebody shows it who has no password. */
export const confirmStartPath = '/app/v1/oidc/start?confirm=1'

/** Refuses a person who has not shown for a quarter of an hour who they are, where the row of the route asks for it. */
export function requireConfirmed(
  request: FastifyRequest,
  services: Services,
  { confirm }: Pick<Route, 'confirm'>,
): void {
  if (confirm === undefined) return
  const caller = callerOf(request)
  if (caller.kind !== 'person' || isConfirmed(caller, services)) return
  if (confirm === true || confirm(toMembers(request.body))) throw askToConfirm(caller.person.id, services)
}

/** Whether a caller has shown lately who they are; who is bound by no session has. */
export function isConfirmed(caller: Caller | undefined, { team }: Pick<Services, 'team'>): boolean {
  return caller?.kind !== 'person' || team?.sessions.isConfirmed(caller.person.sessionId) === true
}

function askToConfirm(personId: string, { team }: Services): CatalogError {
  const person = team?.people.get(personId)
  const provider = team?.provider && { name: team.provider.name, start: confirmStartPath }
  return new CatalogError(
    'forbidden',
    'This step needs your password or a one-time code again: POST /app/v1/confirm, then send the request once more.',
    {
      confirm: {
        password: person?.password != null,
        code: person?.codeSecret != null,
        provider: provider ?? null,
      },
    },
  )
}

function toMembers(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
