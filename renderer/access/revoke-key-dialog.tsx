import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '#shared/app-surface.ts'
import { keysKey, revokeKey } from '../api/keys-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

interface RevokeKeyDialogProps {
  /** The key to revoke; the dialog is open while there is one. */
  apiKey: ApiKey | undefined
  onRevoked: (key: ApiKey) => void
  onClose: () => void
}

export function RevokeKeyDialog({ apiKey, onRevoked, onClose }: RevokeKeyDialogProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => revokeKey(workspace.id, key.id),
    onSuccess: async (_answer, key) => {
      await queryClient.invalidateQueries({ queryKey: keysKey(workspace.id) })
      showSuccess(`${key.name} was revoked`)
      onRevoked(key)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey?.name ?? 'the key'}?`}
      action="Revoke the key"
      subject={apiKey}
      mutation={revoke}
      onClose={onClose}
    >
      <p>
        Whatever uses this key is refused from its next request on. This cannot be undone; a new key can be
        created.
      </p>
    </ConfirmDialog>
  )
}
