const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/
// Spreadsheets keep the zeros of '00123 this way; a decade such as '90s is no guarded code.
const guardedCode = /^'+(?!\d0(?:s|er)$)(?=\S*\d)[^\s']+$/

/**
 * Guards the text of a CSV cell against being read as a formula: texts that begin with = + - @ (also in
 * full width), a tab, a return or a line feed, with or without leading apostrophes, get one more
 * apostrophe, and so do codes with a leading one. `unguardCell` removes exactly that one.
 */
export function guardCell(text: string): string {
  return dangerous.test(text) || isGuardedCode(text) ? `'${text}` : text
}

export function unguardCell(text: string): string {
  return text.startsWith("'") && (guarded.test(text) || guardedCode.test(text)) ? text.slice(1) : text
}

/** Whether an apostrophe keeps the text from being read as a number: `'00123`. */
export function isGuardedCode(text: string): boolean {
  return text.startsWith("'") && guardedCode.test(text)
}
