/** What people call the characters between the cells of CSV. */
export const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

export function delimiterName(delimiter: string): string {
  return delimiterNames[delimiter] ?? `“${delimiter}”`
}
