const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/
// Spreadsheets keep the zeros of '00123 so; a decade, '90s, is none of their codes.
const guardedCode = /^'+(?!\d0(?:s|er)$)(?=\S*\d)[^\s']+$/

/**
 * The text of a CSV cell that no spreadsheet takes for a formula: texts that begin with = + - @ (also in full width), a
 * tab, a return or a line feed, with or without apostrophes before it, get one apostrophe more, and so do codes with one before them.
 * `unguardCell` takes exactly that one away again.
 */
export function guardCell(text: string): string {
  return dangerous.test(text) || isGuardedCode(text) ? `'${text}` : text
}

export function unguardCell(text: string): string {
  return text.startsWith("'") && (guarded.test(text) || guardedCode.test(text)) ? text.slice(1) : text
}

/** Whether an apostrophe keeps the text from being taken for a number: `'00123`. */
export function isGuardedCode(text: string): boolean {
  return text.startsWith("'") && guardedCode.test(text)
}
