import { Table2, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import type { QualityRule } from '#shared/quality.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import type { FindingWording } from './finding-wording.ts'
import { openRule } from './finding-places.ts'
import { FixDialog } from './fix-dialog.tsx'
import { offeredFixes, type OfferedFix } from './offered-fixes.ts'
import { describeRule } from './rule-words.ts'
import { SeverityMark } from '../state/severity-mark.tsx'
import { Allowed } from '../state/allowed.tsx'

interface RuleHeadProps {
  readonly rule: QualityRule
  readonly wording: FindingWording
}

/** The rule whose findings are listed: what it says, the grid with all it finds, and what can be mended at once. */
export function RuleHead({ rule, wording }: RuleHeadProps) {
  const { api } = useWorkspace()
  const [isFixing, setFixing] = useState(false)
  const { entity_type: type, key, name, severity, check } = rule
  const columns = wording.columns[type]
  const fixes: OfferedFix[] = columns
    .filter(({ id }) => check.attributes?.includes(id))
    .map((column) => ({ column, fixes: offeredFixes(check.kind, column) }))
    .filter((offered) => offered.fixes.length > 0)
  return (
    <header className="quality-head">
      <div>
        <h2>
          <SeverityMark severity={severity} /> {name}
        </h2>
        <p className="ui-field-hint">{describeRule(rule, columns)}</p>
      </div>
      <div className="quality-head-actions">
        {fixes.length > 0 && (
          <Allowed to="findings">
            <Button onClick={() => setFixing(true)}>
              <WandSparkles aria-hidden />
              {t('Fix all…')}
            </Button>
          </Allowed>
        )}
        <Button onClick={() => openRule(api, { type, rule: key, attribute: check.attributes?.[0] })}>
          <Table2 aria-hidden />
          {t('Show in the grid')}
        </Button>
      </div>
      <FixDialog rule={rule} offered={fixes} open={isFixing} onClose={() => setFixing(false)} />
    </header>
  )
}
