import type { Comment, NamedPerson } from '#shared/comments.ts'
import { aliasRoutes } from '#shared/routes/aliases.ts'
import { commentRoutes } from '#shared/routes/comments.ts'
import type { Route } from '#shared/routes/route.ts'
import { type Role, roles } from '#shared/team.ts'
import { type Answer, parseAnswer } from '../../catalog/answer.ts'
import { area } from '../../edge/area.ts'
import { readableTypes } from '../../edge/caller.ts'
import type { Call } from '../../edge/call.ts'
import { callerOf, workspaceIdOf } from '../../edge/request-context.ts'
import { requireScopeOf } from '../../edge/require-rights.ts'
import type { CalledThreads } from '../../threads/pool.ts'
import { noteRoutes } from '#shared/routes/notes.ts'

/**
 * Notes and to-dos. The type of their entity decides about the scope, even where the request does not name
 * it.
 */
export const noteArea = area(noteRoutes, {
  'GET /notes': ({ workspace, request, query: { type, ...query }, paging, faults, client }) => {
    requireScopeOf(request, 'read', type)
    const readable = readableTypes(callerOf(request))
    const types = readable.filter((one) => type === undefined || one === type)
    return workspace.call('listNotes', { ...paging, ...query, type, types, faults }, client)
  },

  'POST /notes': ({ workspace, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    return workspace.call('createNote', newWrite)
  },

  'PATCH /notes/{id}': async ({ workspace, request, params, write }) => {
    requireScopeOf(request, 'write', await workspace.call('findNoteType', params))
    return workspace.call('updateNote', { ...params, ...write })
  },
})

/** Aliases. Their type decides about the scope, even where the request does not name it. */
export const aliasArea = area(aliasRoutes, {
  'GET /aliases': ({ workspace, request, query: { type, ...query }, paging, faults, client }) => {
    requireScopeOf(request, 'read', type)
    const readable = readableTypes(callerOf(request))
    const types = readable.filter((one) => type === undefined || one === type)
    return workspace.call('listAliases', { ...paging, ...query, type, types, faults }, client)
  },

  'POST /aliases': ({ workspace, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.entity_type)
    return workspace.call('createAlias', newWrite)
  },
})

/** Comments. The type of their entity decides about the scope; who may propose values may comment on them. */
export const commentArea = area(commentRoutes, {
  'GET /comments': ({ workspace, request, query: { type, ...query }, paging, faults, client }) => {
    requireScopeOf(request, 'read', type)
    const readable = readableTypes(callerOf(request))
    const types = readable.filter((one) => type === undefined || one === type)
    return workspace.call('listComments', { ...paging, ...query, type, types, faults }, client)
  },

  'POST /comments': async (call) => {
    const { workspace, request, newWrite } = call
    requireScopeOf(request, 'propose', newWrite.body.type)
    return describeOf(call, await workspace.call('createComment', { ...newWrite, people: peopleOf(call) }))
  },

  'GET /comments/{id}': async ({ workspace, request, params, faults, client }) => {
    requireScopeOf(request, 'read', await workspace.call('findCommentType', params))
    return workspace.call('readComment', { ...params, faults }, client)
  },

  'POST /comments/{id}/replies': async (call) => {
    const { workspace, request, params, write } = call
    requireScopeOf(request, 'propose', await workspace.call('findCommentType', params))
    return describeOf(
      call,
      await workspace.call('createReply', { ...params, ...write, people: peopleOf(call) }),
    )
  },

  'PATCH /comments/{id}': async (call) => {
    const { workspace, request, params, write } = call
    requireScopeOf(request, 'propose', await workspace.call('findCommentType', params))
    return workspace.call('updateComment', { ...params, ...write, people: peopleOf(call) })
  },
})

type InWorkspace = Pick<Call<unknown, Route>, 'services' | 'request' | 'workspace'>

function peopleOf({ services, request }: InWorkspace): readonly NamedPerson[] {
  return services.team?.members(workspaceIdOf(request)) ?? []
}

/**
 * Notifies the people that a new comment or reply concerns. The comment is saved already; a failure here
 * does not revert it.
 */
async function describeOf({ services, request, workspace }: InWorkspace, answer: Answer): Promise<Answer> {
  if (!services.collaboration) return answer
  const { data } = parseAnswer<{ data: Comment }>(answer)
  try {
    const readers = data.attribute === null ? roles : await rolesThatRead(workspace, data)
    await services.collaboration.notifications.commented(workspaceIdOf(request), data, readers)
  } catch (error) {
    request.log.error({ err: error, request_id: request.id }, 'a comment was told to nobody')
  }
  return answer
}

async function rolesThatRead(workspace: CalledThreads, { id }: Comment): Promise<readonly Role[]> {
  const found = await Promise.all(
    roles.map((role) => workspace.calledIn(role).call('findCommentType', { id })),
  )
  return roles.filter((_, index) => found[index] !== undefined)
}
