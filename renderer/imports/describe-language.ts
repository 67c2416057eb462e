import type { ImportPreview } from '#shared/imports.ts'

/** Which texts are taken where they stand in several languages. */
export function describeLanguage({ language }: ImportPreview): string {
  if (language === undefined) return ''
  return `Its texts are taken in the language ${language.taken}; those in ${language.left_out.join(', ')} are left out.`
}
