const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * The text of a CSV cell that no spreadsheet takes for a formula: texts that begin with = + - @ (also in full width), a
 * tab, a return or a line feed, with or without apostrophes before it, get one apostrophe more. `unguardCell` takes exactly that one away again.
 */
export function guardCell(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

export function unguardCell(text: string): string {
  return text.startsWith("'") && guarded.test(text) ? text.slice(1) : text
}
