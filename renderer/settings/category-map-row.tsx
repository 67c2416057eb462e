import type { CategoryName } from '#shared/category-names.ts'
import type { Channel } from '#shared/channels.ts'
import type { LookedUpCategory } from '#shared/schemas/category-lists.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { isOpen, splitPath } from './category-names.ts'
import { CategorySearch } from './category-search.tsx'
import { SavedText } from '../ui/saved-text.tsx'
import { t, tNodes } from '../ui/text.ts'

interface CategoryMapRowProps {
  channel: Channel
  category: CategoryName
  /** How many are in it or below it. */
  products: number
  /** Whether there is a list to search; without one the name is typed. */
  hasList: boolean
  /** What the list has for its name, or for what it is called. */
  lookUp: LookedUpCategory | undefined
  /** Null where nothing is to say it any more. */
  onChange: (value: string | null) => void
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

/** What is to be known of the choice: one that could be taken, what a number stands for, or that the list does not have it. */
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
