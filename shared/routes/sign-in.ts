import {
  ForgottenPassword,
  InvitationAcceptance,
  InvitationLook,
  InvitationToken,
  SignIn,
  SignInWays,
} from '../schemas/team.ts'
import { dataOf } from './answers.ts'
import type { RouteTable } from './route.ts'

const exampleToken = 'h3UqkN2bWc0Yt7xLr9sVaE4mZpQdJ1uGfKoCiB6wH8n'
const password = 'quiet harbour seventeen lamps'

/** What nobody has to be signed in for: the way in. The writes take a request of the server's own page, by its `Origin`. */
export const signInRoutes = {
  'GET /sign-in': {
    id: 'readSignInWays',
    summary: 'Read how people may sign in',
    answers: { 200: dataOf(SignInWays) },
    docs: () => ({
      answers: { 200: ['The ways.', { data: { password: true, forgotten: false, provider: null } }] },
    }),
  },
  'POST /sign-in': {
    id: 'signIn',
    audit: 'by itself',
    summary: 'Sign in',
    body: SignIn,
    answers: { 204: null },
    docs: () => ({
      description: 'Whatever is wrong is 401 in one and the same sentence.',
      body: { examples: { plain: { email: 'ana@example.com', password } } },
      answers: { 204: ['Signed in: the answer sets the cookie of the session.'] },
    }),
  },
  'POST /sign-in/forgotten': {
    id: 'askForNewPassword',
    audit: 'by itself',
    summary: 'Have a link for a new password mailed',
    body: ForgottenPassword,
    answers: { 204: null },
    docs: () => ({
      description:
        'Where mail is set up and there is such an account with a password, the link is sent; it is good once and for an hour. The answer is the same in any case.',
      body: { examples: { plain: { email: 'ana@example.com' } } },
      answers: { 204: ['Asked for.'] },
    }),
  },
  'POST /invitations/look': {
    id: 'lookAtInvitation',
    summary: 'Read what a link is good for',
    body: InvitationToken,
    answers: { 200: dataOf(InvitationLook) },
    docs: () => ({
      body: { examples: { plain: { token: exampleToken } } },
      answers: {
        200: [
          'What it is good for.',
          {
            data: {
              kind: 'member',
              email: 'ana@example.com',
              workspace: 'Furniture',
              role: 'editor',
              has_account: false,
              expires_at: '2026-01-12T10:00:00.000Z',
            },
          },
        ],
      },
    }),
  },
  'POST /invitations/accept': {
    id: 'acceptInvitation',
    audit: 'by itself',
    summary: 'Accept an invitation, or set a new password by a link',
    body: InvitationAcceptance,
    answers: { 204: null },
    issues: {
      email: ['invalid_value'],
      name: ['required'],
      password: ['required', 'too_short', 'too_long', 'invalid_value'],
    },
    docs: () => ({
      description: 'Signs in, except by a link for a new password. The link is good once.',
      body: { examples: { plain: { token: exampleToken, name: 'Ana Díaz', password } } },
      answers: { 204: ['Done.'] },
      conflicts: 'Where an account was made with the e-mail meanwhile.',
    }),
  },
} satisfies RouteTable
