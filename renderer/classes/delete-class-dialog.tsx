import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AttributeClass } from '#shared/attribute-classes.ts'
import { classesKey, deleteClass } from '../api/classes-queries.ts'
import { countOf } from '../ui/format-count.ts'
import { typeTexts } from '../state/entity-types.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

interface DeleteClassDialogProps {
  readonly known: AttributeClass
  readonly onClose: () => void
}

/** Asks before a class is deleted, and says what stays. */
export function DeleteClassDialog({ known, onClose }: DeleteClassDialogProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: AttributeClass) => deleteClass(workspace.id, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: classesKey(workspace.id) })
      showSuccess(`${known.name} was deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${known.name}?`}
      action="Delete the class"
      subject={known}
      mutation={deletion}
      failure="The class was not deleted"
      onClose={onClose}
    >
      <p>{tell(known)}</p>
    </ConfirmDialog>
  )
}

function tell({ attributes, entity_type: type }: AttributeClass): string {
  const { singular } = typeTexts[type]
  if (attributes.length === 0) return 'It has no attributes, so nothing looks different without it.'
  const subject = attributes.length === 1 ? 'Its attribute' : `Its ${countOf(attributes.length, 'attribute')}`
  const verb = attributes.length === 1 ? 'stays' : 'stay'
  return `${subject} ${verb}, with all values. What no other class has is shown for every ${singular} again. This cannot be undone.`
}
