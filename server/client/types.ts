/** The answers of the API that the client names; a test holds them against the table of routes. */

export type EntityType = 'product' | 'image' | 'vendor' | 'category' | 'source'

export interface Reference {
  readonly id: string
  readonly type: EntityType
  readonly label: string | null
}

export type Value = string | number | boolean | Reference | readonly Reference[]
export type Attributes = Readonly<Record<string, Value>>

export interface Entity<Values = Attributes> {
  readonly id: string
  readonly type: EntityType
  readonly label: string | null
  readonly parent_id: string | null
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly attributes: Values
}

/** A reference is written by id, by label or by a merge key. */
export type ReferenceWrite =
  | string
  | { readonly id: string }
  | { readonly label: string }
  | { readonly merge_key: string; readonly value: string }

/** A new value of an attribute: null clears it, a list of references replaces the whole list. */
export type ValueWrite = string | number | boolean | null | ReferenceWrite | readonly ReferenceWrite[]
export type Writes<Values = Attributes> = { readonly [Key in keyof Values]?: ValueWrite }

export type Operand = string | number | boolean | readonly (string | number)[]
export type Operator =
  | 'eq'
  | 'ne'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'exists'
  | 'in'

export interface Clause {
  readonly attribute: string
  readonly operator?: Operator
  readonly value: Operand
}

export type FilterGroup =
  | { readonly and: readonly (Clause | FilterGroup)[] }
  | { readonly or: readonly (Clause | FilterGroup)[] }

/** Keys to values or to `{operator: value}`, which must all hold; or groups of clauses. */
export type Filter =
  | Readonly<Record<string, Operand | { readonly [Name in Operator]?: Operand }>>
  | FilterGroup

export interface Job<Result = Readonly<Record<string, unknown>>> {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly progress: { readonly current: number; readonly total: number; readonly percent: number }
  readonly created_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly result: Result | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface ChangeEvent {
  readonly id: string
  readonly sequence: number
  readonly event: string
  readonly entity: { readonly id: string; readonly type: EntityType; readonly label: string | null } | null
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null }
  readonly via: string
  readonly job_id: string | null
  readonly created_at: string
  readonly changes: readonly { readonly attribute: string; readonly old: unknown; readonly new: unknown }[]
}

export interface FieldError {
  readonly field: string
  readonly issue: string
  readonly message?: string
  readonly did_you_mean?: string
  readonly acceptable_values?: readonly string[]
}

export interface BatchResult<Values = Attributes> {
  readonly index: number
  readonly status: 'created' | 'updated' | 'failed'
  readonly status_code: number
  readonly id: string | null
  readonly data?: Entity<Values>
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly field_errors: readonly FieldError[]
  }
}

/** Attributes with the values of each, by which variants are made: `{ color: ['Red', 'Blue'] }`. */
export type Axes = Readonly<Record<string, readonly string[]>>

export interface PlannedVariant {
  readonly values: Readonly<Record<string, string>>
  readonly status: 'create' | 'exists' | 'clashes'
  readonly id: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly field_errors: readonly FieldError[]
}

export interface MadeVariants {
  readonly edit_id: string | null
  readonly rows: readonly {
    readonly values: Readonly<Record<string, string>>
    readonly status: 'created' | 'exists' | 'clashes'
    readonly id: string | null
    readonly data?: Entity
    readonly field_errors: readonly FieldError[]
  }[]
  readonly summary: {
    readonly total: number
    readonly created: number
    readonly exists: number
    readonly clashes: number
  }
}

export interface StoredFile {
  readonly hash: string
  readonly path: string
  readonly media_type: string
  readonly size: number
}

/** The attributes of each type; `vitrine types` prints it for a workspace. */
export interface AnyCatalog {
  products: Attributes
  images: Attributes
  vendors: Attributes
  categories: Attributes
  sources: Attributes
}
