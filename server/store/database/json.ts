/** A column that holds JSON of that type: said once, in the type of the row. */
export type Json<Value> = string & { readonly json: Value }

/** A value as the text of a JSON column. */
export function toJson<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>
}

/**
 * The value of a JSON column. What is in the columns was written by the program itself; `check/` finds what
 * is damaged.
 */
export function parseJson<Value>(text: Json<Value>): Value {
  return JSON.parse(text)
}
