/**
 * Returns a part of an answer without the codes and values of its sentences, for tests of the sentences
 * alone [ERROR-22].
 */
export function withoutCodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCodes)
  if (typeof value !== 'object' || value === null) return value
  const { message_code: code, values, ...rest } = value as Record<string, unknown>
  const members = code === undefined && values !== undefined ? { ...rest, values } : rest
  return Object.fromEntries(Object.entries(members).map(([key, part]) => [key, withoutCodes(part)]))
}
