/** The filters of rules: those of lists, without what lists only know from rules. */
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { clausesIn, type ClauseGroup } from '../../store/query/clause.ts'
import { Faults } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import { parseFilterString } from '../query/filter-string.ts'
import { message } from '#shared/messages/message.ts'

/** A filter as one group; undefined for one that matches all. */
export type RuleFilter = ClauseGroup | undefined

/** A filter as it was sent. */
interface SentFilter {
  readonly text: string
  /** The place of all of its faults. */
  readonly field: string
  /** It is no part of a rule, and may name what rules find. */
  readonly isOfList?: boolean
}

/** Parses and checks a filter string; every fault stands on `field`. */
export function checkRuleFilter(
  db: ReadableDb,
  attributes: AttributeSet,
  { text, field, isOfList = false }: SentFilter,
  faults: Faults,
): RuleFilter {
  const own = new Faults()
  const parsed = parseFilterString(text, own)
  const named = [...parsed.clauses, ...clausesIn(parsed.tree)]
  if (!isOfList && named.some(({ key }) => key.startsWith('quality:') && !attributes.byKey.has(key)))
    own.explain('filter', 'not_a_defined_attribute', noCircle)
  const checked = own.isEmpty ? checkFilter(db, attributes, parsed, own) : undefined
  faults.addAll(field, own.list)
  return checked && toGroup(checked)
}

const noCircle = message('quality.rule_on_findings')

function toGroup({ clauses, join, tree }: ReturnType<typeof checkFilter>): RuleFilter {
  const parts: ClauseGroup['parts'] = [
    ...(clauses.length > 0 ? [{ join, parts: clauses }] : []),
    ...(tree ? [tree] : []),
  ]
  return parts.length > 0 ? { join: 'and', parts } : undefined
}

/** The keys of the attributes that a filter names, each once. */
export function attributesNamed(attributes: AttributeSet, text: string): string[] {
  const faults = new Faults()
  const { clauses, tree } = parseFilterString(text, faults)
  const keys = [...clauses, ...clausesIn(tree)].map(({ key }) => key)
  return [...new Set(keys)].filter((key) => attributes.byKey.has(key))
}
