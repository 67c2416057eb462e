import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import { AliasEditor } from '../state/alias-editor.tsx'
import { channelsQuery } from '../api/channels-queries.ts'
import { attributesKey, updateAttribute, turnAttribute } from '../api/attributes-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showSuccess, errorText, showError } from '../ui/toast.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { useShowsTechnicalDetails } from '../state/appearance.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { attributeParts, checkDraft, tryParts } from './attribute-draft.ts'
import {
  checkEdit,
  checkStored,
  editParts,
  toEdit,
  toPatch,
  type AttributeEdit,
  type EditFaults,
  restrictable,
} from './attribute-edit.ts'
import { AttributeForm } from './attribute-form.tsx'
import { explainRefusal } from '../api/api-error.ts'
import { attributeKindOf, cellTraits } from '../query/data-types.ts'
import { MoreRules } from './more-rules.tsx'
import { t, tNodes } from '../ui/text.ts'
import type { Role } from '#shared/team.ts'
import { roleTexts } from '../state/rights.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Images } from 'lucide-react'
import { undoEdit } from '../api/changes-queries.ts'

interface EditAttributeDialogProps {
  readonly config: AttributeConfig | undefined
  readonly takenNames: readonly string[]
  readonly onClose: () => void
}

function Kind({ config }: { config: AttributeConfig }) {
  const { name } = cellTraits()[attributeKindOf(config.data_type, config.constraints)]
  if (!useShowsTechnicalDetails()) return name
  return tNodes('{name} with the key {code}, which scripts use and which stays.', {
    name,
    code: <code>{config.key}</code>,
  })
}

export function EditAttributeDialog({ config, takenNames, onClose }: EditAttributeDialogProps) {
  const formId = useId()
  const [isPending, setIsPending] = useState(false)
  return (
    <Dialog
      title={t('Edit {name}', { name: config?.name ?? t('the attribute') })}
      description={config && <Kind config={config} />}
      open={config !== undefined}
      onClose={onClose}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      {config && (
        <EditForm
          {...{ config, takenNames }}
          id={formId}
          onPending={setIsPending}
          onDone={onClose}
          onLeave={onClose}
        />
      )}
    </Dialog>
  )
}

interface EditFormProps {
  readonly id: string
  readonly config: AttributeConfig
  readonly takenNames: readonly string[]
  readonly onPending: (isPending: boolean) => void
  readonly onDone: () => void
  readonly onLeave: () => void
}

function EditForm({ id, config, takenNames, onPending, onDone, onLeave }: EditFormProps) {
  const { api, session } = useWorkspace()
  const isInTeam = session.person !== null
  const { data: channels } = useQuery(channelsQuery(api))
  const [edit, setEdit] = useState(() => toEdit(config))
  const [faults, setFaults] = useState<EditFaults>(() => checkStored(config))
  const change = (part: Partial<AttributeEdit>): void => setEdit({ ...edit, ...part })
  const saving = useSaving(config, { onPending, onDone, onRefused: setFaults })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = { ...checkDraft(edit, takenNames), ...checkEdit(edit, config) }
    setFaults(found)
    if (Object.keys(found).length === 0) saving.mutate(edit)
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      <AttributeForm
        draft={edit}
        faults={faults}
        type={config.entity_type}
        failure={t('The attribute was not changed')}
        tried={{ type: config.entity_type, key: config.key, definition: toPatch(config, edit) }}
        onTryRefused={(error) => {
          const { general, ...found } = explainRefusal(error, tryParts([...editParts, ...attributeParts]))
          setFaults(found)
          return general
        }}
        onLeave={onLeave}
        onChange={change}
      />
      {(dataTypeTraits[config.data_type].options !== 'none' ||
        config.data_type === 'single_line_text_field') && <Spellings config={config} />}
      <PictureTurn config={config} onDone={onDone} />
      <MoreRules
        edit={edit}
        faults={faults}
        isProduct={config.entity_type === 'product'}
        nameOfChannel={(key) => channels?.find((channel) => channel.key === key)?.name ?? key}
        onChange={change}
      />
      {isInTeam && config.writable && (
        <EditableBy
          value={edit.editableBy}
          error={faults.editableBy}
          onChange={(editableBy) => change({ editableBy })}
        />
      )}
    </form>
  )
}

/** The spellings that stand for other values of the attribute since a merge. */
function Spellings({ config: { entity_type: type, key } }: { config: AttributeConfig }) {
  return (
    <fieldset className="attribute-rules">
      <legend>{t('Other spellings of its values')}</legend>
      <AliasEditor subject={{ type, attribute: key }} />
    </fieldset>
  )
}

interface SavingEnds {
  readonly onPending: (isPending: boolean) => void
  readonly onDone: () => void
  readonly onRefused: (faults: EditFaults) => void
}

function useSaving(config: AttributeConfig, { onPending, onDone, onRefused }: SavingEnds) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const openDialog = useOpenDialog()
  return useMutation({
    mutationFn: async (edit: AttributeEdit) => {
      const patch = toPatch(config, edit)
      if (Object.keys(patch).length > 0) await updateAttribute(api, config, patch)
      return edit
    },
    onMutate: () => onPending(true),
    onSettled: () => onPending(false),
    onError: (error) => onRefused(explainRefusal(error, [...editParts, ...attributeParts])),
    onSuccess: async ({ name, generation }) => {
      await queryClient.invalidateQueries({ queryKey: attributesKey(api.workspaceId) })
      const generate = {
        label: t('Generate values…'),
        onPress: () => openDialog({ kind: 'generate', type: config.entity_type, attributes: [config.key] }),
      }
      const action = generation.isGenerated ? { action: generate } : {}
      showSuccess(t('{name} was saved', { name: name.trim() }), action)
      onDone()
    },
  })
}

interface EditableByProps {
  readonly value: readonly Role[]
  readonly error: string | undefined
  readonly onChange: (roles: readonly Role[]) => void
}

function EditableBy({ value, error, onChange }: EditableByProps) {
  return (
    <fieldset className="attribute-rules">
      <legend>{t('Who may change its values')}</legend>
      {restrictable.map((role) => (
        <Checkbox
          key={role}
          label={roleTexts()[role].name}
          checked={value.includes(role)}
          onChange={(isIn) =>
            onChange(restrictable.filter((each) => (each === role ? isIn : value.includes(each))))
          }
        />
      ))}
      <p className="ui-field-hint">
        {error ?? t('Owners always can. For everybody else the column shows a lock.')}
      </p>
    </fieldset>
  )
}

interface PictureTurnProps {
  readonly config: AttributeConfig
  readonly onDone: () => void
}

/** Turns the pictures of cells into images that cells refer to, or back; nothing for other attributes. */
function PictureTurn({ config, onDone }: PictureTurnProps) {
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
