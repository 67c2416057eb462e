import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agentsKey, revokeGrant } from '../api/agents-queries.ts'
import { keysKey, revokeKey } from '../api/keys-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import type { ConnectedAgent } from './agents.ts'

interface RevokeAgentDialogProps {
  /** The agent whose access ends; the dialog is open while there is one. */
  agent: ConnectedAgent | undefined
  onClose: () => void
}

export function RevokeAgentDialog({ agent, onClose }: RevokeAgentDialogProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ kind, id }: ConnectedAgent) =>
      kind === 'grant' ? revokeGrant(workspace.id, id) : revokeKey(workspace.id, id),
    onSuccess: async (_answer, { name }) => {
      await queryClient.invalidateQueries({ queryKey: agentsKey(workspace.id) })
      await queryClient.invalidateQueries({ queryKey: keysKey(workspace.id) })
      showSuccess(`The access of ${name} was ended`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`End the access of ${agent?.name ?? 'the agent'}?`}
      action="End the access"
      subject={agent}
      mutation={revoke}
      onClose={onClose}
    >
      <p>
        The agent is refused from its next request on.{' '}
        {agent?.kind === 'key'
          ? 'Its API key cannot be used again; whatever else uses the key is refused too.'
          : 'It can ask again, and you will be asked again.'}{' '}
        What it has done stays.
      </p>
    </ConfirmDialog>
  )
}
