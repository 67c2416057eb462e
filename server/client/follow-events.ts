import { pause, type Transport } from './transport.ts'
import type { ChangeEvent, EntityType } from './types.ts'

export interface FollowOptions {
  /** Events behind this sequence number; without it those that come from now on. */
  readonly after?: number
  readonly type?: EntityType
  readonly signal?: AbortSignal
  /** How long to wait for more where there are none: 1000 ms unless said. */
  readonly everyMs?: number
}

interface EventPage {
  readonly data: readonly ChangeEvent[]
}

/** The changes of a workspace as they come, each once: a lost connection goes on where it was. */
export async function* followEvents(
  transport: Transport,
  { after, type, signal, everyMs = 1000 }: FollowOptions,
): AsyncGenerator<ChangeEvent, void, undefined> {
  const read = (more: Record<string, string>): Promise<EventPage> => {
    const query = new URLSearchParams({ ...(type && { type }), ...more })
    return transport.json('GET', '/events', { query, signal })
  }
  let last = after ?? (await read({ limit: '1' })).data[0]?.sequence ?? 0
  for (;;) {
    if (signal?.aborted) return
    const { data } = await read({ after: String(last), limit: '200' })
    for (const event of data) {
      last = event.sequence
      yield event
    }
    if (data.length === 0) await pause(everyMs, signal).catch(ignoreEnd(signal))
  }
}

/** Whoever gives the signal wants an end, and no error. */
function ignoreEnd(signal: AbortSignal | undefined): (error: unknown) => void {
  return (error) => {
    if (!signal?.aborted) throw error
  }
}
