import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { attributesKey, attributesQuery, createAttribute } from '../api/attributes-queries.ts'
import type { Api } from '../api/client.ts'
import { awaitedColumn, type ColumnPosition, type DialogProps, useOpenDialog } from '../state/dialogs.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { useLocation, useShownType } from '../query/location.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace, openGrid } from '../state/workspace-context.ts'
import {
  attributeParts,
  checkDraft,
  tryParts,
  emptyDraft,
  toAttributeCreate,
  type AttributeDraft,
  type DraftFaults,
} from './attribute-draft.ts'
import { AttributeForm } from './attribute-form.tsx'
import { explainRefusal } from '../api/api-error.ts'
import { t, inSentence } from '../ui/text.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    'add-attribute': { readonly type?: EntityType; readonly position?: ColumnPosition }
  }
}

export function AddAttributeDialog({ request, onClose }: DialogProps<'add-attribute'>) {
  const open = request !== undefined
  const shown = useShownType()
  const type = request?.type ?? shown
  const formId = useId()
  const isAtColumn = useRef(false)
  useEffect(() => {
    if (open) isAtColumn.current = false
  }, [open])
  const goToColumn = useGoToColumn(type, request?.position)
  const takeAdded = (attribute: AttributeConfig): void => {
    isAtColumn.current = goToColumn(attribute)
    onClose()
  }
  const [isPending, setIsPending] = useState(false)
  return (
    <Dialog
      title={t('Add an attribute to {plural}', { plural: inSentence(typeTexts()[type].plural) })}
      description={t(
        'A column of the grid: every {singular} can have a value. Scripts and agents use its key.',
        {
          singular: typeTexts()[type].singular,
        },
      )}
      open={open}
      onClose={onClose}
      keepOnOutsidePress
      returnsFocus={() => !isAtColumn.current}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isPending}>
            {t('Add attribute')}
          </Button>
        </>
      }
    >
      <DraftForm id={formId} type={type} onPending={setIsPending} onDone={takeAdded} onLeave={onClose} />
    </Dialog>
  )
}

function useGoToColumn(type: EntityType, position: ColumnPosition | undefined) {
  const { change } = useLocation()
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  return ({ key, name, ai_generated: isGenerated }: AttributeConfig): boolean => {
    const go = (): void =>
      awaitedColumn.set({ present: { workspaceId: workspace.id, type, id: key, position } })
    const show = (): void => change({ view: type, query: emptyGridQuery, shape: undefined })
    const isOnScreen = openGrid.get()?.type === type
    if (isOnScreen) go()
    const action = { label: t('Go to the column'), onPress: () => (go(), show()) }
    const generate = {
      label: t('Generate values…'),
      onPress: () => openDialog({ kind: 'generate', type, attributes: [key] }),
    }
    showSuccess(
      t('{name} was added', { name }),
      isGenerated ? { action: generate } : isOnScreen ? {} : { action },
    )
    return isOnScreen
  }
}

interface DraftFormProps {
  id: string
  type: EntityType
  onPending: (isPending: boolean) => void
  onDone: (added: AttributeConfig) => void
  onLeave: () => void
}

function DraftForm({ id, type, onPending, onDone, onLeave }: DraftFormProps) {
  const { api } = useWorkspace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, type))
  // Entities need a name, and people define it first.
  const [draft, setDraft] = useState<AttributeDraft>({ ...emptyDraft, isPrimary: attributes.length === 0 })
  const [faults, setFaults] = useState<DraftFaults>({})
  const creation = useCreation(api, type, { onPending, onDone, onRefused: setFaults })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = checkDraft(
      draft,
      attributes.map(({ name }) => name),
    )
    setFaults(found)
    if (Object.keys(found).length === 0) creation.mutate(draft)
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      <AttributeForm
        draft={draft}
        faults={faults}
        type={type}
        tried={{ type, definition: toAttributeCreate(type, draft) }}
        onTryRefused={(error) => {
          const { general, ...found } = explainRefusal(error, tryParts(attributeParts))
          setFaults(found)
          return general
        }}
        onLeave={onLeave}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </form>
  )
}

interface CreationEnds {
  onPending: (isPending: boolean) => void
  onDone: (added: AttributeConfig) => void
  onRefused: (faults: DraftFaults) => void
}

function useCreation(api: Api, type: EntityType, { onPending, onDone, onRefused }: CreationEnds) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: AttributeDraft) => createAttribute(api, toAttributeCreate(type, draft)),
    onMutate: () => onPending(true),
    onSettled: () => onPending(false),
    onError: (error) => onRefused(explainRefusal(error, attributeParts)),
    onSuccess: async (added) => {
      await queryClient.invalidateQueries({ queryKey: [...attributesKey(api.workspaceId), type] })
      onDone(added)
    },
  })
}
