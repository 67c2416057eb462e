import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ruleOrigins, type QualityRule, type RuleOrigin } from '#shared/quality.ts'
import type { FindingWording } from './finding-wording.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { t } from '../ui/text.ts'
import { CheckNow } from './check-now.tsx'
import { originTexts } from './quality-texts.ts'
import { RuleDialog } from './rule-dialog.tsx'
import type { CountedRule } from './rule-groups.ts'
import { RuleTable } from './rule-table.tsx'
import { TypeSelect } from './type-select.tsx'
import { useDeleteRule, useSwitchOnShipped } from './use-rule-changes.ts'
import { useCountedRules, useQualityPlace } from './use-quality.ts'
import './quality.css'
import { Allowed, Changeable } from '../state/allowed.tsx'
import { useMay } from '../state/rights.ts'

/** What is checked: the rules of a type by where they come from, and the editor of one. */
export function RulesPage({ wording }: { wording: FindingWording }) {
  const { type, change } = useQualityPlace()
  const { rules, error } = useCountedRules(type)
  const [isNew, setNew] = useState(false)
  const may = useMay()
  return (
    <>
      <div className="quality-bar">
        <TypeSelect type={type} onChange={(next) => change({ tab: 'rules', type: next })} />
        {rules !== undefined && may('findings') && <CheckNow key={type} type={type} rules={rules} />}
        <Allowed to="rules">
          <Button variant="primary" onClick={() => setNew(true)}>
            <Plus aria-hidden />
            {t('New rule')}
          </Button>
        </Allowed>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {rules === undefined && error === null && <Skeleton height={240} />}
      {rules !== undefined && (
        <>
          <RuleSections
            rules={rules}
            wording={wording}
            onEdit={({ key }) => change({ tab: 'rules', type, rule: key })}
          />
          <EditedRule rules={rules} wording={wording} />
        </>
      )}
      {isNew && <RuleDialog type={type} rule={undefined} wording={wording} onClose={() => setNew(false)} />}
    </>
  )
}

/** The editor of the rule that the address names. */
function EditedRule({ rules, wording }: Pick<RuleSectionsProps, 'rules' | 'wording'>) {
  const { type, quality, change } = useQualityPlace()
  const edited = rules.find(({ rule }) => rule.key === quality.rule)?.rule
  if (edited === undefined) return null
  const close = (): void => change({ tab: 'rules', type }, true)
  return <RuleDialog key={edited.id} type={type} rule={edited} wording={wording} onClose={close} />
}

interface RuleSectionsProps {
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
  readonly onEdit: (rule: QualityRule) => void
}

function RuleSections({ rules, wording, onEdit }: RuleSectionsProps) {
  const { type } = useQualityPlace()
  const [deleting, setDeleting] = useState<QualityRule>()
  const remove = useDeleteRule(() => setDeleting(undefined))
  return (
    <>
      {ruleOrigins.map((origin) => {
        const own = rules.filter(({ rule }) => rule.origin === origin)
        if (own.length === 0 && origin !== 'own') return null
        return (
          <section key={origin} className="api-section" aria-labelledby={`rules-${origin}`}>
            <div className="api-section-head">
              <h2 id={`rules-${origin}`}>{originTexts()[origin]}</h2>
              {origin === 'shipped' && (
                <Allowed to="rules">
                  <SwitchAllOn rules={own} />
                </Allowed>
              )}
            </div>
            <OriginHint origin={origin} isEmpty={own.length === 0} />
            {own.length > 0 && (
              <Changeable to="rules">
                <RuleTable type={type} rules={own} wording={wording} onEdit={onEdit} onDelete={setDeleting} />
              </Changeable>
            )}
          </section>
        )
      })}
      <ConfirmDialog
        title={t('Delete “{name}”?', { name: deleting?.name ?? '' })}
        action={t('Delete the rule')}
        subject={deleting}
        mutation={remove}
        failure={t('The rule was not deleted')}
        onClose={() => setDeleting(undefined)}
      >
        <p>
          {t(
            'Its findings are deleted, accepted ones included. Values stay as they are. To keep the rule for later, switch it off instead.',
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}

function OriginHint({ origin, isEmpty }: { origin: RuleOrigin; isEmpty: boolean }) {
  if (origin === 'own' && isEmpty)
    return (
      <p className="api-no-keys">
        {t('No rule of yours yet. Write one, or switch on checks that ship with Vitrine below.')}
      </p>
    )
  if (origin === 'constraint' || origin === 'channel')
    return (
      <p className="ui-field-hint">
        {t(
          'These follow from how attributes and channels are set up, and are changed there. They do not count in the score.',
        )}
      </p>
    )
  return null
}

function SwitchAllOn({ rules }: { rules: readonly CountedRule[] }) {
  const { type } = useQualityPlace()
  const switchOn = useSwitchOnShipped(type)
  const off = rules.filter(({ rule }) => !rule.enabled).map(({ rule }) => rule)
  if (off.length === 0) return null
  return (
    <Button busy={switchOn.isPending} onClick={() => switchOn.mutate(off)}>
      {t('Switch all on')}
    </Button>
  )
}
