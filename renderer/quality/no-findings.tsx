import { CircleCheck, ListChecks, SearchX } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { inSentence, t } from '../ui/text.ts'
import { typeTexts } from '../state/entity-types.ts'
import type { CountedRule } from './rule-groups.ts'
import { useQualityPlace, useSwitchOnShipped } from './use-quality.ts'
import { Allowed } from '../state/rights.tsx'

export function NoFindings({ rules }: { rules: readonly CountedRule[] }) {
  const { quality, type, change } = useQualityPlace()
  const isNarrowed = quality.severity !== undefined || quality.attribute !== undefined
  const hasFindings = rules.some(({ failing }) => failing > 0)
  if (isNarrowed && hasFindings)
    return (
      <EmptyState
        icon={SearchX}
        title={t('No findings match')}
        actions={<Button onClick={() => change({ type })}>{t('Show all findings')}</Button>}
      >
        <p>{t('Choose another severity or attribute, or show all findings.')}</p>
      </EmptyState>
    )
  const enabled = rules.filter(({ rule }) => rule.enabled)
  return isAnyChosen(rules) ? (
    <EmptyState icon={CircleCheck} title={t('Nothing is wrong')}>
      <p>
        {t(
          '{count, plural, one {# rule checks} other {# rules check}} the {plural} and {count, plural, one {finds} other {find}} nothing.',
          { count: enabled.length, plural: inSentence(typeTexts()[type].plural) },
        )}
      </p>
    </EmptyState>
  ) : (
    <NothingChecked rules={rules} />
  )
}

/** Whether an enabled rule was chosen by somebody; others come with attributes and channels. */
export function isAnyChosen(rules: readonly CountedRule[]): boolean {
  return rules.some(({ rule: { enabled, origin } }) => enabled && (origin === 'own' || origin === 'shipped'))
}

/** Shown over findings of attributes and channels while no rule is enabled. */
export function FirstRules({ rules }: { rules: readonly CountedRule[] }) {
  return (
    <div className="quality-first">
      <p>{t('So far only what attributes and channels ask for is checked.')}</p>
      <FirstSteps rules={rules} />
    </div>
  )
}

function FirstSteps({ rules }: { rules: readonly CountedRule[] }) {
  const { type, change } = useQualityPlace()
  const shipped = rules.filter(({ rule }) => rule.origin === 'shipped').map(({ rule }) => rule)
  const switchOn = useSwitchOnShipped(type)
  return (
    <Allowed to="rules">
      <Button onClick={() => change({ tab: 'rules', type })}>{t('Write a rule')}</Button>
      {shipped.length > 0 && (
        <Button variant="primary" busy={switchOn.isPending} onClick={() => switchOn.mutate(shipped)}>
          {t('Switch on the checks that ship with Vitrine')}
        </Button>
      )}
    </Allowed>
  )
}

export function NothingChecked({ rules }: { rules: readonly CountedRule[] }) {
  const { type } = useQualityPlace()
  const { plural } = typeTexts()[type]
  return (
    <EmptyState icon={ListChecks} title={t('Nothing is checked yet')} actions={<FirstSteps rules={rules} />}>
      <p>
        {t(
          'Rules say what good {plural} look like. What breaks them is listed here, each finding with a link to its cell, and can be fixed one by one or all at once.',
          { plural: inSentence(plural) },
        )}
      </p>
    </EmptyState>
  )
}
