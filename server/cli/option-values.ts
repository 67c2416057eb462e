import { entityTypes, type EntityType } from '#shared/entities.ts'
import { isOneOf } from '#shared/text.ts'
import { type OptionValues, textOption, UsageError } from './command.ts'

/** The type of the entities that a command is about; products where none is named. */
export function typeOption(options: OptionValues): EntityType {
  const type = textOption(options, 'type') ?? 'product'
  if (isOneOf(entityTypes, type)) return type
  throw new UsageError(`Say the type with --type: ${entityTypes.join(', ')}.`)
}

/** A whole number from 0 on, where one is given. */
export function countOption(
  options: OptionValues,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = textOption(options, name)
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text) && Number(text) <= most) return Number(text)
  const upTo = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`
  throw new UsageError(`--${name} takes a whole number from 0 ${upTo}, not "${text}".`)
}

/** `1 group`, `2 groups`. */
export function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
