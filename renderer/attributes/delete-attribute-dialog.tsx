import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttributeConfig } from '#shared/attributes.ts'
import { deleteAttribute, filledCountQuery } from '../api/attributes-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { countOf } from '../ui/format-count.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

interface DeleteAttributeDialogProps {
  readonly config: AttributeConfig | undefined
  readonly onClose: () => void
  readonly returnsFocus?: () => boolean
}

/** Asks before an attribute is deleted, and says how many values go with it. */
export function DeleteAttributeDialog({ config, ...ends }: DeleteAttributeDialogProps) {
  return config && <OpenDialog key={config.id} config={config} {...ends} />
}

interface OpenDialogProps extends DeleteAttributeDialogProps {
  readonly config: AttributeConfig
}

function OpenDialog({ config, onClose, returnsFocus }: OpenDialogProps) {
  const { workspace, api } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: filled } = useQuery({ ...filledCountQuery(api, config), staleTime: 0 })
  const deletion = useMutation({
    mutationFn: (chosen: AttributeConfig) => deleteAttribute(workspace.id, chosen),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['attributes', workspace.id] })
      showSuccess(`${config.name} was deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${config.name}?`}
      action="Delete for good"
      subject={config}
      mutation={deletion}
      failure="The attribute was not deleted"
      disabled={filled === undefined}
      onClose={onClose}
      returnsFocus={returnsFocus}
    >
      <p>{filled === undefined ? 'Counting its values…' : tell(filled, config)}</p>
    </ConfirmDialog>
  )
}

function tell(filled: number, { name, entity_type: type }: AttributeConfig): string {
  const { singular, plural } = typeTexts[type]
  if (filled === 0)
    return `No ${singular} has a value of ${name}. The column goes for good; this cannot be undone.`
  const subject = countOf(filled, singular, plural.toLowerCase())
  return `${subject} ${filled === 1 ? 'has' : 'have'} a value of ${name}. Column and values go for good; this cannot be undone.`
}
