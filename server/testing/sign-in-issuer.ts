import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'
import { portOf } from '../edge/host-and-origin.ts'

export interface Account {
  readonly email: string
  readonly email_verified?: boolean
  readonly name: string
  /** The groups as the provider sends them, whatever that is. */
  readonly groups?: unknown
  /** Instead of groups where there are too many for a token. */
  readonly hasgroups?: boolean
}

/** A provider of OpenID Connect on this computer, which signs in the account in `signedIn` without asking. */
export interface SignInIssuer extends AsyncDisposable {
  readonly issuer: string
  readonly accounts: Record<string, Account>
  signedIn: string
}

export const issuerClient = { clientId: 'vitrine', clientSecret: 'a secret between servers' }

export async function startSignInIssuer(origin: string): Promise<SignInIssuer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${portOf(server)}`
  const started: SignInIssuer = {
    issuer,
    accounts: {},
    signedIn: '',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, configurationFor(origin, started.accounts))
  const answer = provider.callback()
  const finish = (request: IncomingMessage, response: ServerResponse) =>
    provider.interactionFinished(request, response, { login: { accountId: started.signedIn } })
  server.on('request', (request, response) => {
    void (request.url?.startsWith('/as-if-signed-in') ? finish(request, response) : answer(request, response))
  })
  return started
}

function configurationFor(origin: string, accounts: Readonly<Record<string, Account>>): Configuration {
  const { clientId, clientSecret } = issuerClient
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${origin}/app/v1/oidc/callback`],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'hasgroups'] },
    cookies: { keys: ['a key for a test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/as-if-signed-in/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts[accountId] }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.account?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

interface Follower {
  go(url: string): Promise<{ readonly status: number; readonly text: string; readonly location: string }>
}

export async function signInAtIssuer(
  issuer: SignInIssuer,
  subject: string,
  browser: Follower,
  start: string,
) {
  const { origin } = new URL(start)
  issuer.signedIn = subject
  const cookies = new Map<string, string>()
  let url = start
  for (let step = 0; step < 10; step += 1) {
    if (url.startsWith(`${origin}/app/v1/oidc/callback`)) return browser.go(url)
    const next = url.startsWith(origin) ? await browser.go(url) : await followAtIssuer(url, cookies)
    url = new URL(next.location, url).href
  }
  throw new Error('The way to the issuer has no end.')
}

async function followAtIssuer(url: string, cookies: Map<string, string>): Promise<{ location: string }> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
  return { location }
}
