import { workspaceHeader } from '#shared/app-surface.ts'
import { peopleRoutes } from '#shared/routes/people.ts'
import { sendInvitation, sendNewPassword } from '../access/team/letters.ts'
import {
  askForNewPassword,
  changeRole,
  changeStanding,
  findPerson,
  invite,
  listPeople,
  waitingInvitations,
  withdraw,
} from '../access/team/manage-people.ts'
import { area } from '../edge/area.ts'
import { requireAdministrator } from '../edge/require-role.ts'
import { callerOf } from '../edge/request-context.ts'
import { doerOf, managing, nameOfWorkspace, seesAll, type TeamCall, teamOf } from './team-context.ts'

/** The people of a workspace and of the server, invitations, and the audit list. */
export const peopleArea = area(peopleRoutes, {
  'GET /people': (call) => {
    const all = seesAll(call)
    return { data: listPeople(teamOf(call.services), workspaceSeen(call), { all }) }
  },

  'PATCH /people/{id}': async (call) => {
    const team = teamOf(call.services)
    const { role, ...standing } = call.settle()
    const all = seesAll(call)
    const { id } = findPerson(team, call.params.id, workspaceSeen(call), { all })
    if (Object.keys(standing).length > 0) requireAdministrator(callerOf(call.request))
    if (role !== undefined) await changeRole(team, id, role, managing(call, 'owner'))
    await changeStanding(team, id, standing, { by: doerOf(call), address: call.request.ip })
    // Whose only owner was disabled goes to the administrators, of whom one may be new.
    await team.adopt(call.services.workspaces.list().map((workspace) => workspace.id))
    return { data: findPerson(team, id, workspaceSeen(call), { all: true }) }
  },

  'POST /people/{id}/reset-password': async (call) => {
    const team = teamOf(call.services)
    const { id, email } = findPerson(team, call.params.id, '', { all: true })
    call.reply.header('cache-control', 'no-store')
    const by = { by: doerOf(call), address: call.request.ip }
    return sendNewPassword(team, await askForNewPassword(team, id, by), email)
  },

  'GET /invitations': (call) => {
    const { workspaceId } = managing(call, 'owner')
    return { data: waitingInvitations(teamOf(call.services), workspaceId) }
  },

  'POST /invitations': async (call) => {
    const asked = call.settle()
    call.reply.header('cache-control', 'no-store')
    const team = teamOf(call.services)
    const { workspaceId, ...by } = managing(call, 'owner')
    const token = await invite(team, asked, { workspaceId, ...by })
    const workspace = nameOfWorkspace(call.services)(workspaceId) ?? ''
    const { email, role } = asked
    return sendInvitation(team, token, { email: email.trim(), role, workspace, by: by.by?.name })
  },

  'DELETE /invitations/{id}': async (call) => ({
    data: await withdraw(teamOf(call.services), call.params.id, managing(call, 'owner')),
  }),

  'GET /audit': async (call) => {
    const { before, limit } = call.query
    call.settleFaults()
    if (!namesWorkspace(call)) requireAdministrator(callerOf(call.request))
    else if (!seesAll(call)) managing(call, 'owner')
    const workspaceId = namesWorkspace(call) ? workspaceSeen(call) : undefined
    return { data: await teamOf(call.services).audit.list({ before, limit, workspaceId }) }
  },
})

function namesWorkspace({ request }: TeamCall): boolean {
  return request.headers[workspaceHeader] !== undefined
}

/** The workspace that the header names, for members of it; who sees everybody may name none, or any. */
function workspaceSeen(call: TeamCall): string {
  if (!seesAll(call)) return managing(call, 'viewer').workspaceId
  return String(call.request.headers[workspaceHeader] ?? '').toLowerCase()
}
