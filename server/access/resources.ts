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

interface LastUse {
  readonly id: string
  readonly lastUsedAt: number
}

/** Remembers last uses of credentials; one in heavy use is written once in a while only. */
export class LastUses {
  readonly #write: (uses: readonly LastUse[]) => Promise<void>
  readonly #flushAfterMs: number
  readonly #used = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(write: (uses: readonly LastUse[]) => Promise<void>, flushAfterMs = 60_000) {
    this.#write = write
    this.#flushAfterMs = flushAfterMs
  }

  note(id: string, lastUsedAt: number): void {
    this.#used.set(id, lastUsedAt)
    // A use that cannot be written is not worth a failure; the next one tries again.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), this.#flushAfterMs).unref()
  }

  forget(id: string): void {
    this.#used.delete(id)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = [...this.#used].map(([id, lastUsedAt]) => ({ id, lastUsedAt }))
    this.#used.clear()
    if (uses.length > 0) await this.#write(uses)
  }
}
