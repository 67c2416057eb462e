import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { parseUuid } from '#shared/entities.ts'
import { isScope, scopes, type Scope } from '#shared/scopes.ts'
import { Faults, notFound } from '../catalog/errors.ts'
import { checkBody } from '../http/structural-faults.ts'
import type { Services } from '../http/services.ts'

const NewApiKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: Type.Array(Type.String(), { minItems: 1 }),
    expires_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { additionalProperties: false },
)
type NewApiKey = Static<typeof NewApiKey>

interface WorkspaceParams {
  readonly id: string
}

/** The API keys of a workspace. The secret of a key is in the answer that creates it and nowhere else. */
export async function keyRoutes(
  app: FastifyInstance,
  { workspaces, keys }: Pick<Services, 'workspaces' | 'keys'>,
): Promise<void> {
  const findWorkspaceId = async ({ id }: WorkspaceParams): Promise<string> => {
    const uuid = parseUuid(id)
    const known = await workspaces.list()
    if (!known.some((workspace) => workspace.id === uuid)) throw notFound('The workspace')
    return uuid as string
  }

  app.get<{ Params: WorkspaceParams }>('/workspaces/:id/keys', async ({ params }) => ({
    data: await keys.list(await findWorkspaceId(params)),
  }))

  app.post<{ Params: WorkspaceParams }>(
    '/workspaces/:id/keys',
    { schema: { summary: 'Create an API key', body: NewApiKey }, attachValidation: true },
    async (request, reply) => {
      const workspaceId = await findWorkspaceId(request.params)
      const { body, faults } = checkBody<Partial<NewApiKey>>(request)
      const key = await keys.create(workspaceId, parseNewKey(body, new Faults(faults)))
      return reply.code(201).header('cache-control', 'no-store').send({ data: key })
    },
  )

  app.delete<{ Params: WorkspaceParams & { keyId: string } }>(
    '/workspaces/:id/keys/:keyId',
    async ({ params }) => {
      const workspaceId = await findWorkspaceId(params)
      const key = await keys.revoke(workspaceId, params.keyId.toLowerCase())
      if (key === undefined) throw notFound('The API key')
      return { data: key }
    },
  )
}

export interface ParsedNewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
}

/** Refuses scopes that do not exist (any more) and dates that are none, all faults together. */
export function parseNewKey(body: Partial<NewApiKey>, faults: Faults): ParsedNewKey {
  const { name = '', scopes: asked = [], expires_at: expires = null } = body
  for (const [index, scope] of asked.entries()) {
    if (!isScope(scope)) faults.add(`scopes[${index}]`, 'invalid_value', scopes)
  }
  const expiresAt = expires === null ? null : new Date(expires)
  if (expiresAt !== null && Number.isNaN(expiresAt.getTime())) faults.add('expires_at', 'expected_date')
  faults.settle()
  return { name, scopes: asked.filter(isScope), expiresAt }
}
