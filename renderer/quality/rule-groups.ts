import { checkKinds, severities, type QualityRule, type QualitySummary } from '#shared/quality.ts'
import type { QualityPlace } from '../query/quality-place.ts'
import { isCheckKind } from './rule-draft.ts'
import type { GridColumn } from '../query/columns.ts'
import { byLocale, t } from '../ui/text.ts'
import { checkTexts } from './quality-texts.ts'

/** A rule with how many entities it finds of how many that it looks at. */
export interface CountedRule {
  readonly rule: QualityRule
  readonly failing: number
  readonly checked: number
}

/** The rules of a type with their counts; those that are switched off have none. */
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

/** The rules that find something, as a worklist: the most serious first, then those that find most. */
export function worklistOf(
  rules: readonly CountedRule[],
  { severity, attribute }: Pick<QualityPlace, 'severity' | 'attribute'>,
): CountedRule[] {
  return rules
    .filter(({ failing }) => failing > 0)
    .filter(({ rule }) => severity === undefined || rule.severity === severity)
    .filter(({ rule }) => attribute === undefined || isAbout(rule, attribute))
    .toSorted((a, b) => rank(a) - rank(b) || b.failing - a.failing)
}

/** A rule of conditions may be about any attribute, and so may one of a channel. */
function isAbout({ check }: QualityRule, attribute: string): boolean {
  return check.attributes === undefined || check.attributes.includes(attribute)
}

function rank({ rule }: CountedRule): number {
  return severities.indexOf(rule.severity)
}

/** Whether a rule takes more than a look at the database: a job makes its findings. */
export function isMadeByJob({ check: { kind } }: QualityRule): boolean {
  return isCheckKind(kind) && checkKinds[kind].isMadeByJob
}

const lists = byLocale((locale) => new Intl.ListFormat(locale, { style: 'short' }))

/** What a rule checks, of which attributes: `Length of the text: Title`. */
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
