import { isAbsolute } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { validationFailed } from '../catalog/errors.ts'
import { settleBody } from '../edge/structural-faults.ts'
import type { Services } from '../edge/services.ts'

const BackupTarget = Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false })

/** What the command line asks of a running server: to check a workspace and to copy it into a file of the owner's choice. */
export async function upkeepRoutes(
  app: FastifyInstance,
  { workspaces }: Pick<Services, 'workspaces'>,
): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/workspaces/:id/check',
    { schema: { summary: 'Check a workspace for damage' } },
    async ({ params }) => {
      const threads = await workspaces.get(params.id)
      const findings = await threads.check()
      return { data: { ok: findings.length === 0, findings } }
    },
  )

  app.post<{ Params: { id: string } }>(
    '/workspaces/:id/backup',
    { schema: { summary: 'Copy a workspace into a new file', body: BackupTarget }, attachValidation: true },
    async (request) => {
      const threads = await workspaces.get(request.params.id)
      const { file } = settleBody<Static<typeof BackupTarget>>(request)
      // The command line may run in another folder than the server.
      if (!isAbsolute(file)) {
        throw validationFailed([{ field: 'file', issue: 'Give the whole path of the new file.' }])
      }
      await threads.backup(file)
      return { data: { file } }
    },
  )
}
