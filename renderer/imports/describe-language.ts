import type { ImportPreview } from '#shared/imports.ts'
import { byLanguage, currentLanguage, t } from '../ui/text.ts'

const names = byLanguage(
  () => new Intl.DisplayNames(currentLanguage(), { type: 'language', fallback: 'code' }),
)

/** German (deu): what people call a language, and what the file does. */
export function languageName(code: string): string {
  try {
    const name = names().of(code.replaceAll('_', '-')) ?? code
    return name.toLowerCase() === code.toLowerCase() ? code : `${name} (${code})`
  } catch {
    return code
  }
}

/** Which texts are taken where they stand in several languages. */
export function describeLanguage({ language }: ImportPreview): string {
  if (language === undefined) return ''
  const others = language.left_out.map(languageName).join(', ')
  return t('Its texts are taken in {language}; those in {others} are left out.', {
    language: languageName(language.taken),
    others,
  })
}
