import type { CategoryName } from '#shared/category-names.ts'
import type { Channel } from '#shared/channels.ts'
import type { LookedUpCategory, ListedCategory } from '#shared/schemas/channels.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { isOpen, splitPath } from './category-names.ts'
import { SavedText } from '../ui/suggesting-text.tsx'
import { t, tNodes } from '../ui/text.ts'
import { Combobox } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { categorySearchQuery } from '../api/channels-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { useDebouncedValue } from '../ui/focus.ts'
import '../ui/popup.css'

interface CategoryMapRowProps {
  channel: Channel
  category: CategoryName
  products: number
  hasList: boolean
  lookUp: LookedUpCategory | undefined
  /** Null to remove the name. */
  onChange: (value: string | null) => void
}

interface CategorySearchProps {
  channel: string
  label: string
  value: string
  placeholder: string
  suggested: ListedCategory | null
  onChange: (path: string | null) => void
}

const settleMs = 120

function CategorySearch(props: CategorySearchProps) {
  const { channel, label, value, placeholder, suggested, onChange } = props
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { found, total, isSearching } = useFound(channel, isOpen ? text : '', suggested)
  const chosen = useMemo(() => (value === '' ? null : { path: value, number: null }), [value])
  return (
    <Combobox.Root<ListedCategory>
      items={found}
      filter={null}
      value={chosen}
      onValueChange={(next) => onChange(next?.path ?? null)}
      onInputValueChange={(next, { reason }) => setText(reason === 'input-change' ? next : '')}
      open={isOpen}
      onOpenChange={setOpen}
      autoHighlight
      isItemEqualToValue={(item, other) => item.path === other.path}
      itemToStringLabel={({ path }) => path}
    >
      <Combobox.Input className="ui-control" aria-label={label} placeholder={placeholder} />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="ui-positioner">
          <Combobox.Popup className="ui-popup ui-menu category-found">
            <Combobox.Status className="category-found-note">
              {describeFound({ text, total, found, isSearching })}
            </Combobox.Status>
            <Combobox.List>
              {(item: ListedCategory) => (
                <Combobox.Item key={item.path} value={item} className="ui-menu-item category-found-item">
                  <span>{item.path}</span>
                  {item.path === suggested?.path && <span className="category-same">{t('Same name')}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function useFound(channel: string, typed: string, suggested: ListedCategory | null) {
  const { workspace } = useWorkspace()
  const q = useDebouncedValue(typed.trim(), settleMs)
  const { data, isFetching } = useQuery({
    ...categorySearchQuery(workspace.id, channel, q),
    enabled: q !== '',
  })
  if (typed.trim() === '') {
    return { found: suggested ? [suggested] : [], total: 0, isSearching: false }
  }
  const { found = [], total = 0 } = q === '' ? {} : (data ?? {})
  return { found, total, isSearching: isFetching || q !== typed.trim() }
}

interface CategoryMatches {
  readonly text: string
  readonly total: number
  readonly found: readonly ListedCategory[]
  readonly isSearching: boolean
}

function describeFound({ text, total, found, isSearching }: CategoryMatches): string {
  if (text.trim() === '')
    return found.length === 0
      ? t('Type words of the category, in any order.')
      : t('Suggested, or type to search.')
  if (total > found.length)
    return t(
      'The first {count} of {total, plural, one {# category} other {# categories}}. Type more words.',
      { count: found.length, total },
    )
  return found.length === 0 && !isSearching ? t('No category has all these words.') : ''
}

export function CategoryMapRow(props: CategoryMapRowProps) {
  const { channel, category, products, hasList, lookUp, onChange } = props
  const { path, own, inherited } = category
  const { above, last } = splitPath(path)
  const label = t('What {path} is at {name}', { path, name: channel.name })
  const placeholder =
    inherited === '' ? (hasList ? t('Search…') : '') : t('{inherited}, by the category above', { inherited })
  return (
    <tr>
      <th scope="row" className="category-map-name">
        {above !== '' && <span className="ui-field-hint">{above}</span>}
        {last}
      </th>
      <td className="category-map-count">{formatCount(products)}</td>
      <td className="category-map-choice">
        {hasList ? (
          <CategorySearch
            channel={channel.key}
            label={label}
            value={own}
            placeholder={placeholder}
            suggested={own === '' ? (lookUp?.suggested ?? null) : null}
            onChange={onChange}
          />
        ) : (
          <SavedText
            label={label}
            value={own}
            placeholder={placeholder}
            onSave={(text) => onChange(text === '' ? null : text)}
          />
        )}
        <Remark {...props} />
      </td>
    </tr>
  )
}

function Remark({ channel, category, lookUp, onChange }: CategoryMapRowProps) {
  if (lookUp === undefined) return null
  const { listed, suggested } = lookUp
  if (category.own === '') {
    if (suggested === null || !isOpen(category)) return null
    return (
      <p className="category-map-remark">
        <span>{tNodes('Same name: {strong}', { strong: <strong>{suggested.path}</strong> })}</span>
        <Button
          aria-label={t('Take {path} for {path2}', { path: suggested.path, path2: category.path })}
          onClick={() => onChange(suggested.path)}
        >
          {t('Take it')}
        </Button>
      </p>
    )
  }
  if (listed === null)
    return (
      <p className="ui-field-error">
        {t('The list of {name} does not have this, so exports leave it out. Search for another.', {
          name: channel.name,
        })}
      </p>
    )
  return listed.path === category.own ? null : <p className="ui-field-hint">{listed.path}</p>
}
