import type { Condition } from '../../store/query/condition.ts'
import type { FindingSubject } from '../../store/quality/value-conditions.ts'
import type { Dependencies } from '../../store/quality/dependencies.ts'
import type { Rule } from './known-rules.ts'

/** What one attribute, or none, of a rule finds. */
export interface RulePart {
  readonly subject: FindingSubject
  /** Entities with a finding, accepted or not. */
  readonly failing: Condition
  /** What these rest on; undefined where they have to be looked for anew after every write. */
  readonly dependencies: Dependencies | undefined
}

export interface CompiledRule {
  readonly rule: Rule
  /** All hold where the check applies; none for a rule that is about everything. */
  readonly applies: readonly Condition[]
  /** What that rests on. */
  readonly dependencies: Dependencies | undefined
  readonly parts: readonly RulePart[]
  /** Whether anything of it is accepted, so that it has to be looked for. */
  readonly hasAccepted: boolean
}
