import { useQuery } from '@tanstack/react-query'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import type { DialogProps } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { DeleteAttributeDialog } from './delete-attribute-dialog.tsx'
import { EditAttributeDialog } from './edit-attribute-dialog.tsx'

interface Column {
  readonly type: EntityType
  readonly key: string
}

declare module '../state/dialogs.ts' {
  interface DialogData {
    'edit-attribute': Column
    'delete-attribute': Column
  }
}

export function EditColumnAttribute({ request, onClose }: DialogProps<'edit-attribute'>) {
  const { config, otherNames } = useAttribute(request)
  return <EditAttributeDialog config={config} takenNames={otherNames} onClose={onClose} />
}

export function DeleteColumnAttribute({ request, onClose }: DialogProps<'delete-attribute'>) {
  const { config } = useAttribute(request)
  return <DeleteAttributeDialog config={config} onClose={onClose} returnsFocus={toNothing} />
}

// The header that opened it may be gone: the grid takes the focus.
const toNothing = (): boolean => false

interface NamedAttribute {
  readonly config: AttributeConfig | undefined
  readonly otherNames: readonly string[]
}

function useAttribute(column: Column | undefined): NamedAttribute {
  const { workspace } = useWorkspace()
  const { data: configs = [] } = useQuery({
    ...attributeConfigsQuery(workspace.id, column?.type ?? 'product'),
    enabled: column !== undefined,
  })
  return {
    config: configs.find(({ key }) => key === column?.key),
    otherNames: configs.filter(({ key }) => key !== column?.key).map(({ name }) => name),
  }
}
