import type { FastifyInstance } from 'fastify'
import { authenticateSession, chooseWorkspace } from '../edge/authenticate.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { KnownPaths } from '../edge/known-paths.ts'
import { isUnknownPath, refuseBadPath, refuseUnknownPath } from '../edge/path-encoding.ts'
import { mergeArea } from '../edge/merge-area.ts'
import type { ApiDocument } from '../edge/openapi/api-document.ts'
import { describe } from '../edge/openapi/describe.ts'
import { callerOf, readWorkspaceHeader } from '../edge/request-context.ts'
import {
  enterWorkspace,
  listedWorkspaces,
  describePerson,
  requireAdministrator,
  requireRole,
  requireRoleOf,
} from '../edge/require-role.ts'
import type { Services } from '../edge/services.ts'
import { agentArea } from './agent-routes.ts'
import { attributeClassArea } from './attribute-class-routes.ts'
import { attributeConfigArea } from './attribute-routes.ts'
import { bulkSampleArea } from './bulk-sample-routes.ts'
import { backupArea } from './backup-routes.ts'
import { categoryListArea } from './category-list-routes.ts'
import { changeArea } from './change-routes.ts'
import { ownerNoteArea } from './note-routes.ts'
import { gridCommentArea } from './comment-routes.ts'
import { ownerQualityArea } from './quality-routes.ts'
import { reviewArea } from './review-routes.ts'
import { channelSetupArea } from './channel-routes.ts'
import { generationTryArea } from './generation-routes.ts'
import { facetArea } from './facet-routes.ts'
import { gridArea } from './grid-routes.ts'
import { importSetupArea } from './import-routes.ts'
import { jobControlArea } from './job-routes.ts'
import { keyArea } from './key-routes.ts'
import { providerArea } from './provider-routes.ts'
import { replicationArea } from './replication-routes.ts'
import { trashArea } from './trash-routes.ts'
import { savedActionArea } from './saved-action-routes.ts'
import { viewArea } from './view-routes.ts'
import { watchedFolderArea } from './watched-folder-routes.ts'
import { workspaceListArea } from './workspace-routes.ts'
import { programRoutes } from '#shared/routes/program.ts'
import { area } from '../edge/area.ts'
import { describeProgram, exportLog } from './diagnostics.ts'

/** The owner's surface: what the public API must not do. A session opens it, an API key never does; people of a team need the role of the route. */
export async function ownerRoutes(
  app: FastifyInstance,
  { services, document }: { services: Services; document: ApiDocument },
): Promise<void> {
  const paths = new KnownPaths(app)
  app.setNotFoundHandler((request) => refuseUnknownPath(request, paths))
  app.addHook('onRequest', async (request) => {
    authenticateSession(request, services)
    services.rateLimit.count(callerOf(request))
    if (isUnknownPath(request)) refuseUnknownPath(request, paths)
    refuseBadPath(request)
    requireRole(request, services)
  })
  acceptJsonLeniently(app)

  for (const area of [
    programArea,
    workspaceListArea,
    keyArea,
    agentArea,
    backupArea,
    providerArea,
    replicationArea,
    describe(document),
  ])
    app.register(area, services)
  app.register(workspaceAreas, services)
  if (services.team) app.register(teamAreas, services)
}

/** What a team has beside it; a desktop does not load it. */
async function teamAreas(app: FastifyInstance, services: Services): Promise<void> {
  const [{ accountArea }, { peopleArea }, { collaborationAreas }, { workspaceDownloadArea }] =
    await Promise.all([
      import('./account-routes.ts'),
      import('./people-routes.ts'),
      import('./collaboration-routes.ts'),
      import('./workspace-download-routes.ts'),
    ])
  for (const area of [accountArea, peopleArea, collaborationAreas, workspaceDownloadArea])
    app.register(area, services)
}

/** The rest is about one workspace, which a header names. */
async function workspaceAreas(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))
  for (const area of [
    attributeConfigArea,
    bulkSampleArea,
    generationTryArea,
    attributeClassArea,
    trashArea,
    mergeArea,
    changeArea,
    reviewArea,
    ownerNoteArea,
    gridCommentArea,
    ownerQualityArea,
    viewArea,
    savedActionArea,
    gridArea,
    facetArea,
    channelSetupArea,
    categoryListArea,
    jobControlArea,
    importSetupArea,
    watchedFolderArea,
  ])
    app.register(area, services)
}

/** The program as a whole: its session, what the owner decides for all of it, and its state and log without credentials. */
const programArea = area(programRoutes, {
  'GET /session': ({ request, services }) => {
    const { version, address } = services
    const workspaces = listedWorkspaces(request, services)
    const person = describePerson(request, services)
    const isReplicated = services.replication !== undefined && person?.is_administrator !== false
    return { data: { version, origin: address().origin, workspaces, person, is_replicated: isReplicated } }
  },

  'GET /diagnostics': async ({ services }) => ({ data: await describeProgram(services) }),

  'GET /diagnostics/log': ({ services }) => ({ data: exportLog(services) }),

  'GET /settings': ({ request, services, workspaceId }) => {
    if (workspaceId !== '') enterWorkspace(request, services, workspaceId)
    return { data: services.settings.all(workspaceId) }
  },

  'PATCH /settings': async (call) => {
    const { keys_may_spend, daily_budget, keys_may_merge, ...patch } = call.checkedBody()
    const { settings, workspaces } = call.services
    if (Object.keys(patch).length > 0) requireAdministrator(callerOf(call.request))
    const ofWorkspace = {
      ...(keys_may_spend !== undefined && { keys_may_spend }),
      ...(daily_budget !== undefined && { daily_budget }),
      ...(keys_may_merge !== undefined && { keys_may_merge }),
    }
    if (Object.keys(ofWorkspace).length > 0) {
      enterWorkspace(call.request, call.services, readWorkspaceHeader(call.request))
      requireRoleOf(callerOf(call.request), 'owner')
      // Throws where there is no such workspace.
      await workspaces.get(readWorkspaceHeader(call.request))
      await settings.changeWorkspace(call.workspaceId, ofWorkspace)
    }
    if (Object.keys(patch).length > 0) await settings.change(patch)
    return { data: settings.all(call.workspaceId) }
  },
})
