import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SessionInfo } from '#shared/app-surface.ts'
import type { EventKind } from '#shared/events.ts'
import type { TeamMessage } from '#shared/team.ts'
import type { Api } from '../api/client.ts'
import { openEventStream, type StreamState, onTeamMessage } from '../api/event-stream.ts'
import { sessionKey } from '../api/people-queries.ts'
import type { StaleRule } from '../state/feature.tsx'
import { followPresence } from '../state/presence.ts'
import { features } from './features.ts'

/** Applies changes of others to the shown data; returns the state of the connection. */
export function useLiveUpdates(api: Api, { person }: SessionInfo): StreamState {
  const queryClient = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  const isInTeam = person !== null

  useEffect(() => {
    const stale = new StaleAnswers(queryClient, api.workspaceId)
    let wasOffline = false
    const takeState = (next: StreamState): void => {
      setState(next)
      if (next === 'live' && wasOffline) void queryClient.invalidateQueries()
      if (next === 'refused') void queryClient.invalidateQueries({ queryKey: sessionKey })
      wasOffline = next === 'offline'
    }
    const stops = [
      openEventStream(api, ({ event }) => stale.takeEvent(event), takeState),
      onTeamMessage((of, { event }) => of === api.workspaceId && stale.takeTeamMessage(event)),
      () => stale.close(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [api, queryClient])

  useEffect(() => (isInTeam ? followPresence(api.workspaceId) : undefined), [api, isInTeam])

  return state
}

const rules = features.flatMap(({ stale = [] }) => stale)

/** Refetches answers that an event makes stale, by the rules of the features. */
export class StaleAnswers {
  readonly #queryClient: Pick<QueryClient, 'invalidateQueries'>
  readonly #workspaceId: string
  readonly #waiting = new Map<StaleRule, ReturnType<typeof setTimeout>>()

  constructor(queryClient: Pick<QueryClient, 'invalidateQueries'>, workspaceId: string) {
    this.#queryClient = queryClient
    this.#workspaceId = workspaceId
  }

  takeEvent(event: EventKind): void {
    const [noun] = event.split('.')
    for (const rule of rules)
      if (rule.after?.some((each) => each === event || each === `${noun}.*`)) this.#apply(rule)
  }

  takeTeamMessage(event: TeamMessage['event']): void {
    for (const rule of rules) if (rule.afterTeamMessage?.some((each) => each === event)) this.#apply(rule)
  }

  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
  }

  #apply(rule: StaleRule): void {
    if (rule.waitMs === undefined) return this.#askAgain(rule)
    if (this.#waiting.has(rule)) return
    const ask = (): void => {
      this.#waiting.delete(rule)
      this.#askAgain(rule)
    }
    this.#waiting.set(rule, setTimeout(ask, rule.waitMs))
  }

  #askAgain({ key }: StaleRule): void {
    void this.#queryClient.invalidateQueries({ queryKey: key(this.#workspaceId) })
  }
}
