import { ownCommand } from './own-command.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseWorkspace, readCookie } from '../edge/authenticate.ts'
import { addGuards, guardsOfApp } from '../edge/guards.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { KnownPaths, refuseUnknownPath } from '../edge/paths.ts'
import { mergeArea, area } from '../edge/area.ts'
import { type ApiDocument, describe } from '../edge/openapi/api-document.ts'
import { callerOf, readWorkspaceHeader } from '../edge/request-context.ts'
import {
  enterWorkspace,
  listedWorkspaces,
  describePerson,
  requireAdministrator,
  requireRoleOf,
  workspacesOf,
} from '../edge/require-rights.ts'
import type { Services } from '../edge/services.ts'
import {
  attributeClassArea,
  gridArea,
  pictureArea,
  attributeConfigArea,
  gridCommentArea,
  facetArea,
  ownerAliasArea,
  ownerNoteArea,
  viewArea,
} from './grid-routes.ts'
import { categoryListArea } from './category-list-routes.ts'
import { generationTryArea, providerArea } from './generation-routes.ts'
import { ownerAutomationArea } from './automation-routes.ts'
import { exportProfileArea, ownerConnectionArea, ownerFeedArea } from './delivery-routes.ts'
import { ownerWebhookArea } from './webhook-routes.ts'
import { assetLibraryArea, importSetupArea, watchedFolderArea } from './import-routes.ts'
import { workspaceListArea, knownWorkspace } from './workspace-routes.ts'
import { programRoutes } from '#shared/routes/program.ts'
import { describeProgram, exportLog } from './diagnostics.ts'
import { replicationRoutes, backupRoutes } from '#shared/routes/backups.ts'
import { savedActionRoutes, bulkSampleRoutes } from '#shared/routes/edits.ts'
import { changeRoutes } from '#shared/routes/changes.ts'
import { recipeRoutes } from '#shared/routes/pictures.ts'
import { templateRoutes } from '#shared/routes/templates.ts'
import { trashRoutes } from '#shared/routes/trash.ts'
import { ownerQualityRoutes } from '#shared/routes/quality-work.ts'
import { reviewRoutes } from '#shared/routes/review.ts'
import { channelSetupRoutes } from '#shared/routes/channels.ts'
import { agentRoutes, keyRoutes } from '#shared/routes/keys.ts'
import { onlyOf, personOf, requirePerson } from './team-context.ts'
import { jobControlRoutes } from '#shared/routes/jobs.ts'
import { validationFailed, CatalogError } from '../catalog/errors.ts'
import { renderPage } from '../edge/page-shell.ts'

const jobControlArea = area(jobControlRoutes, {
  'POST /jobs/{id}/retry': async ({ workspace, jobs, params }) => {
    const answer = await workspace.call('retryJob', params)
    jobs.wake()
    return answer
  },

  'POST /jobs/{id}/cancel': ({ workspace, params }) => workspace.call('dropWaitingJob', params),
})

const backupArea = area(backupRoutes, {
  'GET /workspaces/{id}/backups': async ({ params: { id }, services: { backups } }) => ({
    data: await backups.list(id),
    folder: backups.folder(id),
  }),

  'POST /workspaces/{id}/backups': async ({ params: { id }, services: { backups } }) => ({
    data: await backups.create(id, 'manual'),
  }),

  'POST /workspaces/{id}/backups/{backupId}/restore': async ({ params, services: { backups } }) => ({
    data: await backups.restore(params.id, params.backupId),
  }),

  'DELETE /workspaces/{id}/backups/{backupId}': async ({ params, services: { backups } }) => ({
    data: await backups.remove(params.id, params.backupId),
  }),
})

/**
 * The API keys of a workspace: in a team one's own, and for its owner all. Only the answer that creates a
 * key contains its secret.
 */
const keyArea = area(keyRoutes, {
  'GET /workspaces/{id}/keys': ({ request, params, services }) => ({
    data: services.keys.list(knownWorkspace(services, params.id).id, onlyOf(request)),
  }),

  'POST /workspaces/{id}/keys': async (call) => {
    const workspaceId = knownWorkspace(call.services, call.params.id).id
    const key = call.checkedBody()
    requirePerson(call)
    call.reply.header('cache-control', 'no-store')
    return { data: await call.services.keys.issue(workspaceId, key, { personId: personOf(call.request) }) }
  },

  'DELETE /workspaces/{id}/keys/{keyId}': async ({ request, params, services: { keys, ...services } }) => {
    const { id } = knownWorkspace(services, params.id)
    const key = keys.list(id, onlyOf(request)).find((each) => each.id === params.keyId.toLowerCase())
    if (key?.service_account_id)
      requireAdministrator(callerOf(request), 'service_account.key_of_administrators')
    return { data: await keys.revoke(params.keyId, id, onlyOf(request)) }
  },
})

/** Setting up channels: enable, map fields to attributes, disable; make some of one's own, change and delete them. They are read through the public API. */
const channelSetupArea = area(channelSetupRoutes, {
  'GET /completeness/history': ({ workspace, query, faults }) =>
    workspace.call('readCompletenessHistory', { ...query, faults }),

  'GET /channels/{channel}/proposals': ({ workspace, params, faults }) =>
    workspace.call('proposeMapping', { key: params.channel, faults }),

  'GET /channels/{channel}/preview': ({ workspace, params, query, faults }) =>
    workspace.call('previewChannel', { key: params.channel, product: query.product, faults }),

  'GET /exports/{job_id}/differences': ({ workspace, params, query, faults, services }) =>
    workspace.call('compareExports', {
      id: params.job_id,
      earlier: query.with,
      folder: services.exportsDir,
      faults,
    }),

  'GET /exports/{job_id}/left-out': ({ workspace, params, query, faults, services }) =>
    workspace.call('listLeftOut', {
      id: params.job_id,
      folder: services.exportsDir,
      faults,
      field: query.field,
      issue: query.issue,
    }),

  'GET /channels/{channel}/prompts': ({ workspace, params, faults }) =>
    workspace.call('listFieldPrompts', { key: params.channel, faults }),

  'POST /channels/{channel}/enable': ({ workspace, params, faults, context }) =>
    workspace.call('enableChannel', { key: params.channel, faults, context }),

  'POST /channels/{channel}/disable': ({ workspace, params, faults, context }) =>
    workspace.call('disableChannel', { key: params.channel, faults, context }),

  'PATCH /channels/{channel}': ({ workspace, params, write }) =>
    workspace.call('mapChannel', { key: params.channel, ...write }),

  'POST /channels': ({ workspace, newWrite }) => workspace.call('createChannel', newWrite),

  'DELETE /channels/{channel}': ({ workspace, params, faults, context }) =>
    workspace.call('deleteChannel', { key: params.channel, faults, context }),
})

const reviewArea = area(reviewRoutes, {
  'GET /review/summary': ({ client, workspace, query, faults }) =>
    workspace.call('summarizeReview', { ...query, faults }, client),

  'GET /review/passages': ({ client, workspace, query, faults }) =>
    workspace.call('readPassages', { ...query, faults }, client),

  'GET /review/marks': ({ client, workspace, query, faults }) =>
    workspace.call('cellMarks', { ...query, faults }, client),

  'POST /review/reopen': ({ workspace, newWrite }) => workspace.call('reopenProposals', newWrite),
})

const ownerQualityArea = area(ownerQualityRoutes, {
  'DELETE /quality/rules/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteQualityRule', { ...params, faults }),

  'POST /quality/try': ({ workspace, newWrite, client }) =>
    workspace.call('tryQualityRule', newWrite, client),

  'POST /quality/findings/reopen': ({ workspace, newWrite }) => workspace.call('reopenFinding', newWrite),

  'GET /quality/scores': ({ workspace, query, faults, client }) =>
    workspace.call('readQualityScores', { ...query, faults }, client),
})

const trashArea = area(trashRoutes, {
  'GET /trash': ({ client, workspace, query, paging, faults }) =>
    workspace.call('listTrash', { ...query, ...paging, faults }, client),

  'POST /trash': ({ workspace, newWrite }) => workspace.call('trashEntities', newWrite),

  'POST /trash/restore': ({ workspace, newWrite }) => workspace.call('restoreEntities', newWrite),

  'POST /trash/empty': ({ workspace, newWrite }) => workspace.call('emptyTrash', newWrite),
})

const savedActionArea = area(savedActionRoutes, {
  'POST /saved-actions': ({ workspace, newWrite }) => workspace.call('createSavedAction', newWrite),

  'PATCH /saved-actions/{id}': ({ workspace, params, write }) =>
    workspace.call('updateSavedAction', { ...params, ...write }),

  'DELETE /saved-actions/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteSavedAction', { ...params, faults }),
})

const templateArea = area(templateRoutes, {
  'POST /templates': ({ workspace, newWrite }) => workspace.call('applyTemplate', newWrite),
})

const recipeArea = area(recipeRoutes, {
  'GET /renditions': ({ workspace, faults }) => workspace.call('listRecipes', { faults }),

  'GET /renditions/{id}': ({ workspace, params, faults }) =>
    workspace.call('readRecipe', { ...params, faults }),

  'POST /renditions': ({ workspace, newWrite }) => workspace.call('createRecipe', newWrite),

  'PATCH /renditions/{id}': ({ workspace, params, write }) =>
    workspace.call('updateRecipe', { ...params, ...write }),

  'DELETE /renditions/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteRecipe', { ...params, faults }),
})

const changeArea = area(changeRoutes, {
  'GET /changes/people': ({ client, workspace, faults }) => workspace.call('listPeople', { faults }, client),

  'GET /changes/actions': ({ client, workspace, query, faults }) => {
    const { limit, ...filters } = query
    return workspace.call('listActions', { filters, limit, faults }, client)
  },

  // A reader goes through a long feed, so that no other write waits for it.
  'POST /changes/restore': async ({ client, workspace, newWrite: { body, faults, context } }) => {
    const chosen = await workspace.call('chooseChanges', { body, faults }, client)
    return workspace.call('restoreChanges', { ...chosen, context })
  },
})

const bulkSampleArea = area(bulkSampleRoutes, {
  'POST /bulk-edit-sample': ({ client, workspace, newWrite: { body, faults } }) =>
    workspace.call('sampleBulkEdit', { body, faults }, client),
})

const replicationArea = area(replicationRoutes, {
  'GET /replication': ({ services: { replication } }) => ({ data: replication?.status() ?? null }),
})

/**
 * The owner's surface: everything that the public API must not do. A session opens it, an API key never
 * does; people of a team need the role of the route.
 */
export async function ownerRoutes(
  app: FastifyInstance,
  { services, document }: { services: Services; document: ApiDocument },
): Promise<void> {
  const paths = new KnownPaths(app)
  app.setNotFoundHandler((request) => refuseUnknownPath(request, paths))
  addGuards(app, guardsOfApp, { services, paths })
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
    await area(app, services)
  app.register(workspaceAreas, services)
  if (services.team) app.register(teamAreas, services)
}

async function teamAreas(app: FastifyInstance, services: Services): Promise<void> {
  const [
    { accountArea },
    { peopleArea, serviceAccountArea },
    { collaborationAreas },
    { workspaceDownloadArea },
  ] = await Promise.all([
    import('./account-routes.ts'),
    import('./people-routes.ts'),
    import('./collaboration-routes.ts'),
    import('./workspace-download-routes.ts'),
  ])
  for (const area of [accountArea, peopleArea, serviceAccountArea, collaborationAreas, workspaceDownloadArea])
    await area(app, services)
}

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
    ownerAliasArea,
    ownerNoteArea,
    gridCommentArea,
    ownerQualityArea,
    viewArea,
    savedActionArea,
    templateArea,
    recipeArea,
    gridArea,
    facetArea,
    pictureArea,
    channelSetupArea,
    categoryListArea,
    jobControlArea,
    importSetupArea,
    watchedFolderArea,
    ownerWebhookArea,
    ownerAutomationArea,
    ownerConnectionArea,
    ownerFeedArea,
    exportProfileArea,
    assetLibraryArea,
  ])
    await area(app, services)
}

const programArea = area(programRoutes, {
  'GET /session': ({ request, services }) => {
    const { version, address } = services
    const workspaces = listedWorkspaces(request, services)
    const person = describePerson(request, services)
    const isReplicated = services.replication !== undefined && person?.is_administrator !== false
    const command = services.team ? null : ownCommand(services.dataDir)
    return {
      data: { version, origin: address().origin, workspaces, person, is_replicated: isReplicated, command },
    }
  },

  'POST /session/tickets': ({ services: { session, team } }) => ({
    data: { ticket: team ? null : session.issueTicket() },
  }),

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
      await workspaces.get(readWorkspaceHeader(call.request))
      await settings.changeWorkspace(call.workspaceId, ofWorkspace)
    }
    if (Object.keys(patch).length > 0) await settings.change(patch)
    return { data: settings.all(call.workspaceId) }
  },
})

const agentArea = area(agentRoutes, {
  'GET /consents': ({ request, services: { consents } }) => ({ data: consents.list(personOf(request)) }),

  'POST /consents/{code}/approve': (call) => {
    const { consents } = call.services
    requirePerson(call)
    const { workspace_id: wanted, scopes } = call.checkedBody()
    const known = workspacesOf(call.request, call.services)
    const workspace = known.find(({ id }) => id === wanted.toLowerCase())
    const message = 'There is no such workspace here. GET /workspaces lists them.'
    if (!workspace) throw validationFailed([{ field: 'workspace_id', issue: 'invalid_value', message }])
    const personId = personOf(call.request)
    return { data: consents.approve(call.params.code, { workspaceId: workspace.id, scopes, personId }) }
  },

  'POST /consents/{code}/deny': (call) => {
    call.checkedBody()
    return { data: call.services.consents.deny(call.params.code, personOf(call.request)) }
  },

  'GET /workspaces/{id}/grants': ({ request, params, services }) => ({
    data: services.grants.list(knownWorkspace(services, params.id).id, onlyOf(request)),
  }),

  'DELETE /workspaces/{id}/grants/{grantId}': async ({ request, params, services }) => ({
    data: await services.grants.revoke(
      params.grantId,
      knownWorkspace(services, params.id).id,
      onlyOf(request),
    ),
  }),
})

/** The exchange of a single-use ticket for the session cookie; the ticket never reaches the page or its history. */
export async function sessionRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  const { session, address } = services

  app.get<{ Querystring: { ticket?: unknown; to?: unknown } }>(
    '/session',
    { config: { page: true } },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { ticket, to } = request.query
      const page = typeof to === 'string' && to.startsWith('/?') ? to : '/'
      const cookie = typeof ticket === 'string' ? session.redeemTicket(ticket) : undefined
      if (cookie === undefined) return answerUsedTicket(request, reply, page)
      const { sessionCookie } = address()
      return reply
        .header('set-cookie', `${sessionCookie}=${cookie}; Path=/; HttpOnly; SameSite=Strict`)
        .redirect(page, 303)
    },
  )

  function answerUsedTicket(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
    const cookie = readCookie(request.headers.cookie, address().sessionCookie)
    // The same link opened again in the browser that holds the session leads to the app.
    if (cookie !== undefined && session.isCookie(cookie)) return reply.redirect(page, 303)
    if (!request.headers.accept?.includes('text/html')) {
      throw new CatalogError('unauthorized', 'The ticket is unknown or has been used.')
    }
    return reply.code(401).type('text/html; charset=utf-8').send(usedTicket)
  }
}

const usedTicket = renderPage(
  'Link already used',
  `<h1>This link has been used</h1>
<p>Each address that Vitrine prints opens the app once. Start Vitrine again, or run <code>vitrine serve</code>, and open the
new address it prints.</p>`,
)
