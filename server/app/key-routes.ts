import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { workspaceNotFound } from '../catalog/errors.ts'
import { settleBody } from '../edge/structural-faults.ts'
import type { Services } from '../edge/services.ts'

const NewApiKey = Type.Object(
  {
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    expires_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { additionalProperties: false },
)

interface WorkspaceParams {
  readonly id: string
}

/** The API keys of a workspace. The secret of a key is in the answer that creates it and nowhere else. */
export async function keyRoutes(
  app: FastifyInstance,
  { workspaces, keys }: Pick<Services, 'workspaces' | 'keys'>,
): Promise<void> {
  const getWorkspaceId = ({ id }: WorkspaceParams): string => {
    const workspace = workspaces.list().find((known) => known.id === id.toLowerCase())
    if (workspace === undefined) throw workspaceNotFound()
    return workspace.id
  }

  app.get<{ Params: WorkspaceParams }>(
    '/workspaces/:id/keys',
    { schema: { summary: 'List the API keys of a workspace' } },
    async ({ params }) => ({ data: keys.list(getWorkspaceId(params)) }),
  )

  app.post<{ Params: WorkspaceParams }>(
    '/workspaces/:id/keys',
    { schema: { summary: 'Create an API key', body: NewApiKey }, attachValidation: true },
    async (request, reply) => {
      const workspaceId = getWorkspaceId(request.params)
      const { name, scopes, expires_at: expiresAt } = settleBody<Static<typeof NewApiKey>>(request)
      const key = await keys.issue({ workspaceId, name, scopes, expiresAt })
      return reply.code(201).header('cache-control', 'no-store').send({ data: key })
    },
  )

  app.delete<{ Params: WorkspaceParams & { keyId: string } }>(
    '/workspaces/:id/keys/:keyId',
    { schema: { summary: 'Revoke an API key' } },
    async ({ params }) => ({ data: await keys.revoke(params.keyId, getWorkspaceId(params)) }),
  )
}
