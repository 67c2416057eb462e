import { useState, type MouseEvent } from 'react'
import { foldText } from '#shared/text.ts'
import { createPlace, toSearch } from '../query/place.ts'
import type { QualityPlace } from '../query/quality-place.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { TextInput } from '../ui/text-field.tsx'
import { t } from '../ui/text.ts'
import type { CountedRule } from './rule-groups.ts'
import { SeverityMark } from '../state/severity-mark.tsx'
import { useQualityPlace } from './use-quality.ts'
import { walkLinks } from './walk-links.ts'

// Fewer are found with the eyes.
const searchedFrom = 9

interface RuleListProps {
  readonly found: readonly CountedRule[]
  /** The key of the rule whose findings are shown; undefined for all. */
  readonly chosen: string | undefined
}

/** The rules that find something, each with how many; the arrow keys go through them. */
export function RuleList({ found, chosen }: RuleListProps) {
  const [text, setText] = useState('')
  const shown = found.filter(({ rule }) => foldText(rule.name).includes(foldText(text)))
  return (
    <nav className="quality-rules" aria-label={t('Rules that find something')} onKeyDown={walkLinks}>
      {found.length >= searchedFrom && (
        <TextInput
          type="search"
          aria-label={t('Find a rule')}
          placeholder={t('Find a rule')}
          value={text}
          onChange={setText}
        />
      )}
      <ul>
        <li>
          <RuleLink rule={undefined} isChosen={chosen === undefined}>
            <span className="quality-rule-name">{t('All findings')}</span>
          </RuleLink>
        </li>
        {shown.map(({ rule, failing }) => (
          <li key={rule.key}>
            <RuleLink rule={rule.key} isChosen={rule.key === chosen}>
              <SeverityMark severity={rule.severity} isUnseen />
              <span className="quality-rule-name">{rule.name}</span>
              <span className="quality-count">{formatCount(failing)}</span>
            </RuleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RuleLinkProps {
  readonly rule: string | undefined
  readonly isChosen: boolean
  readonly children: React.ReactNode
}

function RuleLink({ rule, isChosen, children }: RuleLinkProps) {
  const { workspace } = useWorkspace()
  const { quality, change } = useQualityPlace()
  const { rule: _rule, ...others } = quality
  const target: QualityPlace = { ...others, ...(rule !== undefined && { rule }) }
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    change(target)
  }
  return (
    <a
      className="quality-rule"
      href={toSearch({ ...createPlace(workspace.id, 'quality'), quality: target })}
      aria-current={isChosen ? 'true' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}
