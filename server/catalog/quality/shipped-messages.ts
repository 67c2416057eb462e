import type { MessageReference } from '#shared/messages/message.ts'
import { fileSentences } from './shipped-file-rules.ts'
import { shippedRules } from './shipped-rules.ts'

const placeholder = /\{\{\s*(\w+)\s*\}\}/g
const keysIn = (template: string) => Array.from(template.matchAll(placeholder), ([, key = '']) => key)
const withoutKeys = (template: string) => template.replaceAll(placeholder, '{{}}')

const shippedMessages = new Map(
  [...shippedRules, ...fileSentences].map((said) => [withoutKeys(said.message), said] as const),
)

/**
 * The message code of a shipped rule, whatever its attributes are called; undefined for an edited message.
 */
export function findShippedMessage(template: string): MessageReference | undefined {
  const shipped = shippedMessages.get(withoutKeys(template))
  if (shipped === undefined) return undefined
  const keys = keysIn(template)
  const values = keysIn(shipped.message).map((name, index) => [name, `{{${keys[index] ?? name}}}`] as const)
  return { message_code: shipped.message_code, values: Object.fromEntries(values) }
}
