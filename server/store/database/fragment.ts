/**
 * A piece of SQL with its bound values. Values only ever become parameters; text only ever comes from this
 * folder.
 */
export interface Fragment {
  readonly text: string
  readonly params: readonly (string | number)[]
}

// With STAT4, SQLite plans a statement again at every run when a bare parameter affected its plan (10-20 µs
// each time); the unary plus, which changes no value, keeps the parameter out of the planning.
const boundValue = '+?'

export function sql(strings: TemplateStringsArray, ...parts: (Fragment | string | number)[]): Fragment {
  let text = strings[0] ?? ''
  const params: (string | number)[] = []
  parts.forEach((part, index) => {
    if (typeof part === 'object') {
      text += part.text
      params.push(...part.params)
    } else {
      text += boundValue
      params.push(part)
    }
    text += strings[index + 1] ?? ''
  })
  return { text, params }
}

export function raw(text: string): Fragment {
  return { text, params: [] }
}

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  return {
    text: fragments.map(({ text }) => text).join(separator),
    params: fragments.flatMap(({ params }) => params),
  }
}

export const guardFunction = 'may_go_on'

/**
 * An always true condition that ends the statement where the guard requires it. SQLite offers no other
 * way, and a call per row would cost more than the row, so one row in 256 makes it.
 */
export function guardRow(entity: Fragment): Fragment {
  return guardOneIn(256, entity)
}

/** As guardRow, for rows with computed values, which may take milliseconds each. */
export function guardComputedRow(row: Fragment): Fragment {
  return guardOneIn(8, row)
}

function guardOneIn(rows: 8 | 256, number: Fragment): Fragment {
  return sql`(${number} & ${raw(String(rows - 1))} OR ${raw(guardFunction)}())`
}
