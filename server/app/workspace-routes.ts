import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { settleBody } from '../http/structural-faults.ts'
import type { Services } from '../http/services.ts'

const NewWorkspace = Type.Object(
  { name: Type.String(), sample: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

/** The workspaces of the data folder: list and create. Files elsewhere are opened by main or the command line only. */
export async function workspaceRoutes(
  app: FastifyInstance,
  { workspaces, fillWithSample }: Pick<Services, 'workspaces' | 'fillWithSample'>,
): Promise<void> {
  app.get('/workspaces', { schema: { summary: 'List the workspaces' } }, async () => ({
    data: workspaces.list(),
  }))

  app.post(
    '/workspaces',
    { schema: { summary: 'Create a workspace', body: NewWorkspace }, attachValidation: true },
    async (request, reply) => {
      const { name, sample = false } = settleBody<Static<typeof NewWorkspace>>(request)
      const workspace = await workspaces.create(name)
      if (sample) await fillWithSample(workspace.id)
      return reply.code(201).send({ data: workspace })
    },
  )
}
