import { Agent } from 'undici'
import type { ClusterCredentials, DatabaseCluster } from './cluster-file.ts'

/** Connections to the nodes of a cluster, by the certificates that its file names, and the headers by which its nodes know who asks. */
export interface NodeConnections {
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
}

/** Opens nothing yet; whoever asks closes the agent. */
export function connectNodes(
  { credentials, authority }: Pick<DatabaseCluster, 'credentials' | 'authority'>,
  { connectMs, ...options }: Omit<Agent.Options, 'connect'> & { readonly connectMs: number },
): NodeConnections {
  const connect = { timeout: connectMs, ...(authority !== undefined && { ca: authority }) }
  return { agent: new Agent({ ...options, connect }), headers: credentials ? headersOf(credentials) : {} }
}

function headersOf({ user, password }: ClusterCredentials): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}
