import { byLanguage, t } from '../ui/text.ts'

/** What people call the characters between the cells of CSV. */
export const delimiterNames = byLanguage((): Readonly<Record<string, string>> => ({
  ',': t('commas'),
  ';': t('semicolons'),
  '\t': t('tabs'),
  '|': t('bars'),
}))

export function delimiterName(delimiter: string): string {
  return delimiterNames()[delimiter] ?? `“${delimiter}”`
}
