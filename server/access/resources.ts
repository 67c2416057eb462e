import { scopes } from '#shared/scopes.ts'
import { keysOf } from '#shared/text.ts'
import { type ProtectedResource, resourcePaths } from './access.ts'

const names: Readonly<Record<ProtectedResource, string>> = {
  api: 'Vitrine catalog API',
  mcp: 'Vitrine MCP server',
}

/**
 * The name by which the client calls this computer, under which it expects metadata. A public address has
 * one.
 */
export function originOf(
  { headers }: { readonly headers: { readonly host?: string | undefined } },
  { publicOrigin }: { readonly publicOrigin: string | undefined },
): string {
  return publicOrigin ?? `http://${(headers.host ?? '').toLowerCase()}`
}

/** The address of a resource's metadata (RFC 9728) for a `WWW-Authenticate` header. */
export function resourceMetadataUrl(origin: string, resource: ProtectedResource): string {
  return `${origin}${metadataRoot}${resourcePaths[resource]}`
}

export const metadataRoot = '/.well-known/oauth-protected-resource'

/** The facts that a client needs to ask for access to a resource (RFC 9728). */
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

/** The resource of an indicator (RFC 8707); a trailing slash does not matter. */
export function findResource(origin: string, indicator: string): ProtectedResource | undefined {
  const wanted = indicator.replace(/\/$/, '')
  return keysOf(resourcePaths).find((resource) => origin + resourcePaths[resource] === wanted)
}
