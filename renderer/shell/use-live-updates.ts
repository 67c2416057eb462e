import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EventRecord } from '#shared/events.ts'
import type { Api } from '../api/client.ts'
import { classesKey } from '../api/classes-queries.ts'
import { channelsKey, completenessKey } from '../api/channels-queries.ts'
import { openEventStream, type StreamState } from '../api/event-stream.ts'
import { sessionKey } from '../api/session-queries.ts'
import { treeKey } from '../api/tree-queries.ts'
import { trashKey } from '../api/trash-requests.ts'
import { countKey } from '../query/list-queries.ts'

const settleMs = 400

/** Keeps counts and definitions current with what others change; tells the state of the connection. */
export function useLiveUpdates(api: Api): StreamState {
  const queryClient = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')

  useEffect(() => {
    let wasOffline = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshCounts = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey: countKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: completenessKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: treeKey(api.workspaceId) })
      }, settleMs)
    }
    const takeEvent = ({ event }: EventRecord): void => {
      if (event.startsWith('attribute.')) {
        void queryClient.invalidateQueries({ queryKey: ['attributes', api.workspaceId] })
        void queryClient.invalidateQueries({ queryKey: channelsKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: classesKey(api.workspaceId) })
        refreshCounts()
      }
      if (event.startsWith('entity.')) refreshCounts()
      if (event === 'entity.deleted' || event === 'entity.restored')
        void queryClient.invalidateQueries({ queryKey: trashKey(api.workspaceId) })
    }
    const takeState = (next: StreamState): void => {
      setState(next)
      // Whatever was missed while the server was away is asked for anew.
      if (next === 'live' && wasOffline) void queryClient.invalidateQueries()
      if (next === 'refused') void queryClient.invalidateQueries({ queryKey: sessionKey })
      wasOffline = next === 'offline'
    }
    const close = openEventStream(api, takeEvent, takeState)
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [api, queryClient])

  return state
}
