import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttributeConfig } from '#shared/attributes.ts'
import { deleteAttribute, filledCountQuery } from '../api/attributes-queries.ts'
import { typeTexts } from '../shell/entity-types.ts'
import { countOf } from '../shell/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'

interface DeleteAttributeDialogProps {
  readonly config: AttributeConfig | undefined
  readonly onClose: () => void
}

/** Asks before an attribute is deleted, and says how many values go with it. */
export function DeleteAttributeDialog({ config, onClose }: DeleteAttributeDialogProps) {
  return config && <OpenDialog key={config.id} config={config} onClose={onClose} />
}

function OpenDialog({ config, onClose }: { config: AttributeConfig; onClose: () => void }) {
  const { workspace, api } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: filled } = useQuery({ ...filledCountQuery(api, config), staleTime: 0 })
  const deletion = useMutation({
    mutationFn: () => deleteAttribute(workspace.id, config),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['attributes', workspace.id] })
      showSuccess(`${config.name} was deleted`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`Delete ${config.name}?`}
      open
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={deletion.isPending}
            disabled={filled === undefined}
            onClick={() => deletion.mutate()}
          >
            Delete for good
          </Button>
        </>
      }
    >
      <p>{filled === undefined ? 'Counting its values…' : tell(filled, config)}</p>
      {deletion.error !== null && (
        <Notice tone="danger" title="The attribute was not deleted">
          {deletion.error.message}
        </Notice>
      )}
    </Dialog>
  )
}

function tell(filled: number, { name, entity_type: type }: AttributeConfig): string {
  const { singular, plural } = typeTexts[type]
  if (filled === 0)
    return `No ${singular} has a value of ${name}. The column goes for good; this cannot be undone.`
  const subject = countOf(filled, singular, plural.toLowerCase())
  return `${subject} ${filled === 1 ? 'has' : 'have'} a value of ${name}. Column and values go for good; this cannot be undone.`
}
