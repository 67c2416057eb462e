import { accountRoutes } from '#shared/routes/account.ts'
import { scopesOfRole } from '#shared/team.ts'
import { prepareCodes, renewRecoveryCodes, turnCodesOff, turnCodesOn } from '../access/team/codes.ts'
import {
  changePassword,
  confirmIdentity,
  confirmPassword,
  describeAccount,
  endSession,
  listSessions,
  personOf,
  rename,
} from '../access/team/own-account.ts'
import { changeEmail } from '../access/team/manage-people.ts'
import { area } from '../edge/area.ts'
import { readCookie } from '../edge/authenticate.ts'
import {
  browserOf,
  nameOfWorkspace,
  ownWorkspace,
  setSessionCookie,
  signedIn,
  teamOf,
} from './team-context.ts'

export const accountArea = area(accountRoutes, {
  'POST /sign-out': async (call) => {
    const { services, request, reply } = call
    const team = teamOf(services)
    const person = signedIn(call)
    await team.sessions.end([person.sessionId])
    team.audit.record({ action: 'signed_out', by: person, address: request.ip })
    setSessionCookie(reply, services, undefined)
    return reply.code(204).send()
  },

  'GET /me': (call) => {
    const { services, request, reply } = call
    const { id, name, email } = signedIn(call)
    setSessionCookie(reply, services, readCookie(request.headers.cookie, services.address().sessionCookie))
    const role = ownWorkspace(call)?.role ?? null
    return { user: { id, name, email }, role, scopes: role === null ? [] : [...scopesOfRole[role]] }
  },

  'GET /account': (call) => ({
    data: describeAccount(teamOf(call.services), signedIn(call), nameOfWorkspace(call.services)),
  }),

  'PATCH /account': async (call) => {
    await rename(teamOf(call.services), signedIn(call), call.checkedBody().name)
    return call.reply.code(204).send()
  },

  'POST /account/password': async (call) => {
    const { services, request, reply } = call
    const cookie = await changePassword(
      teamOf(services),
      signedIn(call),
      call.checkedBody(),
      browserOf(request),
    )
    setSessionCookie(reply, services, cookie)
    return reply.code(204).send()
  },

  'POST /account/email': async (call) => {
    const { services, request, reply } = call
    const team = teamOf(services)
    const { password, email } = call.checkedBody()
    const { id, name } = await confirmPassword(team, signedIn(call), password, browserOf(request))
    await changeEmail(team, id, email, { by: { id, name }, address: request.ip })
    return reply.code(204).send()
  },

  'POST /account/codes': async (call) => {
    const person = personOf(teamOf(call.services), signedIn(call).id)
    call.reply.header('cache-control', 'no-store')
    return { data: await prepareCodes(person, new URL(call.services.address().origin).host) }
  },

  'POST /account/codes/confirm': async (call) => {
    const team = teamOf(call.services)
    const { password, secret, code } = call.checkedBody()
    const person = await confirmPassword(team, signedIn(call), password, browserOf(call.request))
    call.reply.header('cache-control', 'no-store')
    return { data: { recovery_codes: await turnCodesOn(team, person, { secret, code }) } }
  },

  'POST /account/codes/off': async (call) => {
    const team = teamOf(call.services)
    const { password } = call.checkedBody()
    await turnCodesOff(team, await confirmPassword(team, signedIn(call), password, browserOf(call.request)))
    return call.reply.code(204).send()
  },

  'POST /account/recovery-codes': async (call) => {
    const team = teamOf(call.services)
    const { password } = call.checkedBody()
    const person = await confirmPassword(team, signedIn(call), password, browserOf(call.request))
    call.reply.header('cache-control', 'no-store')
    return { data: { recovery_codes: await renewRecoveryCodes(team, person) } }
  },

  'POST /confirm': async (call) => {
    const team = teamOf(call.services)
    await confirmIdentity(team, signedIn(call), call.checkedBody(), browserOf(call.request))
    return call.reply.code(204).send()
  },

  'GET /sessions': (call) => ({ data: listSessions(teamOf(call.services), signedIn(call)) }),

  'DELETE /sessions': async (call) => {
    const team = teamOf(call.services)
    const person = signedIn(call)
    await team.sessions.endAll(person.id, person.sessionId)
    team.audit.record({
      action: 'session_ended',
      by: person,
      subject: person.email,
      address: call.request.ip,
    })
    return { data: listSessions(team, person) }
  },

  'DELETE /sessions/{id}': async (call) => ({
    data: await endSession(teamOf(call.services), signedIn(call), call.params.id),
  }),
})
