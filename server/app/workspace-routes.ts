import { isAbsolute } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Workspace } from '#shared/app-surface.ts'
import { conflict, Faults } from '../catalog/errors.ts'
import { settleBody } from '../edge/structural-faults.ts'
import type { Services } from '../edge/services.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { Workspaces } from '../workspaces/registry.ts'

const NewWorkspace = Type.Object(
  { name: Type.String(), sample: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const WorkspaceFile = Type.Object({ file: Type.String() }, { additionalProperties: false })

/** The workspaces of the data folder: list, create, and open one that lies elsewhere on this computer. */
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

  app.post(
    '/workspaces/open',
    { schema: { summary: 'Open a workspace file', body: WorkspaceFile }, attachValidation: true },
    async (request) => {
      const { file } = settleBody<Static<typeof WorkspaceFile>>(request)
      return { data: await openFile(workspaces, file) }
    },
  )
}

async function openFile(workspaces: Workspaces, file: string): Promise<Workspace> {
  const faults = new Faults()
  // Which folder the server runs in is nobody's concern.
  if (!isAbsolute(file)) faults.addSentence('file', 'Give the whole path of the file.')
  faults.settle()
  try {
    return await workspaces.openFile(file)
  } catch (error) {
    if (error instanceof WorkspaceFileError) throw conflict(error.message)
    throw error
  }
}
