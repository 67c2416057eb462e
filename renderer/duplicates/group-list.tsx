import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { DuplicateGroup } from '#shared/duplicates.ts'
import { t } from '../ui/text.ts'
import { describeReason, formatScore } from './way-texts.ts'

interface GroupListProps {
  readonly groups: readonly DuplicateGroup[]
  readonly total: number
  readonly shown: string
  readonly onShow: (id: string) => void
  readonly more: ReactNode
}

/** The groups, the surest first; the arrow keys go through them. */
export function GroupList({ groups, total, shown, onShow, more }: GroupListProps) {
  const list = useRef<HTMLOListElement>(null)
  const reveal = useEffectEvent((id: string) => {
    const place = groups.findIndex((group) => group.id === id)
    list.current?.children.item(place)?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => reveal(shown), [shown])
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[buttons.findIndex((button) => button === document.activeElement) + step]
    next?.focus()
    next?.click()
  }
  return (
    <nav className="duplicates-list" aria-label={t('Groups of duplicates')}>
      <p role="status" className="ui-field-hint">
        {t('{count, plural, one {# group} other {# groups}}', { count: total })}
      </p>
      <ol ref={list} onKeyDown={walk}>
        {groups.map(({ id, score, entities, reasons }) => (
          <li key={id}>
            <button type="button" aria-current={id === shown || undefined} onClick={() => onShow(id)}>
              <span className="duplicates-name">{entities[0]?.label ?? t('No name')}</span>
              <span className="duplicates-score" data-sure={score >= 90 || undefined}>
                {score}
              </span>
              <small>
                {t('{count} entries, {sure} · {ways}', {
                  count: entities.length,
                  sure: formatScore(score),
                  ways: reasons.map(describeReason).join(' · '),
                })}
              </small>
            </button>
          </li>
        ))}
      </ol>
      {more}
    </nav>
  )
}
