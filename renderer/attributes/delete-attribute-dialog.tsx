import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttributeConfig } from '#shared/attributes.ts'
import {
  attributesKey,
  deleteAttribute,
  filledCountQuery,
  attributeConfigsQuery,
} from '../api/attributes-queries.ts'
import { typeTexts, formatEntityCount } from '../state/entity-types.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import type { EntityType } from '#shared/entities.ts'
import type { DialogProps } from '../state/dialogs.ts'

interface DeleteAttributeDialogProps {
  readonly config: AttributeConfig | undefined
  readonly onClose: () => void
  readonly returnsFocus?: () => boolean
}

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
      await queryClient.invalidateQueries({ queryKey: attributesKey(workspace.id) })
      showSuccess(t('{name} was deleted', { name: config.name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: config.name })}
      action={t('Delete for good')}
      subject={config}
      mutation={deletion}
      failure={t('The attribute was not deleted')}
      disabled={filled === undefined}
      onClose={onClose}
      returnsFocus={returnsFocus}
    >
      <p>{filled === undefined ? t('Counting its values…') : describe(filled, config)}</p>
    </ConfirmDialog>
  )
}

function describe(filled: number, { name, entity_type: type }: AttributeConfig): string {
  const { singular } = typeTexts()[type]
  if (filled === 0)
    return t(
      'No {singular} has a value of {name}. The column will be deleted for good; this cannot be undone.',
      {
        singular,
        name,
      },
    )
  const subject = formatEntityCount(filled, type)
  return t(
    '{subject} {filled, plural, one {has} other {have}} a value of {name}. The column and its values will be deleted for good; this cannot be undone.',
    { subject, filled, name },
  )
}

declare module '../state/dialogs.ts' {
  interface DialogData {
    'delete-attribute': { readonly type: EntityType; readonly key: string }
  }
}

export function DeleteColumnAttribute({ request, onClose }: DialogProps<'delete-attribute'>) {
  const { workspace } = useWorkspace()
  const { data: configs = [] } = useQuery({
    ...attributeConfigsQuery(workspace.id, request?.type ?? 'product'),
    enabled: request !== undefined,
  })
  const config = configs.find(({ key }) => key === request?.key)
  return <DeleteAttributeDialog config={config} onClose={onClose} returnsFocus={toNothing} />
}

// The header that opened it may be gone: the grid takes the focus.
const toNothing = (): boolean => false
