import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { Alias, NewAlias } from '#shared/schemas/aliases.ts'
import { aliasesKey, aliasesQuery, createAlias, deleteAlias } from '../api/aliases-queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { formatDay } from '../ui/format-count.ts'
import { errorText, showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { Allowed } from './rights.tsx'
import { useWorkspace } from './workspace-context.ts'
import './alias-editor.css'

interface AliasEditorProps {
  readonly subject: { readonly type: EntityType; readonly entity_id?: string; readonly attribute?: string }
  /** Where a spelling that is added leads to; without one spellings are only shown and deleted. */
  readonly target?: Pick<NewAlias, 'entity_id' | 'option' | 'attribute'>
}

/** Other spellings of one thing, where each comes from, and a field for one more. */
export function AliasEditor({ subject, target }: AliasEditorProps) {
  const { api } = useWorkspace()
  const { data: aliases } = useQuery(aliasesQuery(api, subject))
  if (!aliases) return null
  return (
    <>
      {aliases.length === 0 ? (
        <p className="detail-note">
          {t('No other spelling is known. What is merged, or added here, is found in the next file.')}
        </p>
      ) : (
        <ul className="alias-list">
          {aliases.map((alias) => (
            <AliasLine key={alias.id} alias={alias} />
          ))}
        </ul>
      )}
      {target && (
        <Allowed to="rows">
          <NewSpelling type={subject.type} target={target} />
        </Allowed>
      )}
    </>
  )
}

function AliasLine({ alias: { id, text, option, origin, created_at: at } }: { alias: Alias }) {
  const { workspace } = useWorkspace()
  const change = useAliasChange(() => deleteAlias(workspace.id, id))
  const day = formatDay(at)
  return (
    <li>
      <span>{option === null ? text : `${text} → ${option}`}</span>
      <span className="ui-field-hint">
        {origin === 'merge' ? t('merged on {day}', { day }) : t('added on {day}', { day })}
      </span>
      <Allowed to="rows">
        <IconButton
          label={t('Delete the spelling {text}', { text })}
          onClick={() => change.mutate(undefined)}
        >
          <X aria-hidden />
        </IconButton>
      </Allowed>
    </li>
  )
}

function NewSpelling({
  type,
  target,
}: {
  type: EntityType
  target: NonNullable<AliasEditorProps['target']>
}) {
  const { api } = useWorkspace()
  const [text, setText] = useState('')
  const change = useAliasChange(async () => {
    await createAlias(api, { entity_type: type, text, ...target })
    setText('')
  })
  return (
    <form
      className="alias-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') change.mutate(undefined)
      }}
    >
      <TextInput
        aria-label={t('Another spelling')}
        placeholder={t('Another spelling')}
        value={text}
        onChange={setText}
      />
      <Button type="submit" busy={change.isPending} disabled={text.trim() === ''}>
        {t('Add')}
      </Button>
    </form>
  )
}

function useAliasChange(change: () => Promise<void>) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: aliasesKey(workspace.id) }),
    onError: (error) => showError(t('The spelling was not saved'), { description: errorText(error) }),
  })
}
