import { followingRuleNames, type ShippedRuleKey, shippedRuleNames } from '#shared/quality-names.ts'
import type { QualityRule } from '#shared/quality.ts'
import { t } from '../ui/text.ts'

/** A rule as the page calls it: one that nobody has named in the language of the app, others as they are. */
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

/** Whether a rule that ships is called as it was shipped: its name can be changed. */
function isUnnamed(key: string, name: string): key is ShippedRuleKey {
  return shippedRuleNames[key as ShippedRuleKey] === name
}
