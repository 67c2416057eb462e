import { Uuid } from '../schemas/entities.ts'
import {
  Account,
  CodesConfirmation,
  Confirmation,
  Me,
  NewCodes,
  NewEmail,
  NewPassword,
  OwnPassword,
  PersonSession,
  RecoveryCodes,
  Renaming,
} from '../schemas/team.ts'
import { dataOf, listOf, type AppRouteTable } from './route.ts'
import { exampleKeyId, exampleWorkspaceId } from './examples.ts'
import { required } from './parameters.ts'

const exampleSession = {
  id: exampleKeyId,
  address: '192.0.2.7',
  agent: 'Mozilla/5.0',
  created_at: '2026-01-05T10:00:00.000Z',
  last_used_at: '2026-01-05T10:00:00.000Z',
  is_current: true,
}
const password = 'quiet harbour seventeen lamps'

export const accountRoutes = {
  'POST /sign-out': {
    id: 'signOut',
    audit: 'by itself',
    role: 'anyone',
    summary: 'Sign out',
    answers: { 204: null },
    docs: () => ({ answers: { 204: ['Signed out.'] } }),
  },
  'GET /me': {
    id: 'readMe',
    role: 'anyone',
    summary: 'Read who is signed in',
    answers: { 200: Me },
    docs: () => ({
      description: 'The role is that in the workspace which the header `Vitrine-Workspace` names.',
      answers: {
        200: [
          'Who it is.',
          {
            user: { id: exampleKeyId, name: 'Ana Díaz', email: 'ana@example.com' },
            role: 'viewer',
            scopes: ['read:products'],
          },
        ],
      },
    }),
  },
  'GET /account': {
    id: 'readAccount',
    role: 'anyone',
    summary: 'Read your account',
    answers: { 200: dataOf(Account) },
    docs: () => ({
      answers: {
        200: [
          'The account.',
          {
            data: {
              id: exampleKeyId,
              name: 'Ana Díaz',
              email: 'ana@example.com',
              is_administrator: false,
              has_password: true,
              has_codes: true,
              recovery_codes_left: 10,
              workspaces: [{ id: exampleWorkspaceId, name: 'Furniture', role: 'editor' }],
            },
          },
        ],
      },
    }),
  },
  'PATCH /account': {
    id: 'changeAccount',
    audit: 'by itself',
    role: 'anyone',
    summary: 'Change your name',
    body: Renaming,
    answers: { 204: null },
    issues: { name: ['required'] },
    docs: () => ({ body: { examples: { plain: { name: 'Ana Díaz' } } }, answers: { 204: ['Changed.'] } }),
  },
  'POST /account/password': {
    id: 'changePassword',
    audit: 'by itself',
    role: 'anyone',
    summary: 'Change your password',
    body: NewPassword,
    answers: { 204: null },
    issues: {
      password: ['invalid_value'],
      new_password: ['too_short', 'too_long', 'invalid_value'],
    },
    docs: () => ({
      description:
        'Every session of yours ends; the browser of the change goes on with the cookie that the answer sets.',
      body: { examples: { plain: { password, new_password: 'other lamps of quiet harbours' } } },
      answers: { 204: ['Changed.'] },
      conflicts: 'Where the account has no password.',
    }),
  },
  'POST /account/email': {
    id: 'changeEmail',
    audit: 'by itself',
    role: 'anyone',
    summary: 'Change your e-mail',
    body: NewEmail,
    answers: { 204: null },
    issues: { password: ['invalid_value'], email: ['invalid_value', 'not_unique'] },
    docs: () => ({
      description: 'You sign in with it from then on.',
      body: { examples: { plain: { password, email: 'ana.diaz@example.com' } } },
      answers: { 204: ['Changed.'] },
      conflicts: 'Where the account has no password.',
    }),
  },
  'POST /account/codes': {
    id: 'prepareCodes',
    role: 'anyone',
    summary: 'Make a secret for one-time codes',
    answers: { 200: dataOf(NewCodes) },
    docs: () => ({
      description: 'Nothing changes before a code of it is confirmed.',
      answers: {
        200: [
          'The secret.',
          {
            data: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/…', picture: '<svg/>' },
          },
        ],
      },
    }),
  },
  'POST /account/codes/confirm': {
    id: 'turnCodesOn',
    audit: 'by itself',
    role: 'anyone',
    summary: 'Turn one-time codes on',
    body: CodesConfirmation,
    answers: { 200: dataOf(RecoveryCodes) },
    issues: { password: ['invalid_value'], code: ['invalid_value'], secret: ['invalid_value'] },
    docs: () => ({
      body: {
        examples: { plain: { password, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '123456' } },
      },
      answers: {
        200: ['The recovery codes, this once.', { data: { recovery_codes: ['abcd-efgh-jkmn-pqrs'] } }],
      },
      conflicts: 'Where the account has no password.',
    }),
  },
  'POST /account/codes/off': {
    id: 'turnCodesOff',
    audit: 'by itself',
    role: 'anyone',
    summary: 'Turn one-time codes off',
    body: OwnPassword,
    answers: { 204: null },
    issues: { password: ['invalid_value'] },
    docs: () => ({
      body: { examples: { plain: { password } } },
      answers: { 204: ['They are off.'] },
      conflicts: 'Where the account has no password.',
    }),
  },
  'POST /account/recovery-codes': {
    id: 'renewRecoveryCodes',
    audit: 'by itself',
    role: 'anyone',
    summary: 'Create new recovery codes',
    body: OwnPassword,
    answers: { 200: dataOf(RecoveryCodes) },
    issues: { password: ['invalid_value'] },
    docs: () => ({
      description: 'The earlier ones are good no more.',
      body: { examples: { plain: { password } } },
      answers: {
        200: ['The recovery codes, this once.', { data: { recovery_codes: ['abcd-efgh-jkmn-pqrs'] } }],
      },
      conflicts: 'Where the account asks for no codes.',
    }),
  },
  'POST /confirm': {
    id: 'confirm',
    role: 'anyone',
    summary: 'Show again who you are',
    body: Confirmation,
    answers: { 204: null },
    issues: { password: ['invalid_value'], code: ['invalid_value'] },
    docs: () => ({
      description:
        'By your password or a one-time code. Weighty steps (keys, agents, administrators, invitations of owners, new passwords of others, restoring a backup, moving a workspace, addresses of providers) are 403 with `confirm` where you did so longer ago than a quarter of an hour; signing in counts.',
      body: { examples: { password: { password }, code: { code: '123456' } } },
      answers: { 204: ['Confirmed.'] },
      conflicts: 'Where the account has no password.',
    }),
  },
  'GET /sessions': {
    id: 'listSessions',
    role: 'anyone',
    summary: 'List the browsers you are signed in with',
    answers: { 200: listOf(PersonSession) },
    docs: () => ({ answers: { 200: ['The sessions.', { data: [exampleSession] }] } }),
  },
  'DELETE /sessions': {
    id: 'endOtherSessions',
    audit: 'by itself',
    role: 'anyone',
    summary: 'End all your sessions but this one',
    answers: { 200: listOf(PersonSession) },
    docs: () => ({ answers: { 200: ['What is left.', { data: [exampleSession] }] } }),
  },
  'DELETE /sessions/{id}': {
    id: 'endSession',
    audit: 'by itself',
    role: 'anyone',
    summary: 'End a session of yours',
    params: { id: required(Uuid, 'The id of a session.', exampleKeyId) },
    answers: { 200: dataOf(PersonSession) },
    docs: () => ({ answers: { 200: ['The session that was.', { data: exampleSession }] } }),
  },
} satisfies AppRouteTable
