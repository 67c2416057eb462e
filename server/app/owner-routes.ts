import type { FastifyInstance } from 'fastify'
import { authenticateOwner } from '../edge/authenticate.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { refuseBadPath, refuseUnknownPath } from '../edge/path-encoding.ts'
import { type ApiDocument, sendDocument } from '../edge/openapi/api-document.ts'
import type { Services } from '../edge/services.ts'
import { attributeClassRoutes } from './attribute-class-routes.ts'
import { agentRoutes } from './agent-routes.ts'
import { attributeConfigRoutes } from './attribute-routes.ts'
import { backupRoutes } from './backup-routes.ts'
import { channelSetupRoutes } from './channel-routes.ts'
import { diagnosticsRoutes } from './diagnostics-routes.ts'
import { gridRoutes } from './grid-routes.ts'
import { importSetupRoutes } from './import-routes.ts'
import { jobRoutes } from './job-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { trashRoutes } from './trash-routes.ts'
import { upkeepRoutes } from './upkeep-routes.ts'
import { viewRoutes } from './view-routes.ts'
import { watchedFolderRoutes } from './watched-folder-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

/** The owner's surface: what the public API must not do. The session credential opens it, an API key never does. */
export async function ownerRoutes(
  app: FastifyInstance,
  { services, document }: { services: Services; document: ApiDocument },
): Promise<void> {
  document.collect(app)
  app.setNotFoundHandler(refuseUnknownPath)
  app.addHook('onRequest', async (request) => {
    authenticateOwner(request, services)
    if (request.is404) refuseUnknownPath(request)
    refuseBadPath(request)
  })
  acceptJsonLeniently(app)

  app.get('/openapi', { schema: { summary: 'Read this document' } }, (_request, reply) =>
    sendDocument(reply, document),
  )
  app.get('/session', { schema: { summary: 'Read the session' } }, async () => ({
    data: {
      version: services.version,
      origin: services.address().origin,
      workspaces: services.workspaces.list(),
    },
  }))
  app.register(workspaceRoutes, services)
  app.register(keyRoutes, services)
  app.register(agentRoutes, services)
  app.register(attributeConfigRoutes, services)
  app.register(attributeClassRoutes, services)
  app.register(upkeepRoutes, services)
  app.register(diagnosticsRoutes, services)
  app.register(trashRoutes, services)
  app.register(viewRoutes, services)
  app.register(gridRoutes, services)
  app.register(channelSetupRoutes, services)
  app.register(jobRoutes, services)
  app.register(importSetupRoutes, services)
  app.register(watchedFolderRoutes, services)
  app.register(settingsRoutes, services)
  app.register(backupRoutes, services)
}
