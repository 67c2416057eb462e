import { type Channel, type ChannelKey, builtInChannel, type ChannelSetup } from '#shared/channels.ts'
import type { CategoryName } from '#shared/category-names.ts'
import { formatCount } from '../ui/format-count.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { useState } from 'react'
import { type ChangeHistory, useChangeHistory } from './change-history.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelPreviewKey, channelsKey, completenessKey, setUpChannel } from '../api/channels-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError } from '../ui/toast.tsx'

/** The categories of a workspace and their names at a channel. */

/** Whether the category has no name at the channel. */
export function isOpen({ own, inherited }: CategoryName): boolean {
  return own === '' && inherited === ''
}

/**
 * Puts categories first that were open at the start, so that a category stays in position while it is
 * mapped.
 */
export function openFirst(names: readonly CategoryName[], open: ReadonlySet<string>): CategoryName[] {
  return [...names.filter(({ id }) => open.has(id)), ...names.filter(({ id }) => !open.has(id))]
}

export function describeMapped(names: readonly CategoryName[]): string {
  const mapped = names.filter(({ own }) => own !== '').length
  const covered = names.filter(({ own, inherited }) => own === '' && inherited !== '').length
  const counts = { mapped: formatCount(mapped), count: formatCount(names.length) }
  return covered === 0
    ? t('{mapped} of {count} mapped', counts)
    : t('{mapped} of {count} mapped, {covered} more by the category above', {
        ...counts,
        covered: formatCount(covered),
      })
}

export function splitPath(path: string): { readonly above: string; readonly last: string } {
  const parts = path.split(' > ')
  const last = parts.pop() ?? ''
  return { above: parts.join(' > '), last }
}

interface ListSource {
  readonly text: string
  readonly address?: string
}

const sources = cachedByLanguage((): Readonly<Partial<Record<ChannelKey, ListSource>>> => ({
  google_merchant: {
    text: t('Google offers its product taxonomy as a text file, in many languages.'),
    address: 'https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt',
  },
  shopify: {
    text: t('Shopify offers its product taxonomy on GitHub: take dist/en/categories.txt.'),
    address: 'https://github.com/Shopify/product-taxonomy',
  },
  amazon: {
    text: t('Amazon names its product types in Seller Central; write those that you use one a line.'),
  },
}))

/** Returns where to get the official list of a channel; undefined for a channel without categories. */
export function listSourceOf({ key, fields }: Channel): ListSource | undefined {
  const given = builtInChannel(key)
  if (given !== undefined) return sources()[given]
  const hasOwn = fields.some(({ kind }) => kind === 'category')
  return hasOwn ? { text: t('Take the list that the marketplace offers, a category a line.') } : undefined
}

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
        queryClient.invalidateQueries({ queryKey: channelPreviewKey(workspace.id) }),
      ]),
    onError: ({ message }) =>
      showError(t('{what} was not changed', { what }), { description: message.replace(/^[\w.]+: /, '') }),
  })
}
