import type { AttributeValue, ReferenceStub } from '#shared/entities.ts'
import { t } from '../../ui/text.ts'

export function isStub(value: AttributeValue | null): value is ReferenceStub {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isStubList(value: AttributeValue | null): value is ReferenceStub[] {
  return Array.isArray(value)
}

export function labelOf({ label, id }: { readonly label: string | null; readonly id: string }): string {
  return label ?? id
}

/** A value as plain text: labels for references, Yes or No for booleans, nothing for a blank. */
export function toPlainText(value: AttributeValue | null): string {
  if (value === null) return ''
  if (isStubList(value)) return value.map(labelOf).join(', ')
  if (isStub(value)) return labelOf(value)
  return typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : String(value)
}
