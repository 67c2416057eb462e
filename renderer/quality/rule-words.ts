import type { QualityRule } from '#shared/quality.ts'
import type { GridColumn } from '../query/columns.ts'
import { byLocale, t } from '../ui/text.ts'
import { checkTexts } from './quality-texts.ts'
import { isCheckKind } from './rule-draft.ts'

const lists = byLocale((locale) => new Intl.ListFormat(locale, { style: 'short' }))

/** What a rule checks, of which attributes: `Length of the text: Title`. */
export function describeRule({ check, origin }: QualityRule, columns: readonly GridColumn[]): string {
  const kind = nameCheck(check.kind, origin)
  const names = (check.attributes ?? []).map((key) => columns.find(({ id }) => id === key)?.name ?? key)
  return names.length === 0 ? kind : t('{kind}: {names}', { kind, names: lists().format(names) })
}

function nameCheck(kind: string, origin: QualityRule['origin']): string {
  if (origin === 'constraint') return t('Constraint of the attribute')
  if (origin === 'channel') return t('What the channel asks for')
  return isCheckKind(kind) ? checkTexts()[kind].name : kind
}
