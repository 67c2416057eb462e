import { FuzzClient } from './send-call.ts'
import type { Sender } from './role-rules.ts'

/** Who sends the requests of the trial. */
export interface FuzzSenders {
  readonly workspaceId: string
  /** By their role; at a desktop there is the owner alone. */
  readonly clients: ReadonlyMap<Sender, FuzzClient>
  /** Somebody whose account or session may end with the next request; made anew once it has. */
  expendable(): Promise<FuzzClient>
  /** Says that the account or the session of the last one has ended. */
  spent(): void
  /** Everybody says again who they are, before the server asks for it. */
  confirm(): Promise<void>
  close(): void
}

/** The owner at a desktop, where nobody signs in. */
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
