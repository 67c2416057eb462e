import { useState } from 'react'
import type { Channel, ChannelSetup } from '#shared/channels.ts'
import { type ChangeHistory, useChangeHistory } from './change-history.tsx'
import { t } from '../ui/text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelsKey, completenessKey, setUpChannel } from '../api/channels-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError } from '../ui/toast.tsx'

export type CategoryChanges = Readonly<Record<string, string | null>>

interface CategoryMap extends ChangeHistory {
  readonly called: readonly { readonly id: string; readonly value: string }[]
  readonly change: (changes: CategoryChanges) => void
}

export function useCategoryChanges({ key, categories }: Channel): CategoryMap {
  const setup = useChannelSetup(key, t('The category'))
  const [pending, setPending] = useState<CategoryChanges>({})
  const now = new Map(categories.map(({ id, value }) => [id, value]))
  for (const [id, value] of Object.entries(pending)) {
    if (value === null) now.delete(id)
    else now.set(id, value)
  }
  const send = (changes: CategoryChanges): void => {
    setPending((others) => ({ ...others, ...changes }))
    setup
      .mutateAsync({ categories: changes })
      // The refusal has already been shown.
      .catch(() => undefined)
      .finally(() => setPending((others) => without(others, changes)))
  }
  const inverseOf = (changes: CategoryChanges): CategoryChanges =>
    Object.fromEntries(Object.keys(changes).map((id) => [id, now.get(id) ?? null]))
  return {
    called: [...now].map(([id, value]) => ({ id, value })),
    ...useChangeHistory({ send, inverseOf }),
  }
}

/** Removes saved changes; a later change of the same category stays. */
function without(pending: CategoryChanges, done: CategoryChanges): CategoryChanges {
  return Object.fromEntries(Object.entries(pending).filter(([id, value]) => done[id] !== value))
}

export function useChannelSetup(key: Channel['key'], what: string) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ChannelSetup) => setUpChannel(workspace.id, key, body),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
        queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
      ]),
    onError: ({ message }) =>
      showError(t('{what} was not changed', { what }), { description: message.replace(/^[\w.]+: /, '') }),
  })
}
