import { findEntityType, type EntityType } from '#shared/entities.ts'
import {
  followingRuleNames,
  type QualityRule,
  severities,
  type Severity,
  type ShippedRuleKey,
  shippedRuleNames,
} from '#shared/quality.ts'
import { t } from '../ui/text.ts'

export const qualityTabs = ['findings', 'rules', 'score', 'clusters', 'duplicates'] as const
export type QualityTab = (typeof qualityTabs)[number]

/** The state of the page "Quality": by default the findings of products, without other filters. */
export interface QualityLocation {
  readonly tab?: QualityTab
  readonly type?: EntityType
  readonly severity?: Severity
  readonly attribute?: string
  readonly rule?: string
  readonly method?: string
  readonly by?: string
  readonly accepted?: 'yes'
}

export function readQualityLocation(params: URLSearchParams): QualityLocation {
  const tab = qualityTabs.find((known) => known === params.get('tab'))
  const type = findEntityType(params.get('type'))
  const severity = severities.find((known) => known === params.get('severity'))
  const texts = (['attribute', 'rule', 'by', 'method'] as const).flatMap((name) => {
    const text = params.get(name)
    return text === null || text === '' ? [] : [[name, text] as const]
  })
  return {
    ...(tab && { tab }),
    ...(type && { type }),
    ...(severity && { severity }),
    ...(params.get('accepted') === 'yes' && { accepted: 'yes' }),
    ...Object.fromEntries(texts),
  }
}

/** Returns a rule in the language of the app, unless somebody has renamed it. */
export function inWords(rule: QualityRule): QualityRule {
  return { ...rule, name: nameRule(rule) }
}

function nameRule({ key, name, origin }: QualityRule): string {
  if (origin === 'shipped') return isUnnamed(key, name) ? t(shippedRuleNames[key]) : name
  if (origin === 'own') return name
  const pattern = followingRuleNames[origin]
  const lead = pattern.replace('{name}', '')
  return name.startsWith(lead) ? t(pattern, { name: name.slice(lead.length) }) : name
}

/** Whether a shipped rule has its shipped name, which can be changed. */
function isUnnamed(key: string, name: string): key is ShippedRuleKey {
  return shippedRuleNames[key as ShippedRuleKey] === name
}
