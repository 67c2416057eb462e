import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import type { Role } from '#shared/team.ts'
import { attributesKey, turnAttribute } from '../api/attributes-queries.ts'
import { undoEdit } from '../api/changes-queries.ts'
import { AliasEditor } from '../state/alias-editor.tsx'
import { roleTexts } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'
import { type AttributeEdit, type EditFaults, readers, restrictable } from './attribute-edit.ts'
import { MoreRules } from './more-rules.tsx'

interface StoredFieldsProps {
  readonly config: AttributeConfig
  readonly edit: AttributeEdit
  readonly faults: EditFaults
  readonly nameOfChannel: (key: string) => string
  readonly onChange: (part: Partial<AttributeEdit>) => void
  readonly onTurned: () => void
}

/** Fields of an attribute that need it to be stored. */
export function StoredFields({ config, edit, faults, nameOfChannel, onChange, onTurned }: StoredFieldsProps) {
  const { session } = useWorkspace()
  const { data_type: type } = config
  const hasSpellings = dataTypeTraits[type].options !== 'none' || type === 'single_line_text_field'
  return (
    <>
      {hasSpellings && <Spellings config={config} />}
      <PictureTurn config={config} onDone={onTurned} />
      <MoreRules
        edit={edit}
        faults={faults}
        isProduct={config.entity_type === 'product'}
        nameOfChannel={nameOfChannel}
        onChange={onChange}
      />
      {session.person !== null && config.writable && (
        <RolesField
          legend={t('Who may change its values')}
          roles={restrictable}
          value={edit.editableBy}
          hint={faults.editableBy ?? t('Owners always can. For everybody else the column shows a lock.')}
          onChange={(editableBy) => onChange({ editableBy })}
        />
      )}
      {session.person !== null && !config.is_primary && (
        <RolesField
          legend={t('Who may read its values')}
          roles={readers}
          value={edit.readableBy}
          hint={
            faults.readableBy ??
            t('Owners always can. For everybody else it is not there, nor what is computed from it.')
          }
          onChange={(readableBy) => onChange({ readableBy })}
        />
      )}
    </>
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

interface RolesFieldProps {
  readonly legend: string
  readonly roles: readonly Role[]
  readonly value: readonly Role[]
  readonly hint: string
  readonly onChange: (roles: readonly Role[]) => void
}

function RolesField({ legend, roles, value, hint, onChange }: RolesFieldProps) {
  return (
    <fieldset className="attribute-rules">
      <legend>{legend}</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={roleTexts()[role].name}
          checked={value.includes(role)}
          onChange={(isIn) => onChange(roles.filter((each) => (each === role ? isIn : value.includes(each))))}
        />
      ))}
      <p className="ui-field-hint">{hint}</p>
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
