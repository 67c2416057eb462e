import type { DataType } from '#shared/attributes.ts'
import type { FieldError, IssueCode } from '#shared/errors.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import type { Comparable } from '../../../store/tables/values.ts'

export type Scalar = string | number | boolean

/** Why a value is refused. */
export type RefusedScalar = Omit<FieldError, 'field' | 'issue'> & { readonly issue: IssueCode }

/** A value as it is stored and returned, `null` where the input amounts to no value, or why it is refused. */
export type ParsedScalar = { readonly value: Scalar | null } | RefusedScalar

/** The part of a row that data types of one kind share. */
export type OwnRules = Omit<ScalarRules, 'fits'>

/** One scalar data type: what it accepts on write and how its values compare. */
export interface ScalarRules {
  readonly parse: (input: Scalar, attribute: Pick<Attribute, 'options'>) => ParsedScalar
  readonly toComparable: (value: Scalar) => Comparable
  /** The data types that take any of its values as it is stored. */
  readonly fits: readonly DataType[]
}
