import type { FastifyInstance } from 'fastify'
import { OwnerSettingsPatch } from '#shared/schemas/owner-settings.ts'
import { settleBody } from '../edge/structural-faults.ts'
import type { Services } from '../edge/services.ts'

/** What the owner decides for the whole program. */
export async function settingsRoutes(
  app: FastifyInstance,
  { settings }: Pick<Services, 'settings'>,
): Promise<void> {
  app.get('/settings', { schema: { summary: 'Read the settings' } }, async () => ({ data: settings.current }))

  app.patch(
    '/settings',
    { schema: { summary: 'Change settings', body: OwnerSettingsPatch }, attachValidation: true },
    async (request) => ({ data: await settings.change(settleBody<OwnerSettingsPatch>(request)) }),
  )
}
