import { Type, type Static } from 'typebox'
import { Uuid } from '../schemas/entities.ts'
import { nullable } from '../schemas/paging.ts'
import { dataOf, type RouteTable } from './route.ts'
import { exampleWorkspaceId } from './examples.ts'

/** The caller, the workspace and the caller's rights. */
export const Credential = Type.Object({
  workspace: Type.Object({ id: Uuid, name: Type.String() }),
  kind: Type.Enum(['key', 'oauth', 'session']),
  name: nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  expires_at: nullable(Type.String({ format: 'date-time' })),
  person: nullable(Type.Object({ id: Uuid, name: Type.String() })),
  service_account: nullable(Type.Object({ id: Uuid, name: Type.String() })),
  rate_limit: nullable(
    Type.Object({
      limit: Type.Integer(),
      remaining: Type.Integer(),
      reset_seconds: Type.Integer(),
    }),
  ),
})
export type Credential = Static<typeof Credential>

export const meRoutes = {
  'GET /me': {
    id: 'readCredential',
    tag: 'Description',
    summary: 'Read what your credential may do',
    answers: { 200: dataOf(Credential) },
    docs: () => ({
      description:
        'The workspace and the scopes of the key, token or session of the request. `person` or `service_account` is whose it is in a team, `rate_limit` what a key may still do in this minute.',
      answers: {
        200: [
          'The credential.',
          {
            data: {
              workspace: { id: exampleWorkspaceId, name: 'Furniture' },
              kind: 'key' as const,
              name: 'Nightly sync',
              scopes: ['read:products', 'write:products'],
              expires_at: null,
              person: null,
              service_account: null,
              rate_limit: { limit: 600_000, remaining: 599_999, reset_seconds: 60 },
            },
          },
        ],
      },
    }),
  },
} satisfies RouteTable
