import { workspaceHeader } from '#shared/app-surface.ts'
import { peopleRoutes, serviceAccountRoutes } from '#shared/routes/people.ts'
import { sendInvitation, sendNewPassword } from '../access/team/mailer.ts'
import {
  askForNewPassword,
  changeEmail,
  changeRole,
  changeStanding,
  deletePerson,
  findPerson,
  invite,
  listPeople,
  makeSignInLink,
  resetCodes,
  waitingInvitations,
  withdraw,
} from '../access/team/manage-people.ts'
import { setGroupRole } from '../access/team/groups.ts'
import {
  changeServiceAccount,
  createServiceAccount,
  deleteServiceAccount,
  describeServiceAccount,
  requireServiceAccount,
  requireWorkspaces,
} from '../access/team/service-accounts.ts'
import { CatalogError } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { requireAdministrator } from '../edge/require-rights.ts'
import { callerOf } from '../edge/request-context.ts'
import type { Services } from '../edge/services.ts'
import {
  endCredentials,
  doerOf,
  managing,
  nameOfWorkspace,
  seesAll,
  type TeamCall,
  teamOf,
} from './team-context.ts'

export const peopleArea = area(peopleRoutes, {
  'GET /people': (call) => {
    const all = seesAll(call)
    return { data: listPeople(teamOf(call.services), workspaceSeen(call), { all }) }
  },

  'PATCH /people/{id}': async (call) => {
    const team = teamOf(call.services)
    const { role, email, ...standing } = call.checkedBody()
    const all = seesAll(call)
    const { id } = findPerson(team, call.params.id, workspaceSeen(call), { all })
    if (email !== undefined || Object.keys(standing).length > 0) requireAdministrator(callerOf(call.request))
    const by = { by: doerOf(call), address: call.request.ip }
    if (email !== undefined) await changeEmail(team, id, email, by)
    if (role !== undefined) await changeRole(team, id, role, managing(call, 'owner'))
    await changeStanding(team, id, standing, by)
    // Workspaces whose only owner was disabled go to the administrators, and one of them may be new.
    await team.adopt(call.services.workspaces.list().map((workspace) => workspace.id))
    return { data: findPerson(team, id, workspaceSeen(call), { all: true }) }
  },

  'POST /people/{id}/reset-password': async (call) => {
    const team = teamOf(call.services)
    const { id, email } = findPerson(team, call.params.id, '', { all: true })
    call.reply.header('cache-control', 'no-store')
    const { end_credentials: endsCredentials } = call.query
    call.throwIfFaulty()
    const by = { by: doerOf(call), address: call.request.ip }
    team.links.requireOrigin()
    if (endsCredentials) await endCredentials(call.services, { id }, by)
    return sendNewPassword(team, await askForNewPassword(team, id, by), email)
  },

  'POST /people/{id}/sign-in-link': async (call) => {
    const team = teamOf(call.services)
    const { id } = findPerson(team, call.params.id, '', { all: true })
    if (callerOf(call.request).kind !== 'owner') throw onMachineOnly()
    call.reply.header('cache-control', 'no-store')
    team.links.requireOrigin()
    const token = await makeSignInLink(team, id, doing(call))
    return { link: team.links.to('sign_in', token), mailed: false }
  },

  'POST /people/{id}/reset-codes': async (call) => {
    const team = teamOf(call.services)
    const { id } = findPerson(team, call.params.id, workspaceSeen(call), { all: true })
    await resetCodes(team, id, { by: doerOf(call), address: call.request.ip })
    return { data: findPerson(team, id, workspaceSeen(call), { all: true }) }
  },

  'DELETE /people/{id}': async (call) => {
    const { services, params, request } = call
    const team = teamOf(services)
    const person = findPerson(team, params.id, workspaceSeen(call), { all: true })
    const by = { by: doerOf(call), address: request.ip }
    await deletePerson(team, person.id, by)
    await endCredentials(services, person, by)
    await team.adopt(services.workspaces.list().map(({ id }) => id))
    return { data: person }
  },

  'GET /invitations': (call) => {
    const { workspaceId } = managing(call, 'owner')
    return { data: waitingInvitations(teamOf(call.services), workspaceId) }
  },

  'POST /invitations': async (call) => {
    const asked = call.checkedBody()
    call.reply.header('cache-control', 'no-store')
    const team = teamOf(call.services)
    const { workspaceId, ...by } = managing(call, 'owner')
    team.links.requireOrigin()
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
    call.throwIfFaulty()
    if (!namesWorkspace(call)) requireAdministrator(callerOf(call.request))
    else if (!seesAll(call)) managing(call, 'owner')
    const workspaceId = namesWorkspace(call) ? workspaceSeen(call) : undefined
    return { data: await teamOf(call.services).audit.list({ before, limit, workspaceId }) }
  },
})

function doing(call: TeamCall) {
  return { by: doerOf(call), address: call.request.ip }
}

function onMachineOnly(): CatalogError {
  return new CatalogError(
    'forbidden',
    'Such a link is made on the machine of the server alone: vitrine user sign-in-link EMAIL',
  )
}

export const serviceAccountArea = area(serviceAccountRoutes, {
  'GET /service-accounts': ({ services }) => ({
    data: teamOf(services)
      .serviceAccounts.all()
      .map((account) => describe(services, account)),
  }),

  'POST /service-accounts': async (call) => ({
    data: describe(
      call.services,
      await createServiceAccount(teamOf(call.services), call.checkedBody().name, doing(call)),
    ),
  }),

  'PATCH /service-accounts/{id}': async (call) => {
    const { services, params } = call
    const by = { ...doing(call), workspaceIds: idsOfWorkspaces(services) }
    await changeServiceAccount(teamOf(services), params.id, call.checkedBody(), by)
    return { data: describe(services, requireServiceAccount(teamOf(services), params.id)) }
  },

  'DELETE /service-accounts/{id}': async (call) => {
    const { services, params } = call
    const account = requireServiceAccount(teamOf(services), params.id)
    const data = describe(services, account)
    await deleteServiceAccount(teamOf(services), account.id, doing(call))
    await endCredentials(services, account, doing(call))
    return { data }
  },

  'POST /service-accounts/{id}/keys': async (call) => {
    const { services, params, reply } = call
    const { id: serviceAccountId, name } = requireServiceAccount(teamOf(services), params.id)
    const { workspace_id: named, ...input } = call.checkedBody()
    requireWorkspaces([named], idsOfWorkspaces(services), 'workspace_id')
    reply.header('cache-control', 'no-store')
    const key = await services.keys.issue(named.toLowerCase(), input, { serviceAccountId })
    const noted = { ...doing(call), workspaceId: key.workspace_id, subject: `${name}: ${key.name}` }
    services.audit.record({ action: 'key_created', ...noted, details: { scopes: key.scopes.join(', ') } })
    return { data: key }
  },

  'DELETE /service-accounts/{id}/keys/{keyId}': async (call) => {
    const { services, params } = call
    const { id, name } = requireServiceAccount(teamOf(services), params.id)
    const key = await services.keys.revoke(params.keyId, undefined, id)
    const noted = { ...doing(call), workspaceId: key.workspace_id, subject: `${name}: ${key.name}` }
    services.audit.record({ action: 'key_revoked', ...noted })
    return { data: key }
  },

  'GET /group-roles': ({ services }) => {
    const { provider, people } = teamOf(services)
    const data = people.groups
      .all()
      .map(({ groupName: group, workspaceId, role }) => ({ group, workspace_id: workspaceId, role }))
    return { claim: provider?.groupsClaim ?? null, data }
  },

  'PUT /group-roles': async (call) => {
    const by = { ...doing(call), workspaceIds: idsOfWorkspaces(call.services) }
    return { data: await setGroupRole(teamOf(call.services), call.checkedBody(), by) }
  },
})

function describe(services: Services, account: ReturnType<typeof requireServiceAccount>) {
  return describeServiceAccount(teamOf(services), account, services.keys.list(undefined, account.id))
}

function idsOfWorkspaces({ workspaces }: Services): string[] {
  return workspaces.list().map(({ id }) => id)
}

function namesWorkspace({ request }: TeamCall): boolean {
  return request.headers[workspaceHeader] !== undefined
}

function workspaceSeen(call: TeamCall): string {
  if (!seesAll(call)) return managing(call, 'viewer').workspaceId
  return String(call.request.headers[workspaceHeader] ?? '').toLowerCase()
}
