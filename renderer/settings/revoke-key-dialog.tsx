import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '#shared/app-surface.ts'
import { keysKey, revokeKey } from '../api/keys-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'

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
    <Dialog
      title={`Revoke ${apiKey?.name ?? 'the key'}?`}
      open={apiKey !== undefined}
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={revoke.isPending}
            onClick={() => apiKey !== undefined && revoke.mutate(apiKey)}
          >
            Revoke the key
          </Button>
        </>
      }
    >
      <p>
        Whatever uses this key is refused from its next request on. This cannot be undone; a new key can be
        created.
      </p>
      {revoke.error !== null && <Notice tone="danger">{revoke.error.message}</Notice>}
    </Dialog>
  )
}
