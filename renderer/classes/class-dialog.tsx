import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent, useMemo, type PointerEvent } from 'react'
import type { AttributeClass } from '#shared/attribute-classes.ts'
import type { EntityType } from '#shared/entities.ts'
import { classesKey, createClass, updateClass, attributesQuery } from '../api/attributes-queries.ts'
import { typeTexts, useTree } from '../state/entity-types.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import {
  checkClassDraft,
  emptyClassDraft,
  explainClassRefusal,
  toClassDraft,
  toClassPatch,
  toNewClass,
  type ClassDraft,
  type ClassFaults,
  findCategories,
  formatPath,
} from './class-draft.ts'
import { Field, TextField } from '../ui/field.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import { t, inSentence, cachedByLanguage } from '../ui/text.ts'
import { X } from 'lucide-react'
import { requirementLevels, type Requirement } from '#shared/channels.ts'
import { moveColumn } from '../state/grid-layout.ts'
import { OrderGrip, useListDrag } from '../ui/follow-drag.tsx'
import { Select } from '../ui/select.tsx'

interface ClassDialogProps {
  readonly type: EntityType
  readonly known: AttributeClass | undefined
  readonly takenNames: readonly string[]
  readonly onClose: () => void
}

export function ClassDialog({ type, known, takenNames, onClose }: ClassDialogProps) {
  const formId = useId()
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      title={known ? t('Edit {name}', { name: known.name }) : t('New class')}
      description={
        known
          ? t('Values are kept, whatever you change here.')
          : t('What {plural} of some categories show and need.', {
              plural: inSentence(typeTexts()[type].plural),
            })
      }
      open
      onClose={onClose}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isPending}>
            {known ? t('Save') : t('Create class')}
          </Button>
        </>
      }
    >
      <ClassForm {...{ type, known, takenNames }} id={formId} onPending={setPending} onDone={onClose} />
    </Dialog>
  )
}

interface ClassFormProps extends Omit<ClassDialogProps, 'onClose'> {
  readonly id: string
  readonly onPending: (isPending: boolean) => void
  readonly onDone: () => void
}

type ClassAttribute = AttributeClass['attributes'][number]

const requirementTexts = cachedByLanguage((): Readonly<Record<Requirement, string>> => ({
  required: t('Required'),
  recommended: t('Recommended'),
  optional: t('Optional'),
}))

interface ClassAttributesFieldProps {
  readonly type: EntityType
  readonly attributes: readonly ClassAttribute[]
  readonly error: string | undefined
  readonly onChange: (attributes: ClassAttribute[]) => void
}

function ClassAttributesField({ type, attributes, error, onChange }: ClassAttributesFieldProps) {
  const { api } = useWorkspace()
  const { data: known = [] } = useQuery(attributesQuery(api, type))
  const id = useId()
  const nameOf = new Map(known.map(({ key, name }) => [key, name]))
  const { list, startDrag, move } = useOrder(attributes, onChange)
  const chosen = new Set(attributes.map(({ key }) => key))
  return (
    <fieldset className="class-attributes" aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend className="ui-field-label">{t('Attributes')}</legend>
      {attributes.length > 0 && (
        <ul ref={list} aria-label={t('Attributes of the class')}>
          {attributes.map((attribute) => (
            <AttributeLine
              key={attribute.key}
              attribute={attribute}
              name={nameOf.get(attribute.key) ?? attribute.key}
              onGrab={(event) => startDrag(event, attribute.key)}
              onMove={(step) => move(attribute.key, step)}
              onChange={(requirement) =>
                onChange(attributes.map((each) => (each === attribute ? { ...each, requirement } : each)))
              }
              onRemove={() => onChange(attributes.filter((each) => each !== attribute))}
            />
          ))}
        </ul>
      )}
      <AddAttribute
        choices={known.filter(({ key }) => !chosen.has(key))}
        onAdd={(key) => onChange([...attributes, { key, requirement: 'optional' }])}
      />
      <p className="ui-field-hint" id={`${id}-hint`}>
        {t(
          'Attributes without a class are shown for every product. Attributes of a class are shown only where the class applies.',
        )}
      </p>
      {error !== undefined && (
        <p className="ui-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface AddAttributeProps {
  readonly choices: readonly { readonly key: string; readonly name: string }[]
  readonly onAdd: (key: string) => void
}

function AddAttribute({ choices, onAdd }: AddAttributeProps) {
  return (
    <TokenPicker
      label={t('Add an attribute to the class')}
      tokens={[]}
      choices={choices.map(({ key, name }) => ({ value: key, label: name }))}
      placeholder={t('Add an attribute…')}
      onChange={(added) => {
        for (const { value } of added) onAdd(value)
      }}
    />
  )
}

function useOrder(attributes: readonly ClassAttribute[], onChange: (attributes: ClassAttribute[]) => void) {
  const keys = attributes.map(({ key }) => key)
  const put = (ordered: readonly string[]): void =>
    onChange(ordered.flatMap((key) => attributes.find((each) => each.key === key) ?? []))
  const drag = useListDrag((key, target) => put(moveColumn(keys, key, target)))
  const move = (key: string, step: 1 | -1): void => {
    const target = keys[keys.indexOf(key) + step]
    if (target !== undefined)
      put(moveColumn(keys, key, { id: target, side: step === 1 ? 'behind' : 'before' }))
  }
  return { ...drag, move }
}

interface AttributeLineProps {
  readonly attribute: ClassAttribute
  readonly name: string
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onMove: (step: 1 | -1) => void
  readonly onChange: (requirement: Requirement) => void
  readonly onRemove: () => void
}

function AttributeLine(props: AttributeLineProps) {
  const { attribute, name, onGrab, onMove, onChange, onRemove } = props
  return (
    <li className="class-attribute" data-item={attribute.key}>
      <OrderGrip name={name} onGrab={onGrab} onMove={onMove} />
      <span className="class-attribute-name">{name}</span>
      <Select
        label={t('How much {name} is needed', { name })}
        value={attribute.requirement}
        options={requirementLevels.map((value) => ({ value, label: requirementTexts()[value] }))}
        onChange={onChange}
      />
      <IconButton label={t('Remove {name}', { name })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

function ClassForm({ id, type, known, takenNames, onPending, onDone }: ClassFormProps) {
  const [draft, setDraft] = useState<ClassDraft>(known ? toClassDraft(known) : emptyClassDraft)
  const [faults, setFaults] = useState<ClassFaults>({})
  const change = (part: Partial<ClassDraft>): void => setDraft({ ...draft, ...part })
  const saving = useSaving(type, known, { onPending, onDone, onRefused: setFaults })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = checkClassDraft(draft, takenNames)
    setFaults(found)
    if (Object.keys(found).length === 0) saving.mutate(draft)
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {faults.general !== undefined && (
        <Notice tone="danger" title={t('The class was not saved')}>
          {faults.general}
        </Notice>
      )}
      <TextField
        label={t('Name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={faults.name}
        placeholder={t('Seats')}
        maxLength={200}
      />
      <ClassCategoriesField
        ids={draft.categoryIds}
        error={faults.categories}
        onChange={(categoryIds) => change({ categoryIds })}
      />
      <ClassAttributesField
        type={type}
        attributes={draft.attributes}
        error={faults.attributes}
        onChange={(attributes) => change({ attributes })}
      />
    </form>
  )
}

interface SavingEnds {
  readonly onPending: (isPending: boolean) => void
  readonly onDone: () => void
  readonly onRefused: (faults: ClassFaults) => void
}

function useSaving(type: EntityType, known: AttributeClass | undefined, ends: SavingEnds) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ClassDraft) =>
      known
        ? updateClass(workspace.id, known.id, toClassPatch(known, draft))
        : createClass(workspace.id, toNewClass(type, draft)),
    onMutate: () => ends.onPending(true),
    onSettled: () => ends.onPending(false),
    onError: (error) => ends.onRefused(explainClassRefusal(error)),
    onSuccess: async (_answer, { name }) => {
      await queryClient.invalidateQueries({ queryKey: classesKey(workspace.id) })
      showSuccess(
        known ? t('{name} was saved', { name: name.trim() }) : t('{name} was created', { name: name.trim() }),
      )
      ends.onDone()
    },
  })
}

interface ClassCategoriesFieldProps {
  readonly ids: readonly string[]
  readonly error: string | undefined
  readonly onChange: (ids: string[]) => void
}

function ClassCategoriesField({ ids, error, onChange }: ClassCategoriesFieldProps) {
  const { tree } = useTree()
  const [text, setText] = useState('')
  const choices = useMemo(() => (tree ? findCategories(tree, text) : []), [tree, text])
  const tokens = ids.map((value) => ({ value, label: tree ? formatPath(tree, value) : '…' }))
  return (
    <Field
      label={t('Categories')}
      hint={t(
        'The class applies to them and to everything below them. Until there is one it applies nowhere.',
      )}
      error={error}
    >
      {(control) => (
        <TokenPicker
          label={t('Categories')}
          tokens={tokens}
          choices={choices}
          placeholder={t('Find a category…')}
          control={control}
          onSearch={setText}
          onChange={(next) => onChange(next.map(({ value }) => value))}
        />
      )}
    </Field>
  )
}
