import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renditionFits, renditionFormats } from '#shared/renditions.ts'
import type { Recipe } from '#shared/schemas/renditions.ts'
import { keysOf } from '#shared/text.ts'
import { ApiError, describeFault } from '../api/api-error.ts'
import { channelsKey } from '../api/channels-queries.ts'
import {
  createRecipe,
  deleteRecipe,
  recipesKey,
  recipesQuery,
  updateRecipe,
} from '../api/pictures-queries.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { formatBytes } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { newRecipe, type RecipeDraft, toBody, toDraft } from './recipe-draft.ts'
import './settings-cards.css'
import './recipes.css'

/** The named forms in which channels, downloads and addresses give pictures. */
export function RecipesSection() {
  const { workspace } = useWorkspace()
  const { data: recipes, error } = useQuery(recipesQuery(workspace.id))
  const [opened, setOpened] = useState<string>()
  return (
    <section className="api-section" aria-labelledby="settings-recipes">
      <h2 id="settings-recipes">{t('Forms of pictures')}</h2>
      <p className="ui-field-hint">
        {t(
          'A form says how large pictures are and in which format. Channels and downloads name one; the files of the workspace stay as they are.',
        )}
      </p>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {recipes === undefined && error === null && <Skeleton height={60} />}
      {recipes?.map((recipe) => (
        <RecipeCard
          key={recipe.id}
          recipe={recipe}
          isOpen={opened === recipe.id}
          onOpen={() => setOpened(recipe.id)}
          onClose={() => setOpened(undefined)}
        />
      ))}
      <Allowed to="channels">
        {opened === '' ? (
          <RecipeForm label={t('New form')} draft={newRecipe} onClose={() => setOpened(undefined)} />
        ) : (
          <div>
            <Button onClick={() => setOpened('')}>{t('New form of pictures')}</Button>
          </div>
        )}
      </Allowed>
    </section>
  )
}

interface RecipeCardProps {
  readonly recipe: Recipe
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

function RecipeCard({ recipe, isOpen, onOpen, onClose }: RecipeCardProps) {
  const { workspace } = useWorkspace()
  const { id, name } = recipe
  const remove = useRecipeChange(() => deleteRecipe(workspace.id, id), {
    onError: ({ message }) => showError(t('{name} was not deleted', { name }), { description: message }),
  })
  if (isOpen) return <RecipeForm label={name} draft={toDraft(recipe)} id={id} onClose={onClose} />
  return (
    <article className="settings-card recipe-card" aria-label={name}>
      <strong>{name}</strong>
      <span className="ui-field-hint">{describeRecipe(recipe)}</span>
      <Allowed to="channels">
        <Button variant="ghost" aria-label={t('Change {name}', { name })} onClick={onOpen}>
          {t('Edit')}
        </Button>
        <Button
          variant="ghost"
          aria-label={t('Delete {name}', { name })}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('Delete')}
        </Button>
      </Allowed>
    </article>
  )
}

const fitTexts = cachedByLanguage(() => ({
  contain: t('Whole picture within the sides'),
  cover: t('Cut to the sides'),
  pad: t('Whole picture, the rest filled'),
}))

function describeRecipe({ width, height, fit, format, max_bytes: most }: Recipe): string {
  const sides = t('{width} × {height} pixels', { width: width ?? '…', height: height ?? '…' })
  const parts = [sides, fitTexts()[fit], format.toUpperCase()]
  if (most !== null) parts.push(t('at most {size}', { size: formatBytes(most) }))
  return parts.join(' · ')
}

interface ChangeEnds {
  readonly onSuccess?: () => void
  readonly onError?: (error: Error) => void
}

function useRecipeChange(call: () => Promise<Recipe>, { onSuccess, onError }: ChangeEnds) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: recipesKey(workspace.id) }),
        queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
      ])
      onSuccess?.()
    },
    ...(onError && { onError }),
  })
}

interface RecipeFormProps {
  readonly label: string
  readonly draft: RecipeDraft
  /** The recipe that is changed; a new one without it. */
  readonly id?: string
  readonly onClose: () => void
}

function RecipeForm({ label, draft: start, id, onClose }: RecipeFormProps) {
  const { workspace } = useWorkspace()
  const [draft, setDraft] = useState(start)
  const body = toBody(draft)
  const save = useRecipeChange(
    () => (id === undefined ? createRecipe(workspace.id, body) : updateRecipe(workspace.id, id, body)),
    { onSuccess: onClose },
  )
  const change = (part: Partial<RecipeDraft>): void => setDraft((had) => ({ ...had, ...part }))
  const faults = save.error instanceof ApiError ? save.error.fieldErrors : []
  return (
    <form
      className="settings-card"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <RecipeFields
        draft={draft}
        faultOf={(field) => {
          const fault = faults.find((each) => each.field === field)
          return fault && describeFault(fault)
        }}
        onChange={change}
      />
      {save.error !== null && faults.length === 0 && <Notice tone="danger">{save.error.message}</Notice>}
      <div className="api-buttons">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={body.name === ''}>
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

interface RecipeFieldsProps {
  readonly draft: RecipeDraft
  readonly faultOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<RecipeDraft>) => void
}

function RecipeFields(props: RecipeFieldsProps) {
  const { draft, faultOf, onChange } = props
  const fits = renditionFits.map((value) => ({ value, label: fitTexts()[value] }))
  const formats = keysOf(renditionFormats).map((value) => ({ value, label: value.toUpperCase() }))
  return (
    <div className="recipe-fields">
      <RecipeText {...props} part="name" label={t('Name')} />
      <RecipeText {...props} part="width" label={t('Width in pixels')} />
      <RecipeText {...props} part="height" label={t('Height in pixels')} />
      <Field label={t('Fit')} error={faultOf('fit')}>
        {({ id }) => (
          <Select id={id} value={draft.fit} options={fits} onChange={(fit) => onChange({ fit })} />
        )}
      </Field>
      <Field label={t('Format')} error={faultOf('format')}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.format}
            options={formats}
            onChange={(format) => onChange({ format })}
          />
        )}
      </Field>
      <RecipeText
        {...props}
        part="background"
        label={t('Background')}
        hint={t('Such as white, #f4f4f4 or transparent.')}
      />
      <RecipeText
        {...props}
        part="kilobytes"
        field="max_bytes"
        label={t('Largest file in KB')}
        hint={t('Quality is lowered first, then the size.')}
      />
    </div>
  )
}

interface RecipeTextProps extends RecipeFieldsProps {
  readonly part: Exclude<keyof RecipeDraft, 'fit' | 'format'>
  readonly label: string
  readonly hint?: string
  /** The field of the recipe, where it is called differently. */
  readonly field?: string
}

function RecipeText({ draft, faultOf, onChange, part, label, hint, field = part }: RecipeTextProps) {
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      value={draft[part]}
      maxLength={200}
      error={faultOf(field)}
      onChange={(text) => onChange({ [part]: text })}
    />
  )
}
