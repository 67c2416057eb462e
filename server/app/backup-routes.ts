import type { FastifyInstance } from 'fastify'
import type { Services } from '../edge/services.ts'

interface BackupParams {
  readonly id: string
  readonly backupId: string
}

/** Copies of workspaces in the data folder: the list, a new one, putting one back, removing one. */
export async function backupRoutes(
  app: FastifyInstance,
  { backups }: Pick<Services, 'backups'>,
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/workspaces/:id/backups',
    { schema: { summary: 'List the backups of a workspace, newest first' } },
    async ({ params }) => ({ data: await backups.list(params.id), folder: backups.folder(params.id) }),
  )

  app.post<{ Params: { id: string } }>(
    '/workspaces/:id/backups',
    { schema: { summary: 'Back up a workspace now' } },
    async ({ params }, reply) => {
      reply.code(201)
      return { data: await backups.create(params.id, 'manual') }
    },
  )

  app.post<{ Params: BackupParams }>(
    '/workspaces/:id/backups/:backupId/restore',
    { schema: { summary: 'Put a backup in the place of its workspace' } },
    async ({ params }) => ({ data: await backups.restore(params.id, params.backupId) }),
  )

  app.delete<{ Params: BackupParams }>(
    '/workspaces/:id/backups/:backupId',
    { schema: { summary: 'Remove a backup for good' } },
    async ({ params }) => ({ data: await backups.remove(params.id, params.backupId) }),
  )
}
