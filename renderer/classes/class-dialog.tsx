import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent, useMemo } from 'react'
import type { AttributeClass } from '#shared/attribute-classes.ts'
import type { EntityType } from '#shared/entities.ts'
import { classesKey, createClass, updateClass } from '../api/classes-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ClassAttributesField } from './class-attributes-field.tsx'
import {
  checkClassDraft,
  emptyClassDraft,
  explainClassRefusal,
  toClassDraft,
  toClassPatch,
  toNewClass,
  type ClassDraft,
  type ClassFaults,
} from './class-draft.ts'
import { useTree } from '../state/use-category-tree.ts'
import { Field } from '../ui/field.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import { findCategories, formatPath } from './category-paths.ts'
import { t, inSentence } from '../ui/text.ts'

interface ClassDialogProps {
  readonly type: EntityType
  /** The class that is changed; undefined for a new one. */
  readonly known: AttributeClass | undefined
  /** The names that other classes of the type have. */
  readonly takenNames: readonly string[]
  readonly onClose: () => void
}

/** Makes a class, or changes its name, categories and attributes. */
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

/** The categories of a class, found by any part of their path. */
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
