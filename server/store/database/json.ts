export type Json<Value> = string & { readonly json: Value }

export function toJson<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>
}

/** Parses a JSON column without validation: the program itself wrote it, and `check/` finds damage. */
export function parseJson<Value>(text: Json<Value>): Value {
  return JSON.parse(text)
}
