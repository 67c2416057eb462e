import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionInfo } from '#shared/app-surface.ts'
import type { Api } from '../api/client.ts'
import { commentsKey } from '../api/comments-queries.ts'
import { openEventStream } from '../api/event-stream.ts'
import { notificationsKey } from '../api/notifications-queries.ts'
import { onTeamMessage } from '../api/team-line.ts'
import { followPresence } from '../state/presence.ts'

/** Takes in what the people of a team are told beside changes; on a desktop nothing. */
export function useTeamUpdates(api: Api, { person }: SessionInfo): void {
  const queryClient = useQueryClient()
  const isInTeam = person !== null
  const { workspaceId } = api
  useEffect(() => {
    if (!isInTeam) return undefined
    const stops = [
      followPresence(workspaceId),
      openEventStream(
        api,
        ({ event }) => {
          // Those on a row go and come with it.
          if (event.startsWith('comment.') || event === 'entity.deleted' || event === 'entity.restored')
            void queryClient.invalidateQueries({ queryKey: commentsKey(workspaceId) })
        },
        () => undefined,
      ),
      onTeamMessage((_of, { event }) => {
        if (event === 'notified' || event === 'seated')
          void queryClient.invalidateQueries({ queryKey: notificationsKey })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [api, workspaceId, isInTeam, queryClient])
}
