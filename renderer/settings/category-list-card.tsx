import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { Channel } from '#shared/channels.ts'
import type { AddedList } from '#shared/schemas/category-lists.ts'
import { addCategoryList, categoryListKey, removeCategoryList } from '../api/category-list-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { countOf } from '../ui/format-count.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { listSourceOf } from './category-names.ts'

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
    <section className="category-list-card" aria-label="Official list">
      <div>
        <h2>{list ? tellList(list) : `The official list of ${channel.name} is not here yet`}</h2>
        {list ? (
          list.title && <p className="ui-field-hint">{list.title.replaceAll('_', ' ')}</p>
        ) : (
          <ListSource channel={channel} />
        )}
      </div>
      {list && (
        <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      )}
      <Button
        variant={list ? 'default' : 'primary'}
        busy={add.isPending}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden /> {list ? 'Choose a newer file…' : 'Choose the file…'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Official list of categories"
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
      {text} With it you search instead of typing, and exports leave out what {channel.name} does not know.{' '}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      )}
    </p>
  )
}

function tellList({ categories }: AddedList): string {
  return `Official list with ${countOf(categories, 'category', 'categories')}`
}

function useListChanges({ key, name }: Channel) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: categoryListKey(workspace.id, key) })
  const onError = ({ message }: Error) =>
    showError(`The list of ${name} was not changed`, { description: message.replace(/^file: /, '') })
  const add = useMutation({
    mutationFn: (file: File) => addCategoryList(workspace.id, key, file),
    onSuccess: async ({ data }) => {
      await refresh()
      if (data) showSuccess(`The list was added: ${countOf(data.categories, 'category', 'categories')}`)
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
