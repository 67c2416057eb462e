import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'
import { portOf } from '../edge/address.ts'

/** Somebody at the issuer. */
export interface Account {
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
}

/** A provider of OpenID Connect on this computer, which signs in whoever `signedIn` names without asking. */
export interface SignInIssuer extends AsyncDisposable {
  readonly issuer: string
  readonly accounts: Record<string, Account>
  signedIn: string
}

export const issuerClient = { clientId: 'vitrine', clientSecret: 'a secret between servers' }

/** Starts it for a server at `origin`. */
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
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
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
