import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { Channel } from '#shared/channels.ts'
import type { AddedList } from '#shared/schemas/category-lists.ts'
import { addCategoryList, categoryListKey, removeCategoryList } from '../api/category-list-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { listSourceOf } from './category-names.ts'
import { t } from '../ui/text.ts'

interface CategoryListCardProps {
  channel: Channel
  list: AddedList | null
}

/** The official list of a channel: which one it is, or where it is to be had. */
export function CategoryListCard({ channel, list }: CategoryListCardProps) {
  const input = useRef<HTMLInputElement>(null)
  const { add, remove } = useListChanges(channel)
  const choose = (file: File | undefined): void => {
    if (file !== undefined) add.mutate(file)
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <section className="category-list-card" aria-label={t('Official list')}>
      <div>
        <h2>
          {list ? formatList(list) : t('The official list of {name} is not here yet', { name: channel.name })}
        </h2>
        {list ? (
          list.title && <p className="ui-field-hint">{list.title.replaceAll('_', ' ')}</p>
        ) : (
          <ListSource channel={channel} />
        )}
      </div>
      {list && (
        <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('Remove')}
        </Button>
      )}
      <Button
        variant={list ? 'default' : 'primary'}
        busy={add.isPending}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden /> {list ? t('Choose a newer file…') : t('Choose the file…')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Official list of categories')}
        accept=".txt,.csv,text/plain"
        onChange={(event) => choose(event.target.files?.[0])}
      />
    </section>
  )
}

function ListSource({ channel }: { channel: Channel }) {
  const { text = '', address } = listSourceOf(channel) ?? {}
  return (
    <p className="ui-field-hint">
      {text}{' '}
      {t('With it you search instead of typing, and exports leave out what {name} does not know.', {
        name: channel.name,
      })}{' '}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      )}
    </p>
  )
}

function formatList({ categories }: AddedList): string {
  return t('Official list with {categories, plural, one {# category} other {# categories}}', { categories })
}

function useListChanges({ key, name }: Channel) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: categoryListKey(workspace.id, key) })
  const onError = ({ message }: Error) =>
    showError(t('The list of {name} was not changed', { name }), {
      description: message.replace(/^file: /, ''),
    })
  const add = useMutation({
    mutationFn: (file: File) => addCategoryList(workspace.id, key, file),
    onSuccess: async ({ data }) => {
      await refresh()
      if (data)
        showSuccess(
          t('The list was added: {categories, plural, one {# category} other {# categories}}', {
            categories: data.categories,
          }),
        )
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => removeCategoryList(workspace.id, key),
    onSuccess: refresh,
    onError,
  })
  return { add, remove }
}
