import { Table2 } from 'lucide-react'
import type { QualityRule } from '#shared/quality.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import type { FindingWording } from './finding-wording.ts'
import { openRule } from './finding-places.ts'
import { describeRule } from './rule-words.ts'
import { SeverityMark } from '../state/severity-mark.tsx'

interface RuleHeadProps {
  readonly rule: QualityRule
  readonly wording: FindingWording
}

/** The rule whose findings are listed: what it says, and the grid with all it finds. */
export function RuleHead({ rule, wording }: RuleHeadProps) {
  const { api } = useWorkspace()
  const { entity_type: type, key, name, severity, check } = rule
  const columns = wording.columns[type]
  return (
    <header className="quality-head">
      <div>
        <h2>
          <SeverityMark severity={severity} /> {name}
        </h2>
        <p className="ui-field-hint">{describeRule(rule, columns)}</p>
      </div>
      <div className="quality-head-actions">
        <Button onClick={() => openRule(api, { type, rule: key, attribute: check.attributes?.[0] })}>
          <Table2 aria-hidden />
          {t('Show in the grid')}
        </Button>
      </div>
    </header>
  )
}
