import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Channel, ChannelSetup } from '#shared/channels.ts'
import { channelsKey, completenessKey, setUpChannel } from '../api/channels-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** Changes what the owner said of a channel; `what` names it where that fails. */
export function useChannelSetup(key: Channel['key'], what: string) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ChannelSetup) => setUpChannel(workspace.id, key, body),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
        queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
      ]),
    // The name of the field is one of the API's; people read the label.
    onError: ({ message }) =>
      showError(t('{what} was not changed', { what }), { description: message.replace(/^[\w.]+: /, '') }),
  })
}
