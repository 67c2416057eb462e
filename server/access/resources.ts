import { scopes } from '#shared/scopes.ts'
import { keysOf } from '#shared/text.ts'
import { type ProtectedResource, resourcePaths } from './access.ts'

const names: Readonly<Record<ProtectedResource, string>> = {
  api: 'Vitrine catalog API',
  mcp: 'Vitrine MCP server',
}

/** The name by which the client calls this computer: metadata has to tell the one it was asked under. A public address is one alone. */
export function originOf(
  { headers }: { readonly headers: { readonly host?: string | undefined } },
  { publicOrigin }: { readonly publicOrigin: string | undefined },
): string {
  return publicOrigin ?? `http://${(headers.host ?? '').toLowerCase()}`
}

/** Where the metadata of a resource lies (RFC 9728), as a `WWW-Authenticate` header tells it. */
export function resourceMetadataUrl(origin: string, resource: ProtectedResource): string {
  return `${origin}${metadataRoot}${resourcePaths[resource]}`
}

export const metadataRoot = '/.well-known/oauth-protected-resource'

/** What a client has to know of a resource to ask for access to it (RFC 9728). */
export function resourceMetadata(origin: string, resource: ProtectedResource): object {
  return {
    resource: origin + resourcePaths[resource],
    resource_name: names[resource],
    authorization_servers: [origin],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/docs`,
  }
}

/** Which resource of the server an indicator (RFC 8707) names; a slash at its end says nothing. */
export function findResource(origin: string, indicator: string): ProtectedResource | undefined {
  const wanted = indicator.replace(/\/$/, '')
  return keysOf(resourcePaths).find((resource) => origin + resourcePaths[resource] === wanted)
}
