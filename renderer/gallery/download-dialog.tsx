import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { defaultNamePattern, maxNamePattern } from '#shared/exports.ts'
import { exportPictures, isKnownToHaveEnded, jobsKey } from '../api/jobs-queries.ts'
import { recipesQuery } from '../api/pictures-queries.ts'
import { explainRefusal } from '../api/api-error.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import { showSuccess } from '../ui/toast.tsx'

interface DownloadDialogProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Writes the selected pictures to a ZIP, under names by a pattern and in the form of a recipe. */
export function DownloadDialog({ ids, onClose }: DownloadDialogProps) {
  return (
    <Dialog
      title={t('{count, plural, one {Download # picture} other {Download # pictures}}', {
        count: ids.length,
      })}
      open={ids.length > 0}
      onClose={onClose}
      keepOnOutsidePress
    >
      {ids.length > 0 && <DownloadForm ids={ids} onClose={onClose} />}
    </Dialog>
  )
}

const asStored = '-'

function DownloadForm({ ids, onClose }: DownloadDialogProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [pattern, setPattern] = useState('')
  const [recipe, setRecipe] = useState<string>(asStored)
  const start = useMutation({
    mutationFn: () =>
      exportPictures(api, {
        ids: [...ids],
        ...(pattern.trim() !== '' && { pattern: pattern.trim() }),
        ...(recipe !== asStored && { recipe }),
      }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey(api.workspaceId) })
      onClose()
      if (isKnownToHaveEnded(queryClient, api, id)) return
      showSuccess(t('The archive is being written'), {
        description: t('You are notified when the file is ready. See its progress under Jobs.'),
        subject: id,
      })
    },
  })
  const faults = start.error === null ? {} : explainRefusal(start.error, [['pattern', 'pattern']])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <DownloadFields
        {...{ pattern, recipe }}
        fault={faults.pattern}
        onPattern={setPattern}
        onRecipe={setRecipe}
      />
      {faults.general !== undefined && (
        <Notice tone="danger" title={t('The export was not started')}>
          {faults.general}
        </Notice>
      )}
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={start.isPending}>
          {t('Download')}
        </Button>
      </div>
    </form>
  )
}

interface DownloadFieldsProps {
  readonly pattern: string
  readonly recipe: string
  readonly fault: string | undefined
  readonly onPattern: (pattern: string) => void
  readonly onRecipe: (recipe: string) => void
}

function DownloadFields({ pattern, recipe, fault, onPattern, onRecipe }: DownloadFieldsProps) {
  const { workspace } = useWorkspace()
  const { data: recipes = [] } = useQuery(recipesQuery(workspace.id))
  const forms = [{ value: asStored, label: t('As they are stored') }]
  return (
    <>
      <Field
        label={t('Names of the files')}
        hint={t(
          'Keys of attributes in braces, with the number, the ending and the former name of the picture.',
        )}
        error={fault}
      >
        {(control) => (
          <TextInput
            control={control}
            value={pattern}
            maxLength={maxNamePattern}
            placeholder={defaultNamePattern}
            onChange={onPattern}
          />
        )}
      </Field>
      <Field label={t('Form of the pictures')}>
        {(control) => (
          <Select
            {...control}
            value={recipe}
            options={[...forms, ...recipes.map(({ name }) => ({ value: name, label: name }))]}
            onChange={onRecipe}
          />
        )}
      </Field>
    </>
  )
}
