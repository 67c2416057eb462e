import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import type { AttributeConfig } from '#shared/attributes.ts'
import { attributesKey, turnAttribute } from '../api/attributes-queries.ts'
import { undoEdit } from '../api/changes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'

interface PictureTurnProps {
  readonly config: AttributeConfig
  readonly onDone: () => void
}

/** Turns the pictures of cells into images that cells refer to, or back; nothing for other attributes. */
export function PictureTurn({ config, onDone }: PictureTurnProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const isToImages = config.data_type === 'image'
  const refresh = () => queryClient.invalidateQueries({ queryKey: attributesKey(api.workspaceId) })
  const undo = (edit: string): void => {
    void undoEdit(api, edit)
      .then(refresh)
      .then(() => showSuccess(t('Taken back')))
      .catch((error: unknown) =>
        showError(t('This could not be taken back'), { description: errorText(error) }),
      )
  }
  const turn = useMutation({
    mutationFn: () => turnAttribute(api, config),
    onSuccess: async (edit) => {
      await refresh()
      const title = isToImages
        ? t('{name} refers to images now', { name: config.name })
        : t('{name} holds pictures now', { name: config.name })
      showSuccess(title, {
        isPassing: false,
        ...(edit !== undefined && { action: { label: t('Undo'), onPress: () => undo(edit) } }),
      })
      onDone()
    },
  })
  if (!canTurn(config)) return null
  return (
    <div className="attribute-turn">
      <p className="ui-field-hint">
        {isToImages
          ? t(
              'Each picture is a value of its cell. As an image it can have texts and stand at several products.',
            )
          : t('Cells refer to images. Turned back, each cell holds the file of its one image.')}
      </p>
      <Button busy={turn.isPending} onClick={() => turn.mutate()}>
        <Images aria-hidden />
        {isToImages ? t('Turn into references to images') : t('Turn back into pictures')}
      </Button>
      {turn.error && (
        <p className="ui-field-error" role="alert">
          {turn.error.message}
        </p>
      )}
    </div>
  )
}

function canTurn({ data_type: type, entity_type: of, reference }: AttributeConfig): boolean {
  if (of === 'image') return false
  const refers = type === 'entity_reference' || type === 'entity_list_reference'
  return type === 'image' || (refers && reference?.type === 'image')
}
