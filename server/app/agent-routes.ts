import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { validationFailed, workspaceNotFound } from '../catalog/errors.ts'
import { settleBody } from '../edge/structural-faults.ts'
import type { Services } from '../edge/services.ts'

const Approval = Type.Object(
  { workspace_id: Type.String(), scopes: Type.Array(Type.String()) },
  { additionalProperties: false },
)
const Nothing = Type.Object({}, { additionalProperties: false })

interface CodeParams {
  readonly code: string
}

interface WorkspaceParams {
  readonly id: string
}

/** Agents that connect over OAuth: those that wait for the owner, and what has been granted. */
export async function agentRoutes(
  app: FastifyInstance,
  { workspaces, consents, grants }: Pick<Services, 'workspaces' | 'consents' | 'grants'>,
): Promise<void> {
  const findWorkspace = (id: string) => workspaces.list().find((known) => known.id === id.toLowerCase())
  const getWorkspaceId = ({ id }: WorkspaceParams): string => {
    const workspace = findWorkspace(id)
    if (workspace === undefined) throw workspaceNotFound()
    return workspace.id
  }

  app.get('/consents', { schema: { summary: 'List the agents that wait for consent' } }, async () => ({
    data: consents.list(),
  }))

  app.post<{ Params: CodeParams }>(
    '/consents/:code/approve',
    { schema: { summary: 'Allow an agent what it asks for', body: Approval }, attachValidation: true },
    async (request) => {
      const { workspace_id: wanted, scopes } = settleBody<Static<typeof Approval>>(request)
      const workspace = findWorkspace(wanted)
      if (!workspace) throw validationFailed([{ field: 'workspace_id', issue: 'invalid_value' }])
      return { data: consents.approve(request.params.code, { workspaceId: workspace.id, scopes }) }
    },
  )

  app.post<{ Params: CodeParams }>(
    '/consents/:code/deny',
    { schema: { summary: 'Turn an agent away', body: Nothing }, attachValidation: true },
    async (request) => {
      settleBody(request)
      return { data: consents.deny(request.params.code) }
    },
  )

  app.get<{ Params: WorkspaceParams }>(
    '/workspaces/:id/grants',
    { schema: { summary: 'List what agents were granted in a workspace' } },
    async ({ params }) => ({ data: grants.list(getWorkspaceId(params)) }),
  )

  app.delete<{ Params: WorkspaceParams & { grantId: string } }>(
    '/workspaces/:id/grants/:grantId',
    { schema: { summary: "End an agent's access" } },
    async ({ params }) => ({ data: await grants.revoke(params.grantId, getWorkspaceId(params)) }),
  )
}
