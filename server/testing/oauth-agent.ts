/** An agent with a browser of its own, for tests: a strict client library, and a cookie jar that follows redirects. */
import type { IncomingHttpHeaders } from 'node:http'
import * as oauth from 'oauth4webapi'
import { sendRequest, type TestRequest } from './http-client.ts'

export const redirectUri = 'http://127.0.0.1:53111/callback'

/** The servers of tests speak plain HTTP, which is right on the loopback address only. */
export const plainHttp = { [oauth.allowInsecureRequests]: true } as const

export interface Page {
  readonly status: number
  readonly url: URL
  readonly html: string
  readonly headers: IncomingHttpHeaders
}

export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #headers: Readonly<Record<string, string>>

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers
  }

  setCookie(pair: string): void {
    const [name = '', ...value] = pair.split('=')
    this.#cookies.set(name, value.join('='))
  }

  async open(address: string | URL, request: Omit<TestRequest, 'path'> = {}): Promise<Page> {
    const url = new URL(address)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { status, headers, text } = await sendRequest(url.origin, {
      ...request,
      path: url.pathname + url.search,
      headers: { ...this.#headers, ...request.headers, cookie },
    })
    for (const line of headers['set-cookie'] ?? []) this.setCookie(line.split(';')[0] ?? '')
    const next = headers.location === undefined ? undefined : new URL(headers.location, url)
    if (next?.origin === url.origin) return this.open(next)
    return { status, url: next ?? url, html: text, headers }
  }

  submit(page: Page, fields: URLSearchParams, headers: Record<string, string> = {}): Promise<Page> {
    return this.open(page.url, {
      method: 'POST',
      body: fields.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: page.url.origin,
        ...headers,
      },
    })
  }
}

/** Returns the fields that the form of a consent page would send unchanged, without a button. */
export function readForm({ html }: Page): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [input] of html.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1] ?? ''
    const value = /value="([^"]*)"/.exec(input)?.[1] ?? ''
    if (/type="hidden"/.test(input) || / checked/.test(input)) fields.append(name, value)
  }
  return fields
}

export function follow(browser: Browser, page: Page): Promise<Page> {
  const link = /href="([^"]*)" data-finish/.exec(page.html)?.[1] ?? ''
  return browser.open(new URL(link, page.url))
}

export interface AgentRequest {
  readonly resource?: string
  readonly scope?: string | undefined
  readonly redirectUri?: string
  readonly parameters?: Readonly<Record<string, string | undefined>>
}

export class Agent {
  readonly as: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly resource: string
  readonly verifier = oauth.generateRandomCodeVerifier()
  readonly state = oauth.generateRandomState()

  constructor(as: oauth.AuthorizationServer, client: oauth.Client, resource: string) {
    this.as = as
    this.client = client
    this.resource = resource
  }

  static async connect(resource: string, metadata: Partial<oauth.OmitSymbolProperties<oauth.Client>> = {}) {
    const url = new URL(resource)
    const found = await oauth.processResourceDiscoveryResponse(
      url,
      await oauth.resourceDiscoveryRequest(url, plainHttp),
    )
    const issuer = new URL(found.authorization_servers?.[0] ?? '')
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plainHttp }),
    )
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        as,
        { client_name: 'Test agent', redirect_uris: [redirectUri], ...metadata },
        plainHttp,
      ),
    )
    return new Agent(as, client, resource)
  }

  async authorizationUrl({ parameters = {}, scope, redirectUri: target }: AgentRequest = {}): Promise<URL> {
    const url = new URL(this.as.authorization_endpoint ?? '')
    const all: Record<string, string | undefined> = {
      client_id: this.client.client_id,
      redirect_uri: target ?? redirectUri,
      response_type: 'code',
      scope,
      resource: this.resource,
      state: this.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(this.verifier),
      code_challenge_method: 'S256',
      ...parameters,
    }
    for (const [name, value] of Object.entries(all))
      if (value !== undefined) url.searchParams.set(name, value)
    return url
  }

  exchange(callback: URL, over: { verifier?: string; redirectUri?: string; resource?: string } = {}) {
    const { verifier = this.verifier, redirectUri: target = redirectUri, resource = this.resource } = over
    const parameters = oauth.validateAuthResponse(this.as, this.client, callback, this.state)
    return oauth.authorizationCodeGrantRequest(
      this.as,
      this.client,
      oauth.None(),
      parameters,
      target,
      verifier,
      { additionalParameters: { resource }, ...plainHttp },
    )
  }

  async tokens(callback: URL): Promise<oauth.TokenEndpointResponse> {
    return oauth.processAuthorizationCodeResponse(this.as, this.client, await this.exchange(callback))
  }

  refresh(refreshToken: string, additionalParameters: Record<string, string> = {}): Promise<Response> {
    return oauth.refreshTokenGrantRequest(this.as, this.client, oauth.None(), refreshToken, {
      additionalParameters,
      ...plainHttp,
    })
  }

  async refreshed(refreshToken: string): Promise<oauth.TokenEndpointResponse> {
    return oauth.processRefreshTokenResponse(this.as, this.client, await this.refresh(refreshToken))
  }

  async revoke(token: string): Promise<void> {
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(this.as, this.client, oauth.None(), token, plainHttp),
    )
  }
}
