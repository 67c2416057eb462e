import { type AttributeDefinition, dataTypeTraits } from '#shared/attributes.ts'
import type { Cluster, MergeClusters } from '#shared/similar-values.ts'
import { Checkbox } from '../ui/field.tsx'
import { formatCount } from '../ui/format-count.ts'
import { SuggestInput } from '../ui/suggest-input.tsx'
import { t } from '../ui/text.ts'
import type { MouseEvent } from 'react'
import { emptyGridQuery } from '../query/grid-query.ts'
import { goTo, everything, toSearch, type PageLocation } from '../query/location.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { useSimilarValuesLocation } from './use-similar-values.ts'

interface GroupDraft {
  readonly isChosen: boolean
  readonly to?: string
  readonly left: ReadonlySet<string>
}

/** Drafts by the suggested value of their group, which is unique because no value is in two groups. */
export type MergeDrafts = ReadonlyMap<string, GroupDraft>

const untouched: GroupDraft = { isChosen: false, left: new Set() }

export function draftOf(drafts: MergeDrafts, { suggested }: Cluster): GroupDraft {
  return drafts.get(suggested) ?? untouched
}

export function withDraft(drafts: MergeDrafts, { suggested }: Cluster, draft: GroupDraft): MergeDrafts {
  return new Map(drafts).set(suggested, draft)
}

export function toggleValue(draft: GroupDraft, value: string): GroupDraft {
  const left = new Set(draft.left)
  if (!left.delete(value)) left.add(value)
  return { ...draft, left, isChosen: true }
}

type Groups = MergeClusters['groups']

/** The result of the chosen groups, without those that change no value. */
export function mergedGroups(groups: readonly Cluster[], drafts: MergeDrafts): Groups {
  return groups.flatMap((group) => {
    const { isChosen, to = group.suggested, left } = draftOf(drafts, group)
    const values = group.values.map(({ value }) => value).filter((value) => !left.has(value))
    const isChanging = values.some((value) => value !== to)
    return isChosen && isChanging && to.trim() !== '' ? [{ values, to }] : []
  })
}

interface SpellingGroupProps {
  readonly attribute: Pick<AttributeDefinition, 'key' | 'name' | 'data_type'>
  readonly cluster: Cluster
  readonly draft: GroupDraft
  readonly onChange: (draft: GroupDraft) => void
}

export function SpellingGroup({ attribute, cluster, draft, onChange }: SpellingGroupProps) {
  const { suggested, values, count } = cluster
  const { to = suggested } = draft
  return (
    <li className="cluster" data-chosen={draft.isChosen || undefined}>
      <div className="cluster-choose">
        <Checkbox
          label={<span className="visually-hidden">{t('Merge into “{value}”', { value: to })}</span>}
          checked={draft.isChosen}
          onChange={(isChosen) => onChange({ ...draft, isChosen })}
        />
      </div>
      <ul className="cluster-values" aria-label={t('Spellings')}>
        {values.map((one) => (
          <li key={one.value}>
            <Checkbox
              label={<span className="cluster-value">{one.value}</span>}
              checked={!draft.left.has(one.value)}
              onChange={() => onChange(toggleValue(draft, one.value))}
            />
            <RowsLink attribute={attribute} {...one} />
          </li>
        ))}
      </ul>
      <div className="cluster-to">
        <SuggestInput
          label={t('Becomes')}
          value={to}
          suggestions={values.map((one) => ({ value: one.value, hint: formatCount(one.count) }))}
          onChange={(next) => onChange({ ...draft, to: next, isChosen: true })}
          onOpen={() => undefined}
        />
        <span className="cluster-count">{t('{count, plural, one {# row} other {# rows}}', { count })}</span>
      </div>
    </li>
  )
}

interface RowsLinkProps {
  readonly attribute: Pick<AttributeDefinition, 'key' | 'data_type'>
  readonly value: string
  readonly count: number
}

function RowsLink({ attribute: { key, data_type: dataType }, value, count }: RowsLinkProps) {
  const { api } = useWorkspace()
  const { type: view } = useSimilarValuesLocation()
  const operator = dataTypeTraits[dataType].hasTokens ? 'contains' : 'eq'
  const query = { ...emptyGridQuery, clauses: [{ key, operator, value }] }
  const location: PageLocation = { workspaceId: api.workspaceId, view, savedView: everything, query }
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    gridLayoutOf(api.workspaceId, view).seek(key)
    goTo(location)
  }
  return (
    <a className="cluster-rows" href={toSearch(location)} onClick={follow}>
      <span aria-hidden>{formatCount(count)}</span>
      <span className="visually-hidden">
        {t('Show the {count, plural, one {# row} other {# rows}} with “{value}”', { count, value })}
      </span>
    </a>
  )
}
