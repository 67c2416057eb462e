import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionInfo } from '#shared/app-surface.ts'
import type { Api } from '../api/client.ts'
import { commentsKey } from '../api/comments-queries.ts'
import { openEventStream } from '../api/event-stream.ts'
import { notificationsKey } from '../api/notifications-queries.ts'
import { onTeamMessage } from '../api/team-messages.ts'
import { worklistsKey } from '../api/worklists-queries.ts'
import { followPresence } from '../state/presence.ts'

/** A little longer than the server keeps a count. */
const countsLiveMs = 2_500

/** Takes in what the people of a team are told beside changes; on a desktop nothing. */
export function useTeamUpdates(api: Api, { person }: SessionInfo): void {
  const queryClient = useQueryClient()
  const isInTeam = person !== null
  const { workspaceId } = api
  useEffect(() => {
    if (!isInTeam) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshWorklists = (): void =>
      void queryClient.invalidateQueries({ queryKey: worklistsKey(workspaceId) })
    const countLater = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        refreshWorklists()
      }, countsLiveMs)
    }
    const stops = [
      () => clearTimeout(timer),
      followPresence(workspaceId),
      openEventStream(
        api,
        ({ event }) => {
          // The comments on a row are deleted and restored with it.
          if (event.startsWith('comment.') || event === 'entity.deleted' || event === 'entity.restored')
            void queryClient.invalidateQueries({ queryKey: commentsKey(workspaceId) })
          if (event.startsWith('entity.')) countLater()
        },
        () => undefined,
      ),
      onTeamMessage((of, { event }) => {
        if (event === 'worklists' && of === workspaceId) refreshWorklists()
        if (event === 'notified' || event === 'seated')
          void queryClient.invalidateQueries({ queryKey: notificationsKey })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [api, workspaceId, isInTeam, queryClient])
}
