import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { type ProtectedResource, findResource } from '../access/access.ts'
import type { Consents, Decision, PendingConsent } from '../access/consents.ts'
import type { NewGrant } from '../access/grants.ts'
import { askedScopes, words, destinationOf, nameOf } from './client-rules.ts'
import { ownerAccount, type ProviderParts, providerFactory } from './provider.ts'

export interface AuthorizationServer {
  answer(request: IncomingMessage, response: ServerResponse): void
  openConsent(
    request: IncomingMessage,
    response: ServerResponse,
    isFromOtherSite: boolean,
  ): Promise<PendingConsent | undefined>
  finish(request: IncomingMessage, response: ServerResponse, decision: Decision): Promise<void>
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

interface ServerParts extends ProviderParts {
  readonly consents: Consents
  readonly onGranted: (grant: NewGrant) => void
}

export function authorizationServers(parts: ServerParts): (origin: string) => AuthorizationServer {
  const newProvider = providerFactory(parts)
  const known = new Map<string, AuthorizationServer>()
  return (origin) => {
    const server = known.get(origin) ?? new Server(origin, newProvider(origin), parts)
    known.set(origin, server)
    return server
  }
}

class Server implements AuthorizationServer {
  readonly #origin: string
  readonly #provider: Provider
  readonly #parts: ServerParts
  readonly #answer: AuthorizationServer['answer']

  constructor(origin: string, provider: Provider, parts: ServerParts) {
    this.#origin = origin
    this.#provider = provider
    this.#parts = parts
    const answer = provider.callback()
    this.#answer = (request, response) => void answer(request, response)
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    this.#answer(request, response)
  }

  async openConsent(request: IncomingMessage, response: ServerResponse, isFromOtherSite: boolean) {
    const interaction = await this.#find(request, response)
    if (!interaction) return undefined
    const known = this.#parts.consents.find(interaction.uid)
    return known ?? this.#open(interaction, isFromOtherSite)
  }

  async finish(request: IncomingMessage, response: ServerResponse, decision: Decision): Promise<void> {
    const interaction = await this.#provider.interactionDetails(request, response)
    this.#parts.consents.close(interaction.uid)
    const result =
      decision.kind === 'denied'
        ? { error: 'access_denied', error_description: 'The owner did not allow the access.' }
        : {
            login: { accountId: ownerAccount, remember: false },
            consent: { grantId: await this.#grant(interaction, decision) },
          }
    await this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  async #find(request: IncomingMessage, response: ServerResponse): Promise<Interaction | undefined> {
    return this.#provider.interactionDetails(request, response).catch(() => undefined)
  }

  async #open(interaction: Interaction, isFromOtherSite: boolean): Promise<PendingConsent | undefined> {
    const { client_id: clientId, redirect_uri: redirectUri } = interaction.params
    const client = await this.#provider.Client.find(String(clientId))
    if (!client) return undefined
    return this.#parts.consents.open({
      uid: interaction.uid,
      client: { id: client.clientId, name: nameOf(client), destination: destinationOf(String(redirectUri)) },
      resources: this.#resourcesOf(interaction).map(({ resource }) => resource),
      scopes: askedScopes(interaction.params['scope'] ?? client.scope),
      isFromOtherSite,
    })
  }

  async #grant(interaction: Interaction, { workspaceId, scopes, personId }: Decision & { kind: 'approved' }) {
    const { client_id: clientId, scope: asked } = interaction.params
    const client = await this.#provider.Client.find(String(clientId))
    if (!client) throw new Error('The client has been forgotten meanwhile.')
    const others = words(asked).filter((scope) => scope === 'openid' || scope === 'offline_access')
    const scope = [...others, ...scopes].join(' ')
    const grant = new this.#provider.Grant({ accountId: ownerAccount, clientId: client.clientId })
    grant.addOIDCScope(scope)
    for (const { indicator } of this.#resourcesOf(interaction)) {
      grant.addResourceScope(indicator, scopes.join(' '))
    }
    const id = await grant.save()
    const clientName = nameOf(client)
    const made = { id, workspaceId, clientId: client.clientId, clientName, scopes, personId }
    await this.#parts.grants.add(made)
    this.#parts.onGranted(made)
    interaction.params['scope'] = scope
    await interaction.persist()
    return id
  }

  #resourcesOf({ params }: Interaction): { indicator: string; resource: ProtectedResource }[] {
    const indicators = [params['resource']].flat().map(String)
    return indicators.flatMap((indicator) => {
      const resource = findResource(this.#origin, indicator)
      return resource ? [{ indicator, resource }] : []
    })
  }
}
