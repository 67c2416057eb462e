import { checkKinds, severities, type QualityRule, type QualitySummary } from '#shared/quality.ts'
import type { QualityLocation } from '../query/page-filters.ts'
import { isCheckKind } from './rule-draft.ts'
import type { GridColumn } from '../query/columns.ts'
import { cachedByLocale, t } from '../ui/text.ts'
import { checkTexts } from './quality-texts.ts'

export interface CountedRule {
  readonly rule: QualityRule
  readonly failing: number
  readonly checked: number
}

/** The rules of a type with their counts; disabled ones have none. */
export function countRules(
  rules: readonly QualityRule[],
  summary: QualitySummary | undefined,
): CountedRule[] {
  const counts = new Map(summary?.rules.map((each) => [each.rule, each]))
  return rules.map((rule) => {
    const { failing = 0, checked = 0 } = (rule.enabled && counts.get(rule.key)) || {}
    return { rule, failing, checked }
  })
}

/** The rules with findings: the most serious first, then those with most findings. */
export function worklistOf(
  rules: readonly CountedRule[],
  { severity, attribute }: Pick<QualityLocation, 'severity' | 'attribute'>,
): CountedRule[] {
  return rules
    .filter(({ failing }) => failing > 0)
    .filter(({ rule }) => severity === undefined || rule.severity === severity)
    .filter(({ rule }) => attribute === undefined || isAbout(rule, attribute))
    .toSorted((a, b) => rank(a) - rank(b) || b.failing - a.failing)
}

/** Whether a rule is about an attribute; one of conditions or of a channel may be about any. */
function isAbout({ check }: QualityRule, attribute: string): boolean {
  return check.attributes === undefined || check.attributes.includes(attribute)
}

function rank({ rule }: CountedRule): number {
  return severities.indexOf(rule.severity)
}

/** Whether a job makes the findings of a rule, because SQL cannot. */
export function isMadeByJob({ check: { kind } }: QualityRule): boolean {
  return isCheckKind(kind) && checkKinds[kind].isMadeByJob
}

const lists = cachedByLocale((locale) => new Intl.ListFormat(locale, { style: 'short' }))

export function describeRule({ check, origin }: QualityRule, columns: readonly GridColumn[]): string {
  const kind = nameCheck(check.kind, origin)
  const names = (check.attributes ?? []).map((key) => columns.find(({ id }) => id === key)?.name ?? key)
  return names.length === 0 ? kind : t('{kind}: {names}', { kind, names: lists().format(names) })
}

function nameCheck(kind: string, origin: QualityRule['origin']): string {
  if (origin === 'constraint') return t('Constraint of the attribute')
  if (origin === 'channel') return t('What the channel asks for')
  return isCheckKind(kind) ? checkTexts()[kind].name : kind
}
