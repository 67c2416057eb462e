import { textEncodings, type TextEncoding } from '#shared/imports.ts'
import { byLanguage, t } from '../ui/text.ts'

/** What people call the encodings, by the languages that they are for. */
const names = byLanguage((): Readonly<Record<TextEncoding, string>> => ({
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': t('UTF-16, big-endian'),
  'windows-1252': t('Western European (Windows-1252)'),
  'iso-8859-15': t('Western European (ISO-8859-15)'),
  macintosh: t('Western European (Macintosh)'),
  'windows-1250': t('Central European (Windows-1250)'),
  'iso-8859-2': t('Central European (ISO-8859-2)'),
  'windows-1251': t('Cyrillic (Windows-1251)'),
  'koi8-r': t('Cyrillic (KOI8-R)'),
  'windows-1253': t('Greek (Windows-1253)'),
  'windows-1254': t('Turkish (Windows-1254)'),
  'windows-1257': t('Baltic (Windows-1257)'),
  shift_jis: t('Japanese (Shift JIS)'),
  'euc-jp': t('Japanese (EUC-JP)'),
  gb18030: t('Chinese, simplified (GB18030)'),
  big5: t('Chinese, traditional (Big5)'),
  'euc-kr': t('Korean (EUC-KR)'),
}))

export const encodingChoices = textEncodings.map((value) => ({ value, label: names()[value] }))

/** The name for people; what is not known keeps its own. */
export function encodingName(encoding: string): string {
  return encodingChoices.find(({ value }) => value === encoding)?.label ?? encoding
}
