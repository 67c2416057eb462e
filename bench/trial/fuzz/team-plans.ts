/** Plans for the routes of people and accounts, whose examples name no person of the trial. */
import type { OwnPlan } from './own-plans.ts'

export const password = 'seven slow otters carry lanterns'

const withPassword: OwnPlan = { isLast: true, share: 0.5, body: () => ({ password }) }

/**
 * Protects the people of the trial: requests that end an account or a session are sent by, and aimed at,
 * people made for that.
 */
export const teamPlans: Readonly<Record<string, OwnPlan>> = {
  'app POST /sign-in': {
    share: 0.2,
    isLast: true,
    body: (random, world) => ({ email: world.pick(random, 'email'), password }),
  },
  'app POST /invitations/look': {
    body: (random, world) => ({ token: world.pick(random, 'token') }),
  },
  'app DELETE /invitations/{id}': { share: 0.3 },
  'app POST /invitations/accept': {
    share: 0.6,
    isLast: true,
    body: (random, world) => ({ token: world.pick(random, 'token'), name: 'Joined', password }),
  },
  'app POST /sign-out': { share: 0.2, isLast: true },
  'app PATCH /account': {
    isLast: true,
    share: 0.3,
    body: (random) => ({ name: `Person ${random.below(100)}` }),
  },
  'app POST /account/email': {
    isLast: true,
    share: 0.3,
    body: (random) => ({ password, email: `renamed-${random.below(1e9)}@trial.example` }),
  },
  'app POST /account/password': {
    isLast: true,
    share: 0.2,
    body: () => ({ password, new_password: 'other lamps of quiet harbours' }),
  },
  'app POST /account/codes': { isLast: true },
  'app POST /account/codes/confirm': {
    isLast: true,
    share: 1,
    body: (random, world) =>
      world.has('code')
        ? (JSON.parse(world.pick(random, 'code')) as unknown)
        : { password, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '123456' },
  },
  'app POST /account/codes/off': withPassword,
  'app POST /account/recovery-codes': withPassword,
  'app POST /confirm': withPassword,
  'app DELETE /sessions': { isLast: true, share: 0.2 },
  'app DELETE /sessions/{id}': { isLast: true, share: 0.2 },
  'app GET /sessions': { isLast: true, share: 0.5 },
  'app PATCH /people/{id}': {
    share: 0.3,
    body: (random) => random.pick([{ role: 'editor' }, { role: 'viewer' }, { disabled: random.chance(0.5) }]),
  },
  'app POST /people/{id}/reset-password': { share: 0.2 },
  'app POST /invitations': {
    share: 1,
    body: (random) => ({ email: `guest-${random.below(1e9)}@trial.example`, role: 'viewer' }),
  },
  'app POST /presence': {
    body: (random, world) => ({
      seat: world.pick(random, 'seat'),
      type: 'product',
      entity_id: world.pick(random, 'product'),
      attribute: 'price',
      is_typing: random.chance(0.5),
    }),
  },
  'app POST /workspaces/{id}/copies': { share: 0.5 },
  'app DELETE /workspaces/{id}/copies/{copyId}': { share: 0.2 },
}
