import { FuzzClient } from './send-call.ts'
import type { Sender } from './role-rules.ts'

export interface FuzzSenders {
  readonly workspaceId: string
  readonly clients: ReadonlyMap<Sender, FuzzClient>
  /** Returns somebody whose account or session may end with the next request; a new one once it has. */
  expendable(): Promise<FuzzClient>
  spent(): void
  /** Everybody confirms their identity before the server asks for it. */
  confirm(): Promise<void>
  close(): void
}

export function ownerAlone(
  baseUrl: string,
  { workspaceId, headers }: { workspaceId: string; headers: Readonly<Record<string, string>> },
): FuzzSenders {
  const owner = new FuzzClient(baseUrl, headers)
  return {
    workspaceId,
    clients: new Map([['owner', owner]]),
    expendable: () => Promise.resolve(owner),
    spent: () => undefined,
    confirm: () => Promise.resolve(),
    close: () => owner.close(),
  }
}
